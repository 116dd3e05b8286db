import { expect, test } from 'vitest'
import { mainServer } from '../../../shared/engine/ids.ts'
import { addCurrency, reverseGrant } from '../../../shared/features/ledger/commands.ts'
import { recordSums } from '../../../shared/features/statistics/commands.ts'
import * as queries from '../../../shared/features/statistics/queries.ts'
import {
  commandBucket,
  dayMs,
  hourMs,
  runningSums,
  walletDays,
  weekMs,
} from '../../../shared/features/statistics/sums.ts'
import { createTestClock } from '../../testing/clock.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { ownersSteamId } from '../ledger/testing/openLedger.ts'
import { crowdedSquares } from './samples.ts'
import { percentileOf } from './sums.ts'
import { openStatistics } from './testing/openStatistics.ts'
import { startStatistics } from './worker.ts'

const [ann, bob] = ['76561198000000101', '76561198000000102']
const monday = Date.UTC(2026, 10, 23)
const openAt = (at: number) => openStatistics({ clock: createTestClock(at) })

test('[SX4] a player who is in the game over midnight counts on both days', async () => {
  const app = await openAt(monday - 60_000)
  await app.reading({ [ann]: 'Carnotaurus' })
  await app.pass(120_000)
  await app.reading({ [ann]: 'Carnotaurus' })
  await app.pass(60_000)
  expect((await app.dayRows()).map(({ sums }) => sums.players)).toEqual([1])
  expect(app.hub.read(runningSums, mainServer).days[monday]?.players).toBe(1)
})

test('[SX5] a crash loses at most the last minute of what is measured, and nothing of joins and of what the house made', async () => {
  let app = await openAt(monday)
  await app.link('olga', ownersSteamId, 'Olga')
  await app.link('bob', bob)
  const give = () => app.ask('olga', 'owner', addCurrency, { target: bob, amount: 70, currency: 'voidPearls' })
  await app.pass(130_000)
  expect(await give()).toMatchObject({ ok: true })
  await app.pass(55_000)
  expect(await give()).toMatchObject({ ok: true })
  await app.reading({ [ann]: null })
  app = await app.restartAfterCrash()
  await app.pass(10_000)
  const { hubSeconds = 0, joins, newAccounts, moved } = await app.everything()
  expect({ joins, newAccounts, moved }).toEqual({
    joins: 1,
    newAccounts: 2,
    moved: { 'faucet:staffGrant/voidPearls': 140 },
  })
  expect(hubSeconds).toBeGreaterThanOrEqual(195 - 60 - 10)
  expect(hubSeconds).toBeLessThanOrEqual(195)
  expect(await moneyProblems(app.hub, app.memory.storage)).toEqual([])
})

test('[SX1000] what staff gave and took back whole is counted as nothing', async () => {
  const app = await openAt(monday)
  await app.link('olga', ownersSteamId, 'Olga')
  await app.link('bob', bob)
  const given = await app.ask('olga', 'owner', addCurrency, { target: bob, amount: 70, currency: 'voidPearls' })
  await app.pass(65_000)
  expect((await app.everything()).moved).toEqual({ 'faucet:staffGrant/voidPearls': 70 })
  const { operation } = addCurrency.output.parse((given as { output: unknown }).output)
  expect(await app.ask('olga', 'owner', reverseGrant, { account: 'bob', operation })).toMatchObject({ ok: true })
  await app.pass(65_000)
  expect((await app.everything()).moved?.['faucet:staffGrant/voidPearls'] ?? 0).toBe(0)
})

test('[SX6] a part that is sent twice is added once, and one that is missing is waited for', async () => {
  const { hub, everything } = await openAt(monday)
  const part = (nth: number) => ({
    server: mainServer,
    part: nth,
    hours: [{ from: monday, sums: { hubSeconds: 10 } }],
    moved: {},
    players: [],
    until: monday,
  })
  for (const nth of [1, 1, 3, 2, 2]) await hub.execute('statistics', recordSums.name, part(nth))
  expect((await everything()).hubSeconds).toBe(20)
})

test('[SX7] a clock that is set back makes a second row of the same hour, and readers see one hour', async () => {
  const app = await openAt(monday + hourMs - 30_000)
  await app.see({ isLinkUp: true, playerCount: 40 })
  await app.pass(60_000)
  app.clock.setWallBy(-60_000)
  await app.pass(120_000)
  const rows = (await app.hourRows()).map(({ from }) => from)
  expect(rows).toEqual([monday, monday])
  const { now, times } = await app.query(queries.readPlayersOnline, { window: 'week' })
  const at = times.indexOf(monday)
  expect(now.mean[at]).toBe(40)
  expect(now.peak[at]).toBe(40)
})

