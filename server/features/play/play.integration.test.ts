import { afterEach, beforeEach, expect, test } from 'vitest'
import { recordPlay } from '../../../shared/features/play/commands.ts'
import { levelMs, type PlayRecord, playRecord, present } from '../../../shared/features/play/playRecord.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { ensureAccount } from '../../testing/accounts.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'

let testApp: TestApp
let openedAt = 0
beforeEach(async () => {
  openedAt = Date.now()
  testApp = await openTestApp()
})
afterEach(() => testApp.close())

const absent = ['76561190000000001', '76561190000000002'] as const
const recordId = (steamId: string) => `playRecord/${steamId}` as const
const recordOf = (client: TestClient, steamId: string) => client.copies.get(recordId(steamId)) as PlayRecord | undefined
const playerInGame = () => testApp.simulator().world.players[0]?.id ?? ''

test('[PL22] a player in the game has a stay since the start of the hub, and sees the record on their own socket', async () => {
  const steamId = playerInGame()
  const ann = await testApp.visitAs({ account: 'ann', steamId })
  await ann.watch(recordId(steamId))
  await ann.until(() => recordOf(ann, steamId)?.since != null)
  const { since, firstSeenAt, playMs } = recordOf(ann, steamId) ?? {}
  expect(since).toBe(firstSeenAt)
  expect(since).toBeGreaterThanOrEqual(openedAt)
  expect(since).toBeLessThanOrEqual(Date.now())
  expect(playMs).toBe(0)
  expect(Object.keys(testApp.hub().hub.read(present, 'main').players)).toHaveLength(testApp.config.simulator.players)
})

test('[PL23] after a restart of the hub the same stays continue', async () => {
  const steamId = playerInGame()
  const recordNow = () => testApp.hub().hub.read(playRecord, steamId)
  await expect.poll(() => recordNow().since).not.toBeNull()
  const { since } = recordNow()
  await testApp.restart()
  await expect.poll(() => testApp.hub().hub.read(roster, 'main').readAt).not.toBeNull()
  expect(recordNow()).toMatchObject({ since, stays: 0 })
})

test('[V8.2.2] only the account that is linked to the player reads a play record, not even the owner', async () => {
  const [mine, others] = absent
  const [ann, owner] = [await testApp.visitAs({ account: 'ann', steamId: mine }), await testApp.visit('owner')]
  expect(await ann.watch(recordId(mine), recordId(others), 'present/main')).toEqual({
    refused: [recordId(others), 'present/main'],
  })
  expect((await owner.watch(recordId(mine))).refused).toEqual([recordId(mine)])
})

test('[V8.3.2] an account that is linked to another player loses the former record on the open page, and gets the new one', async () => {
  const [former, next] = absent
  const ann = await testApp.visitAs({ account: 'ann', steamId: former })
  await ann.watch(recordId(former))
  await ann.until(() => ann.copies.has(recordId(former)))
  await ensureAccount(testApp.hub().hub, Date.now(), { account: 'ann', steamId: next })
  await ann.until(() => ann.dropped.length > 0)
  expect(ann.dropped).toEqual([recordId(former)])
  expect(await ann.watch(recordId(former), recordId(next))).toEqual({ refused: [recordId(former)] })
  await ann.until(() => ann.copies.has(recordId(next)))
})

const ask = async (client: TestClient, path: string) => {
  const response = await client.get(path)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('[PL24] a user reads their own data by account id, by player id and as me', async () => {
  const [steamId] = absent
  const ann = await testApp.visitAs({ account: 'ann', name: 'Ann', steamId })
  const began = Date.now() - levelMs - 600_000
  const ended = began + levelMs
  const record = (players: string[], at: number) =>
    testApp.hub().hub.execute('test', recordPlay.name, {
      server: 'elsewhere',
      at,
      seenAt: null,
      players: players.map((id) => ({ id, species: 'Troodon' })),
    })
  const readings = Array.from({ length: levelMs / 240_000 + 1 }, (_, nth) => record([steamId], began + nth * 240_000))
  // All at once: the hub would end these old stays when its timer runs.
  await Promise.all([...readings, record([], ended + 240_000)])
  for (const id of ['me', 'ann', steamId]) {
    const { status, body } = await ask(ann, `/api/player/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      player: {
        name: 'Ann',
        steamId,
        level: 2,
        playTime: 6,
        joinDate: expect.stringMatching(/^\d{4}-.*Z$/),
        lastSeen: new Date(ended).toISOString(),
        permissions: ['look', 'play'],
      },
    })
    expect(await ask(ann, `/api/player/${id}/currency`)).toEqual({
      status: 200,
      body: { success: true, currency: { voidPearls: 0, razorTalons: 0, sylvanShards: 0 } },
    })
  }
})

test('[PL25] a user without a linked player, or with one that was never seen, gets empty data', async () => {
  for (const [account, steamId] of [
    ['bob', null],
    ['cleo', absent[1]],
  ] as const) {
    const client = await testApp.visitAs({ account, steamId })
    expect((await ask(client, '/api/player/me')).body).toMatchObject({
      player: { steamId, level: 1, playTime: 0, lastSeen: null },
    })
  }
})

test('[V8.2.2] other players are indistinguishable from unknown ones, and without a session there is no answer', async () => {
  await testApp.visitAs({ account: 'bob', steamId: absent[1] })
  const [ann, owner, guest] = [
    await testApp.visitAs({ account: 'ann', steamId: absent[0] }),
    await testApp.visit('owner'),
    await testApp.visit(),
  ]
  const answers = await Promise.all(
    [ann, owner].flatMap((client) =>
      ['bob', absent[1], 'nobody', 'ME', 'null', '__proto__'].flatMap((id) =>
        ['', '/currency'].map((rest) => ask(client, `/api/player/${id}${rest}`)),
      ),
    ),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([
      JSON.stringify({ status: 404, body: { success: false, error: 'There is no such player.', code: 'notFound' } }),
    ]),
  )
  for (const id of ['me', 'bob', 'nobody'])
    expect(await ask(guest, `/api/player/${id}`)).toMatchObject({ status: 401, body: { code: 'signIn' } })
})

test('[V7.4.1] after signing out the routes are closed', async () => {
  const player = await testApp.visit('player')
  expect((await ask(player, '/api/player/me')).status).toBe(200)
  const cookie = player.cookie()
  await player.post('/auth/logout', {})
  player.holdCookie(cookie)
  expect((await ask(player, '/api/player/me')).status).toBe(401)
})
