// What a year of statistics at 300 players takes, and how long its queries take. Alone: node scripts/bench/statistics.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { z } from 'zod'
import type { Clock } from '../../server/engine/clock.ts'
import { createHub } from '../../server/engine/createHub.ts'
import type { Hub } from '../../server/engine/hub.ts'
import type { Storage } from '../../server/engine/storage.ts'
import { followMoney, type MoneyTotals } from '../../server/features/ledger/conservation.ts'
import { statisticsFeature } from '../../server/features/statistics/feature.ts'
import { openSqliteStorage } from '../../server/storage/sqlite/sqlite.ts'
import { allFeatures } from '../../server/testing/allFeatures.ts'
import { createTestClock } from '../../server/testing/clock.ts'
import { person } from '../../server/testing/principals.ts'
import { mainServer } from '../../shared/engine/ids.ts'
import { faucets, sinks } from '../../shared/features/ledger/accounts.ts'
import { recordSums } from '../../shared/features/statistics/commands.ts'
import { readEconomy } from '../../shared/features/statistics/economyQueries.ts'
import * as queries from '../../shared/features/statistics/queries.ts'
import { dayMs, daySums, hourMs, hourSums, type Sums } from '../../shared/features/statistics/sums.ts'
import { currencies } from '../../shared/features/world/currencies.ts'
import { atMost, type BenchSize, median, printTable, type Row, shown } from './measure.ts'

const playersAtMost = 300
const goalMegabytes = 50

