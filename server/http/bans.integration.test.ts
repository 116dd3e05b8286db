import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import { bans, deliveries } from '../../shared/features/deliveries/delivery.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createApiClient, type TestClient } from '../testing/testClient.ts'

const ownersSteamId = '76561198000000777'
const dayMs = 86_400_000
let app: TestApp
let owner: TestClient
beforeAll(async () => {
  app = await openTestApp({ ownerSteamIds: [ownersSteamId] })
  owner = await app.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  await owner.watch(`roster/${mainServer}`)
  await vi.waitFor(() => expect(inGame().length).toBeGreaterThan(10), 120_000)
  chosen = inGame()
})
afterAll(() => app.close())

const hub = () => app.hub().hub
const inGame = () => Object.keys(hub().read(roster, mainServer).players)
/** As they were at the start: banned players do not shift the others. */
let chosen: readonly string[] = []
/** The arguments of the ban that the game received for this player. */
const heardFor = (id: string) =>
  app
    .simulator()
    .log.filter(({ command, argument }) => command === 'ban' && argument.includes(id))
    .map(({ argument }) => argument.split(','))

const lengths = [
  [{}, null, '87600'],
  [{ duration: 'permanent' }, null, '87600'],
  [{ duration: '1day' }, 1, '24'],
  [{ duration: '1week' }, 7, '168'],
  [{ duration: '1month' }, 30, '720'],
  [{ duration: '3months', customDays: null }, 90, '2160'],
  [{ duration: 'custom', customDays: 3 }, 3, '72'],
] as const

test('[BH1] a ban over HTTP takes a duration, is permanent without one, and the game receives it in hours', async () => {
  for (const [nth, [length, days, hours]] of lengths.entries()) {
    const id = chosen[nth] ?? ''
    const { status, body } = await owner.post('/api/admin/ban', { targetPlayer: id, reason: 'Cheats', ...length })
    expect([length, status, body.success]).toEqual([length, 200, true])
    const { at, until } = hub().read(bans, mainServer).bans[id] ?? {}
    expect([length, until]).toEqual([length, days === null ? null : (at ?? 0) + days * dayMs])
    await vi.waitFor(() => expect([length, heardFor(id).map((each) => each[3])]).toEqual([length, [hours]]), 120_000)
  }
})

test('[BH2] a wrong duration is refused with its field and what it may be, and bans no player', async () => {
  const before = hub().read(deliveries, mainServer).issued
  const named = 'duration: permanent, 1day, 1week, 1month, 3months or custom.'
  const days = 'customDays: whole days from 1 to 36600, with the duration custom only.'
  for (const [body, error] of [
    [{ duration: '2days' }, named],
    [{ duration: 7 }, named],
    [{ duration: '' }, named],
    [{ duration: 'custom' }, days],
    [{ duration: 'custom', customDays: 0 }, days],
    [{ duration: 'custom', customDays: 1.5 }, days],
    [{ duration: 'custom', customDays: '3' }, days],
    [{ duration: 'custom', customDays: 36_601 }, days],
    [{ customDays: 3 }, days],
    [{ duration: '1week', customDays: 3 }, days],
  ] as const)
    expect([body, await owner.post('/api/admin/ban', { targetPlayer: chosen[8], ...body })]).toEqual([
      body,
      { status: 400, body: { success: false, code: 'badInput', error } },
    ])
  expect(hub().read(deliveries, mainServer).issued).toBe(before)
})

test('[BH31] the bridge takes the same duration, with the same answers to a wrong one', async () => {
  const id = chosen[9] ?? ''
  const token = await owner.post('/auth/tokens', {
    label: 'Bot',
    permissions: ['look', 'play', 'banPlayers'],
    endsAt: Date.now() + 3_600_000,
  })
  const bot = createApiClient(app.address(), String(token.body.token))
  expect(await bot.post('/rcon/ban', { playerName: id, duration: 'custom' })).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^customDays: /) },
  })
  expect((await bot.post('/rcon/ban', { playerName: id, duration: '1week' })).status).toBe(200)
  // The bridge answers after some seconds, even when the order still waits.
  await vi.waitFor(() => expect(heardFor(id).map((each) => each[3])).toEqual(['168']), 120_000)
})

test('[BH3] the audit names the length of every ban, even of a permanent one', async () => {
  const file = await (await owner.get('/api/audit.jsonl?kinds=deliveries')).text()
  const lines = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { act: string; target: { id: string }; detail: object })
  for (const [nth, [, days]] of lengths.entries()) {
    const line = lines.find(({ act, target }) => act === 'ban' && target.id === chosen[nth])
    expect(line?.detail).toEqual({ reason: 'Cheats', durationMs: days === null ? 'permanent' : days * dayMs })
  }
})
