import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BulkAnswer, bulkRuns, messagePlayers } from '../../../shared/features/deliveries/bulk.ts'
import { choosePlayers, listPlayers, readPlayer } from '../../../shared/features/players/queries.ts'
import { onlinePlayers, roster } from '../../../shared/features/roster/roster.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import type { TestClient } from '../../testing/testClient.ts'

const players = 300
/** Only a hang meets this limit. */
const limitMs = 400_000
const ownersSteamId = '76561198000000777'

let app: TestApp
let owner: TestClient
let admin: TestClient
let moderator: TestClient
let player: TestClient
beforeAll(async () => {
  app = await openTestApp({ ownerSteamIds: [ownersSteamId], simulator: { players, seed: 7 } })
  owner = await app.visitAs({ account: 'boss', name: 'Boss', steamId: ownersSteamId })
  admin = await app.visitAs({ account: 'ada', role: 'admin' })
  moderator = await app.visitAs({ account: 'mo', role: 'moderator' })
  player = await app.visitAs({ account: 'pia', name: 'Pia' })
  await owner.watch('roster/main', 'bulkRuns/main')
  await vi.waitFor(() => expect(inGame().length).toBe(players), limitMs)
})
afterAll(() => app.close())

const hub = () => app.hub().hub
const inGame = () => Object.values(hub().read(roster, 'main').players)
const receivedBy = ({ raw }: TestClient) =>
  raw.map((message) => (typeof message === 'string' ? message : Buffer.from(message).toString('latin1'))).join('\n')

/** @returns the run */
async function messageAll(staff: TestClient, targets: readonly string[], text: string) {
  const answer = await staff.command(messagePlayers.name, { targets, text })
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`)
  return answer.output as BulkAnswer
}
const countsOf = (run: string) => hub().read(bulkRuns, 'main').runs[run]?.counts ?? {}

test('[PQ50] a message to all 300 players is 300 deliveries of one run; a run of other staff is confirmed in between', async () => {
  const chosen = await owner.query(choosePlayers.name, { limit: 300 })
  const { players: found } = choosePlayers.output.parse(chosen.ok ? chosen.output : null)
  expect(found).toHaveLength(players)
  const ids = found.map(({ id }) => id)
  // The game takes about one message a second.
  const large = await messageAll(owner, ids, 'Restart at noon')
  expect(large.issued).toBe(players - large.skipped.length)
  const small = await messageAll(admin, ids.slice(0, 3), 'Restart at one')
  await vi.waitFor(() => expect(countsOf(small.run).confirmed).toBe(small.issued), {
    timeout: limitMs,
    interval: 250,
  })
  const { confirmed = 0, queued = 0, ...others } = countsOf(large.run)
  expect(confirmed).toBeGreaterThan(0)
  expect(Object.values(others).reduce((all, count) => all + count, confirmed + queued)).toBe(large.issued)
  const run = `"${large.run}"`
  expect(receivedBy(owner)).toContain(run)
  expect(receivedBy(moderator)).not.toContain(`"runs"`)
})

test('[V8.2.3] [PQ51] moderators are sent who is online by name; nothing of what they play or where they are', async () => {
  await moderator.watch('onlinePlayers/main')
  await moderator.until(() => moderator.copies.has('onlinePlayers/main'))
  const held = onlinePlayers.schema.parse(moderator.copies.get('onlinePlayers/main'))
  expect(Object.keys(held.players).length).toBe(Object.keys(hub().read(onlinePlayers, 'main').players).length)
  const [one] = inGame()
  await moderator.query(listPlayers.name, { group: 'known' })
  const read = await moderator.query(readPlayer.name, { id: one?.id })
  expect(read).toMatchObject({
    ok: true,
    output: { player: { id: one?.id, animal: null, wallet: null, commands: null } },
  })
  expect(receivedBy(moderator)).not.toMatch(/"(growth|region|square|slot)":/)
})

test('[V8.2.2] [V8.2.3] [PQ52] players are refused every list of others and are sent none of their ids', async () => {
  const { refused } = await player.watch('onlinePlayers/main', 'bulkRuns/main', 'knownPlayers/01')
  expect(refused).toEqual(['onlinePlayers/main', 'bulkRuns/main', 'knownPlayers/01'])
  const [one] = inGame()
  for (const [name, input] of [
    [listPlayers.name, {}],
    [readPlayer.name, { id: one?.id }],
    [choosePlayers.name, { limit: 300 }],
  ] as const)
    expect(await player.query(name, input)).toMatchObject({ ok: false, code: 'forbidden' })
  expect(await player.command(messagePlayers.name, { targets: [one?.id], text: 'Hi' })).toMatchObject({
    code: 'forbidden',
  })
  const received = receivedBy(player)
  for (const { id } of inGame()) expect(received).not.toContain(id)
})