test('[SX8] squares with fewer than three living animals are not counted, so that no place leads to a player', async () => {
  const animal = (x: number, y: number, dead = false) => ({ animal: { place: { x, y }, dead } })
  const seen = [animal(10, 10), animal(20, 30), animal(40, 50), animal(4_000, 4_000), animal(4_010, 4_000)]
  const bodies = [animal(4_020, 4_000, true), animal(-5, 10), { animal: null }]
  expect(crowdedSquares({ players: [...seen, ...bodies] as never })).toEqual({ 0: 3 })
  const app = await openAt(monday)
  const read = () => app.worker.sink.report({ at: 0, everyMs: 10_000, players: seen as never })
  await read()
  await app.pass(20_000)
  await read()
  expect((await app.query(queries.readHeat, { window: 'day' })).squares).toEqual([])
  await app.pass(hourMs, hourMs / 6)
  await app.pass(20_000)
  expect(await app.query(queries.readHeat, { window: 'day' })).toMatchObject({
    squares: [{ x: 0, y: 0, hours: 0.02 }],
    until: monday + hourMs,
  })
})

test('[SX9] erasing a user leaves the sums, and nothing that is about the user', async () => {
  const app = await openAt(monday)
  await app.link('olga', ownersSteamId, 'Olga')
  await app.link('bob', bob, 'Bob')
  await app.pass(10_000)
  await app.ask('olga', 'owner', addCurrency, { target: bob, amount: 70, currency: 'voidPearls' })
  await app.pass(70_000)
  expect(app.hub.read(walletDays, 'bob').voidPearls).toBe(monday / dayMs)
  expect(await app.erase('bob', 'Bob')).toMatchObject({ ok: true })
  await app.pass(70_000)
  expect(app.hub.read(walletDays, 'bob')).toEqual({ voidPearls: 0, razorTalons: 0, sylvanShards: 0 })
  expect((await app.everything()).moved).toEqual({ 'faucet:staffGrant/voidPearls': 70 })
})

test('[SX10] players of a day are laid over those of the day before, in parts of five minutes; what was not measured is null', async () => {
  const app = await openAt(monday)
  await app.see({ isLinkUp: true, playerCount: 30 })
  await app.pass(10 * 60_000)
  await app.see({ isLinkUp: false })
  await app.pass(5 * 60_000)
  const day = await app.query(queries.readPlayersOnline, { window: 'day' })
  expect(day.times).toHaveLength(288)
  expect(day.times.at(-1)).toBe(monday + 15 * 60_000)
  expect(day.now.mean.slice(-4)).toEqual([30, 30, null, null])
  await app.pass(dayMs, hourMs)
  await app.see({ isLinkUp: true, playerCount: 10 })
  await app.pass(10 * 60_000)
  expect(day.most).toBe(30)
  const next = await app.query(queries.readPlayersOnline, { window: 'day' })
  expect(next.before.mean.slice(-6)).toEqual([30, 30, null, null, null, null])
  expect(next.firstAt).toBe(monday)
  // Of the hour in which yesterday's 30 were here nothing is in these 24 hours.
  await app.pass(hourMs, hourMs)
  expect(await app.query(queries.readPlayersOnline, { window: 'day' })).toMatchObject({ most: 10 })
  expect(await app.query(queries.readPlayersOnline, { window: 'month' })).toMatchObject({ most: 30 })
})

test('[SX11] a day has its counts while it runs, and days before the hub was there have none', async () => {
  const app = await openAt(monday)
  await app.see({ isLinkUp: true, playerCount: 1 })
  await app.reading({ [ann]: 'Triceratops', [bob]: 'Carnotaurus' })
  await app.pass(60_000)
  await app.see({ kills: { [ann]: 2 } })
  await app.pass(70_000)
  const { days, counts, species, fightsWhy } = await app.query(queries.readDays, { days: 7 })
  expect(days.at(-1)).toBe('2026-11-23')
  expect([counts.players.at(-1), counts.newPlayers.at(-1), counts.joins.at(-1), counts.kills.at(-1)]).toEqual([
    2, 2, 2, 2,
  ])
  expect(counts.returningPlayers.at(-1)).toBe(0)
  expect(counts.hubUp.at(-1)).toBe(100)
  expect(counts.players.slice(0, -1)).toEqual([null, null, null, null, null, null])
  expect(species.map(({ name }) => name)).toEqual(['Carnotaurus', 'Triceratops'])
  expect(fightsWhy).toContain('GAME_LOG')
})

