import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Account, account, connectionStatusOf } from '../../shared/features/account/account.ts'
import { createPack, joinPack } from '../../shared/features/packs/commands.ts'
import { membership, type Pack, pack } from '../../shared/features/packs/pack.ts'
import { Hello } from '../../shared/protocol/hello.ts'
import { type App, startApp } from '../app/app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../observability/log.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'

let world: TestApp
beforeEach(async () => {
  world = await openTestApp()
})
afterEach(() => world.close())

const accountOf = async (visitor: TestClient) => {
  const id = `account/${visitor.hellos.at(-1)?.principal?.id}` as const
  await visitor.watch(id)
  await visitor.until(() => visitor.copies.has(id))
  return visitor.copies.get(id) as Account
}

test('[AC7] demo players of different numbers are different people, each linked to somebody in the game', async () => {
  const [first, second, admin] = [
    await world.visit('player'),
    await world.visit('player', 2),
    await world.visit('admin'),
  ]
  const accounts = [await accountOf(first), await accountOf(second), await accountOf(admin)]
  expect(accounts.map(({ name }) => name)).toEqual(['Demo Player', 'Demo Player 2', 'Demo Admin'])
  expect(second.hellos.at(-1)?.principal).toMatchObject({ id: 'demo-player-2', name: 'Demo Player 2', role: 'player' })
  const played = accounts.map(({ steamId }) => world.simulator().world.players.find(({ id }) => id === steamId)?.name)
  expect(new Set(played).size).toBe(3)
  expect(played).not.toContain(undefined)
})

test('[AC8] a number that no demo player has is refused with what there is, and opens nothing', async () => {
  const visitor = createTestClient(world.address())
  const wishes = [0, 9, 1.5, '2', Number.NaN].map((number) => ({ role: 'player', number }))
  for (const wish of [...wishes, { role: 'owner', number: 2 }])
    expect(await visitor.post('/auth/demo', wish)).toMatchObject({
      status: 400,
      body: { code: 'badInput', error: expect.stringContaining('from 1 to 8') },
    })
  expect(visitor.cookie()).toBe('')
})

test('[AC19] in the demo too the second sign-in links: first partly connected, then fully, in a new session each time', async () => {
  const visitor = createTestClient(world.address())
  const come = async (provider: string) => {
    expect(await visitor.post('/auth/demo', { role: 'player', number: 3, provider })).toMatchObject({ status: 200 })
    return [connectionStatusOf(world.hub().hub.read(account, 'demo-player-3')), visitor.cookie()]
  }
  const [[first, cookie], [second, other]] = [await come('steam'), await come('discord')]
  expect([first, second]).toEqual(['partially-connected', 'fully-connected'])
  expect(other).not.toBe(cookie)
  visitor.holdCookie(cookie ?? '')
  await visitor.connect()
  expect(visitor.hellos.at(-1)?.principal).toBeNull()
})

test('[AC20] whoever comes as somebody else comes in anew: nothing is linked to whom they were', async () => {
  const visitor = createTestClient(world.address())
  await visitor.post('/auth/demo', { role: 'admin', provider: 'steam' })
  const answer = await visitor.post('/auth/demo', { role: 'player', number: 4, provider: 'discord' })
  expect(answer.body).toMatchObject({ you: { id: 'demo-player-4', role: 'player' } })
  const { hub } = world.hub()
  expect(hub.read(account, 'demo-admin')).toMatchObject({ discord: null, demo: true })
  expect(hub.read(account, 'demo-player-4')).toMatchObject({ steam: null, active: 'discord', name: 'Demo Player 4' })
  expect((await visitor.post('/auth/demo', { role: 'player', provider: 'myspace' })).status).toBe(400)
})

test('[AC9] nobody reads the account of another, not even the owner', async () => {
  const owner = await world.visit('owner')
  await world.visitAs({ account: 'ann', name: 'Ann', steamId: '76561198000000001' })
  const ids = ['account/ann', 'membership/ann', 'mapSettings/ann', 'packCodes/A'] as const
  expect((await owner.watch(...ids)).refused).toEqual(ids)
})

test('[AC10] people of any number come with sessions of their own, and form a pack over real sockets', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, (_, index) => world.visitAs({ account: `p${index}`, name: `Player ${index}` })),
  )
  const [leader, ...others] = people as [TestClient, ...TestClient[]]
  const created = await leader.command(createPack.name, { name: 'Night hunt' })
  if (!created.ok) throw new Error(created.message)
  const { pack: id } = created.output as { pack: string }
  await leader.watch(`pack/${id}`)
  await leader.until(() => leader.copies.has(`pack/${id}`))
  const packOf = (visitor: TestClient) => visitor.copies.get(`pack/${id}`) as Pack
  for (const other of others)
    expect(await other.command(joinPack.name, { code: packOf(leader).code })).toMatchObject({ ok: true })
  await leader.until(() => Object.keys(packOf(leader).members).length === 12)
  expect(packOf(leader).members.p7).toMatchObject({ name: 'Player 7' })
  await others[3]?.watch('membership/p4')
  await others[3]?.until(() => others[3]?.copies.has('membership/p4') ?? false)
  expect(others[3]?.copies.get('membership/p4')).toEqual({ pack: id, ended: null })
  expect(leader.raw.join('')).toContain(packOf(leader).code)
  expect(leader.downs.length).toBeGreaterThan(1)
})

test('[AC11] whoever guesses codes is told to wait, and then even the right one opens nothing', async () => {
  const [leader, guesser, other] = [
    await world.visitAs({ account: 'leader' }),
    await world.visitAs({ account: 'guesser' }),
    await world.visitAs({ account: 'other' }),
  ]
  await leader.command(createPack.name, { name: 'Hidden' })
  const { hub } = world.hub()
  const { code } = hub.read(pack, hub.read(membership, 'leader').pack ?? '')
  for (let guess = 0; guess < 5; guess += 1)
    expect(await guesser.command(joinPack.name, { code: 'ZZZZZZ' })).toMatchObject({ code: 'unknownCode' })
  expect(await guesser.command(joinPack.name, { code })).toMatchObject({ ok: false, code: 'tooManyGuesses' })
  expect(await other.command(joinPack.name, { code: '??????' })).toMatchObject({ ok: false, code: 'tooManyGuesses' })
})

let folder = ''
let hub: App
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
})
afterEach(async () => {
  await hub.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(demo: boolean) {
  const config = { ...readConfig({ DATA_DIR: folder, SIMULATOR_PLAYERS: '4', LOG_LEVEL: 'silent' }), port: 0, demo }
  hub = await startApp(config, createLog(config))
}

/** How the hub greets whoever holds this cookie. */
async function greeting(cookie: string) {
  const socket = io(hub.address, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { origin: hub.address, cookie },
  })
  const [hello] = await once(socket as never, 'hello')
  socket.disconnect()
  return Hello.parse(hello)
}

test('[WH10] who signed in while the hub was a demo is a guest once it is none, and back when it is one again', async () => {
  await start(true)
  const owner = createTestClient(hub.address)
  expect(await owner.signIn('owner')).toMatchObject({ status: 200 })
  expect((await greeting(owner.cookie())).principal).toMatchObject({ role: 'owner' })
  await hub.close()
  await start(false)
  expect(await greeting(owner.cookie())).toMatchObject({ principal: null, may: ['look'], demo: false })
  await hub.close()
  await start(true)
  expect((await greeting(owner.cookie())).principal).toMatchObject({ role: 'owner' })
})