/** Always the same numbers. */
function createRandom(seed = 7) {
  let state = seed
  return (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

const speciesNames = Array.from({ length: 24 }, (_, nth) => `BP_Species${nth}_C`)
const itemNames = Array.from({ length: 40 }, (_, nth) => `Item of the shop ${nth}`)

/** An hour of a full server: more in the evening, every species, about 150 squares of the heat map with three or more at once, and trade of every kind. */
function hourAt(from: number, random: (below: number) => number): Sums {
  const hour = new Date(from).getUTCHours()
  const mean = Math.round(playersAtMost * (0.35 + 0.6 * Math.sin((Math.PI * ((hour + 2) % 24)) / 24)))
  const counts = (names: readonly string[], most: number) =>
    Object.fromEntries(names.map((name) => [name, 1 + random(most)]))
  const numbers = (length: number, most: number, spread: number) =>
    counts([...new Set(Array.from({ length }, () => String(random(spread))))], most)
  const accounts = [...faucets.map((one) => `faucet:${one}`), ...sinks.map((one) => `sink:${one}`), 'transfer']
  const moved = accounts.flatMap((account) => currencies.map((currency) => `${account}/${currency}`))
  return {
    hubSeconds: 3_600,
    linkSeconds: 3_590,
    gameSeconds: 3_590,
    gameKnownSeconds: 3_600,
    playerSeconds: mean * 3_590,
    peak: Math.min(playersAtMost, mean + random(20)),
    online: Array.from({ length: 12 }, () => mean + random(10) / 10),
    joins: 40 + random(100),
    newPlayers: random(8),
    newAccounts: random(4),
    species: counts(speciesNames, 50_000),
    kills: random(200),
    deaths: random(300),
    outcomes: counts(['confirmed', 'refused', 'failed', 'done'], 60),
    deliveries: counts(['announce', 'kick', 'message', 'slay', 'heal', 'teleport', 'grow'], 30),
    commands: counts(['done', 'refused', 'failed'], 2_000),
    linkMs: numbers(18, 200, 30),
    deliveryMs: numbers(18, 30, 30),
    // From 1 to 512 ms.
    commandMs: counts(['0', '2', '4', '6', '8', '10', '12', '14', '16', '18'], 2_000),
    gaps: counts(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'], 30),
    heat: numbers(160, 40_000, 1_024),
    times: counts(moved, 60),
    moved: counts(moved, 90_000),
    sold: counts(
      itemNames.map((item) => `shop/voidPearls/${item}`),
      90_000,
    ),
    soldTimes: counts(
      itemNames.map((item) => `shop/voidPearls/${item}`),
      20,
    ),
    supply: counts(currencies, 900_000_000),
  }
}

/** Records the hours of these days as the leader does. `hub` runs on `clock`, which ends at the end of them. */
export async function seedStatistics(
  hub: Pick<Hub, 'execute'>,
  clock: ReturnType<typeof createTestClock>,
  days: number,
) {
  const random = createRandom()
  const start = clock.now()
  for (let nth = 0; nth < days * 24; nth += 1) {
    const from = start + nth * hourMs
    clock.pass(hourMs)
    await hub.execute('statistics', recordSums.name, {
      server: mainServer,
      part: nth + 1,
      hours: [{ from, sums: hourAt(from, random) }],
      moved: {},
      players: [{ day: Math.floor(from / dayMs) * dayMs, count: 900 + random(300) }],
      until: clock.now(),
    })
  }
}

const asked: readonly (readonly [{ readonly name: string; readonly output: z.ZodType }, object])[] = [
  [queries.readPlayersOnline, { window: 'day' }],
  [queries.readPlayersOnline, { window: 'year' }],
  [queries.readHours, { weeks: 52 }],
  [queries.readDays, { days: 365 }],
  [queries.readRetention, { weeks: 26 }],
  [queries.readHeat, { window: 'week' }],
  [queries.readHeat, { window: 'year' }],
  [queries.readLatency, { window: 'month' }],
  [readEconomy, { days: 365 }],
]

export async function benchStatistics(size: BenchSize): Promise<Row[]> {
  const days = size.commands ?? 365
  const folder = await mkdtemp(join(tmpdir(), 'waterhole-statistics-'))
  try {
    const clock = createTestClock(Date.UTC(2026, 0, 1))
    const seeding = await openHub(await openSqliteStorage({ folder }), clock)
    await seedStatistics(seeding, clock, days)
    await seeding.close()
    const storage = await openSqliteStorage({ folder })
    const hub = await openHub(storage, clock)
    const json = await bytesOf(storage)
    const times = await timesOf(hub, size.passes ?? 5)
    await hub.close()
    const megabytes = (pagesOf(join(folder, 'journal.db')) / 1e6) * (365 / days)
    return [
      {
        measure: `ST1 what the sums of a year take in the store at ${playersAtMost} players`,
        against: `${goalMegabytes} MB`,
        ...atMost(1, megabytes / goalMegabytes),
        note: `${megabytes.toFixed(1)} MB, of which ${((json / 1e6) * (365 / days)).toFixed(1)} MB are JSON; from ${days} days`,
      },
      ...times.map(({ name, first, next, bytes }) => ({
        measure: `ST2 ${name}, ${days} days kept, the first time`,
        against: '500 ms',
        ...shown({ ratio: first / 500, from: first / 500, to: first / 500 }),
        note: `${first.toFixed(0)} ms, then ${next.toFixed(1)} ms; ${(bytes / 1_000).toFixed(1)} kB`,
      })),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** With all features, and the totals of its own wallets. */
async function openHub(storage: Storage, clock: Clock): Promise<Hub> {
  let money: MoneyTotals | null = null
  const own = statisticsFeature(() => money as MoneyTotals)
  const features = allFeatures.map((feature) => (feature.name === own.name ? own : feature))
  const hub = await createHub({ storage, features, clock, onFault: console.error })
  money = followMoney(hub, console.error)
  return hub
}

/** Bytes of the pages that hold the rows of archives. */
function pagesOf(path: string): number {
  const database = new DatabaseSync(path, { readOnly: true })
  const found = database.prepare("SELECT sum(pgsize) AS bytes FROM dbstat WHERE name = 'archive'").get()
  database.close()
  return Number(found?.bytes)
}

/** Of the JSON of all kept rows. */
async function bytesOf(storage: Storage) {
  let bytes = 0
  for (const { kind } of [hourSums, daySums])
    for (let before: number | null = null; ; ) {
      const page = await storage.archivePage({ kind, before, limit: 500 })
      for (const { row } of page.rows) bytes += JSON.stringify(row).length
      before = page.next
      if (before === null) break
    }
  return bytes
}

/** Each query on a hub that has just started, and then again. Ms. */
async function timesOf(hub: Hub, passes: number) {
  const olga = person('olga', 'owner')
  const found: { name: string; first: number; next: number; bytes: number }[] = []
  for (const [{ name }, input] of asked) {
    let bytes = 0
    const took: number[] = []
    for (let pass = 0; pass <= passes; pass += 1) {
      const startedAt = performance.now()
      const answer = await hub.query(olga, { name, input })
      took.push(performance.now() - startedAt)
      if (!answer.ok) throw new Error(`${name}: ${answer.code}`)
      bytes = JSON.stringify(answer.output).length
    }
    const label = `${name.slice(name.indexOf('.') + 1)} ${Object.values(input).join(' ')}`
    found.push({ name: label, first: took[0] ?? 0, next: median(took.slice(1)), bytes })
  }
  return found
}

if (import.meta.main) printTable(await benchStatistics({}))