test('[SX12] retention has the weeks of joining, newest first, with a number for each week since', async () => {
  const app = await openAt(monday)
  await app.reading({ [ann]: null, [bob]: null })
  for (const seen of [{ [ann]: null }, {}, { [ann]: null, [bob]: null }] as Record<string, null>[]) {
    await app.pass(weekMs, dayMs)
    await app.reading(seen)
  }
  const { weeks } = await app.query(queries.readRetention, { weeks: 8 })
  expect(weeks).toEqual([{ week: '2026-11-23', joined: 2, came: [1, 0, 2] }])
})

test('[SX13] mean of players online by day of the week and hour, over the last weeks', async () => {
  const app = await openAt(monday + 5 * hourMs)
  await app.see({ isLinkUp: true, playerCount: 12 })
  await app.pass(hourMs, 30_000)
  await app.see({ playerCount: 20 })
  await app.pass(60_000)
  const { mean, days } = await app.query(queries.readHours, { weeks: 4 })
  expect([mean[0]?.[4], mean[0]?.[5], mean[0]?.[6], mean[1]?.[5]]).toEqual([null, 12, 20, null])
  expect(days[0]?.[5]).toBe(1)
})

test('[SX14] percentiles are those of the bucket in which they lie, at most 1.4 times too high', () => {
  expect(percentileOf({}, 0.5)).toBeNull()
  expect(percentileOf({ 4: 90, 8: 10 }, 0.5)).toBe(4)
  expect(percentileOf({ 4: 90, 8: 10 }, 0.95)).toBe(16)
})

test('[SX15] only owners read statistics', async () => {
  const { hub } = await openAt(monday)
  for (const { name } of Object.values(queries).filter((one) => typeof one === 'object' && 'output' in one)) {
    const answer = await hub.query(
      { id: 'ann', role: 'admin', can: (permission: string) => permission !== 'ownerPanel' } as never,
      { name, input: { window: 'day' } },
    )
    expect(answer).toMatchObject({ code: 'forbidden' })
  }
})

test('[SX16] a leader that stops in order saves what it has measured, and the next one continues', async () => {
  let app = await openAt(monday)
  await app.pass(75_000, 5_000)
  await app.worker.stop()
  app = await app.restartAfterCrash()
  await app.pass(10_000)
  expect((await app.everything()).hubSeconds).toBe(85)
})

test('[SX17] while the store refuses, nothing that was measured is lost or counted twice', async () => {
  const app = await openAt(monday)
  await app.worker.stop()
  const { hub } = app
  const execute = hub.execute
  let isRefused = true
  const refusing = {
    ...hub,
    execute: (...call: Parameters<typeof execute>) =>
      isRefused ? Promise.reject(new Error('full')) : execute(...call),
  }
  const faults: string[] = []
  const worker = startStatistics({
    hub: refusing,
    server: mainServer,
    clock: app.clock,
    money: app.money,
    commandCounts: () => ({ done: 0, refused: 0, failed: 0, doneMs: {} }),
    onFault: (what) => faults.push(what),
  })
  worker.linkAnswered(40)
  await app.pass(180_000)
  isRefused = false
  await worker.stop()
  expect(faults.length).toBeGreaterThan(0)
  expect(Object.values((await app.everything()).linkMs ?? {})).toEqual([1])
})

test("[SX30] users' commands are timed by hour; a crash counts none twice, and hours of an earlier release have no times", async () => {
  let app = await openAt(monday)
  app.counted({ done: 3, refused: 1, failed: 0, doneMs: {} })
  await app.pass(hourMs, hourMs / 12)
  app.counted({ done: 13, refused: 1, failed: 0, doneMs: { [commandBucket(3)]: 9, [commandBucket(40)]: 1 } })
  await app.pass(70_000)
  app = await app.restartAfterCrash()
  app.counted({ done: 1, refused: 0, failed: 0, doneMs: { [commandBucket(3)]: 1 } })
  await app.pass(70_000)
  const { times, command, commandsUntimed } = await app.query(queries.readLatency, { window: 'day' })
  const from = times.indexOf(monday)
  expect(command.count.slice(from)).toEqual([null, 11])
  expect([command.p50.at(-1), command.p99.at(-1), command.p50[from]]).toEqual([4, 64, null])
  expect(commandsUntimed).toBe(1)
  expect((await app.everything()).commands?.done).toBe(14)
})
