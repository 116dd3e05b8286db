import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { io } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Account, account, connectionStatusOf } from '../../shared/features/account/account.ts'
import { createPack, joinPack } from '../../shared/features/packs/commands.ts'
import { membership, type Pack, pack } from '../../shared/features/packs/pack.ts'
import { Hello } from '../../shared/protocol/hello.ts'
import { type App, startApp } from '../app/app.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../observability/log.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createTestClient, type TestClient } from '../testing/testClient.ts'

describe('a demo hub', () => {
  let testApp: TestApp
  beforeEach(async () => {
    testApp = await openTestApp()
  })
  afterEach(() => testApp.close())

  const accountOf = async (client: TestClient) => {
    const id = `account/${client.hellos.at(-1)?.principal?.id}` as const
    await client.watch(id)
    await client.until(() => client.copies.has(id))
    return client.copies.get(id) as Account
  }

  test('[AC7] demo players of different numbers are different users, each linked to a player in the game', async () => {
    const [first, second, admin] = [
      await testApp.visit('player'),
      await testApp.visit('player', 2),
      await testApp.visit('admin'),
    ]
    const accounts = [await accountOf(first), await accountOf(second), await accountOf(admin)]
    expect(accounts.map(({ name }) => name)).toEqual(['Demo Player', 'Demo Player 2', 'Demo Admin'])
    expect(second.hellos.at(-1)?.principal).toMatchObject({
      id: 'demo-player-2',
      name: 'Demo Player 2',
      role: 'player',
    })
    const played = accounts.map(
      ({ steamId }) => testApp.simulator().world.players.find(({ id }) => id === steamId)?.name,
    )
    expect(new Set(played).size).toBe(3)
    expect(played).not.toContain(undefined)
  })

  test('[AC8] a number without a demo player is refused with the valid numbers, and opens no session', async () => {
    const client = createTestClient(testApp.address())
    const requests = [0, 9, 1.5, '2', Number.NaN].map((number) => ({ role: 'player', number }))
    for (const request of [...requests, { role: 'owner', number: 2 }])
      expect(await client.post('/auth/demo', request)).toMatchObject({
        status: 400,
        body: { code: 'badInput', error: expect.stringContaining('from 1 to 8') },
      })
    expect(client.cookie()).toBe('')
  })

  test('[AC21] a second demo sign-in links its identity: first partly connected, then fully, each time in a new session', async () => {
    const client = createTestClient(testApp.address())
    const signInWith = async (provider: string) => {
      expect(await client.post('/auth/demo', { role: 'player', number: 3, provider })).toMatchObject({ status: 200 })
      return [connectionStatusOf(testApp.hub().hub.read(account, 'demo-player-3')), client.cookie()]
    }
    const [[first, cookie], [second, other]] = [await signInWith('steam'), await signInWith('discord')]
    expect([first, second]).toEqual(['partially-connected', 'fully-connected'])
    expect(other).not.toBe(cookie)
    client.holdCookie(cookie ?? '')
    await client.connect()
    expect(client.hellos.at(-1)?.principal).toBeNull()
  })

  test('[AC22] a sign-in to another demo account opens its own session and links nothing to the former account', async () => {
    const client = createTestClient(testApp.address())
    await client.post('/auth/demo', { role: 'admin', provider: 'steam' })
    const answer = await client.post('/auth/demo', { role: 'player', number: 4, provider: 'discord' })
    expect(answer.body).toMatchObject({ you: { id: 'demo-player-4', role: 'player' } })
    const { hub } = testApp.hub()
    expect(hub.read(account, 'demo-admin')).toMatchObject({ discord: null, demo: true })
    expect(hub.read(account, 'demo-player-4')).toMatchObject({ steam: null, active: 'discord', name: 'Demo Player 4' })
    expect((await client.post('/auth/demo', { role: 'player', provider: 'myspace' })).status).toBe(400)
  })

  test('[AC9] no user reads the account of another, not even the owner', async () => {
    const owner = await testApp.visit('owner')
    await testApp.visitAs({ account: 'ann', name: 'Ann', steamId: '76561198000000001' })
    const ids = ['account/ann', 'membership/ann', 'mapSettings/ann', 'packCodes/A'] as const
    expect((await owner.watch(...ids)).refused).toEqual(ids)
  })

  test('[AC10] demo players of several numbers have their own sessions and form a pack over real sockets', async () => {
    const people = await Promise.all(
      Array.from({ length: 12 }, (_, index) => testApp.visitAs({ account: `p${index}`, name: `Player ${index}` })),
    )
    const [leader, ...others] = people as [TestClient, ...TestClient[]]
    const created = await leader.command(createPack.name, { name: 'Night hunt' })
    if (!created.ok) throw new Error(created.message)
    const { pack: id } = created.output as { pack: string }
    await leader.watch(`pack/${id}`)
    await leader.until(() => leader.copies.has(`pack/${id}`))
    const packOf = (client: TestClient) => client.copies.get(`pack/${id}`) as Pack
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

  test('[AC11] a user who guesses pack codes is rate limited, and then even the right code is refused', async () => {
    const [leader, guesser, other] = [
      await testApp.visitAs({ account: 'leader' }),
      await testApp.visitAs({ account: 'guesser' }),
      await testApp.visitAs({ account: 'other' }),
    ]
    await leader.command(createPack.name, { name: 'Hidden' })
    const { hub } = testApp.hub()
    const { code } = hub.read(pack, hub.read(membership, 'leader').pack ?? '')
    for (let guess = 0; guess < 5; guess += 1)
      expect(await guesser.command(joinPack.name, { code: 'ZZZZZZ' })).toMatchObject({ code: 'unknownCode' })
    expect(await guesser.command(joinPack.name, { code })).toMatchObject({ ok: false, code: 'tooManyGuesses' })
    expect(await other.command(joinPack.name, { code: '??????' })).toMatchObject({ ok: false, code: 'tooManyGuesses' })
  })
})

describe('a hub that changes its demo mode', () => {
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

  /** The hello to a client with this cookie. */
  async function helloTo(cookie: string) {
    const socket = io(hub.address, {
      transports: ['websocket'],
      forceNew: true,
      extraHeaders: { origin: hub.address, cookie },
    })
    const [hello] = await once(socket as never, 'hello')
    socket.disconnect()
    return Hello.parse(hello)
  }

  test('[WH10] a demo session is a guest while the hub is not in demo mode, and valid again in demo mode', async () => {
    await start(true)
    const owner = createTestClient(hub.address)
    expect(await owner.signIn('owner')).toMatchObject({ status: 200 })
    expect((await helloTo(owner.cookie())).principal).toMatchObject({ role: 'owner' })
    await hub.close()
    await start(false)
    expect(await helloTo(owner.cookie())).toMatchObject({ principal: null, may: ['look'], demo: false })
    await hub.close()
    await start(true)
    expect((await helloTo(owner.cookie())).principal).toMatchObject({ role: 'owner' })
  })
})
