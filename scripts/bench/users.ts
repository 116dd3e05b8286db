// What a page of the owner's table of 100,000 users costs, in every order and searched. Alone: node scripts/bench/users.ts
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { z } from 'zod'
import type { Feature } from '../../server/engine/feature.ts'
import { implement } from '../../server/engine/rule.ts'
import { inventoryFeature } from '../../server/features/inventory/feature.ts'
import { openLedger } from '../../server/features/ledger/testing/openLedger.ts'
import { patronsFeature } from '../../server/features/patrons/feature.ts'
import { usersFeature } from '../../server/features/users/feature.ts'
import { followUsers, type UserTable } from '../../server/features/users/table.ts'
import { person } from '../../server/testing/principals.ts'
import { defineCommand } from '../../shared/engine/command.ts'
import { mainServer } from '../../shared/engine/ids.ts'
import { account } from '../../shared/features/account/account.ts'
import { bans } from '../../shared/features/deliveries/delivery.ts'
import { patron, patronTiers } from '../../shared/features/patrons/patrons.ts'
import { playRecord } from '../../shared/features/play/playRecord.ts'
import { listUsers, userSorts, usersPerPage } from '../../shared/features/users/users.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import { atMost, type BenchSize, percentile, printTable, type Row } from './measure.ts'

const wholeUsers = 100_000
const wholePages = 10
const banned = 500
/** Users of whom something changes between two pages. */
const changedBetween = 20
const atOnce = 250
const dayMs = 86_400_000
/** A page is there at once, one of a search that looks through all users soon after. */
const mostMs = 100
const mostSearchMs = 250
const searches = [
  'status:banned',
  'tier:gold playtime>10h',
  'joined<2026-01-01 pearls>1000',
  'rex',
  'not tier:none or talons>500000',
  'steam:7656119800000001',
] as const

const Range = z.object({ from: z.int(), to: z.int() })
const rangeCommand = <const Name extends 'bench.seed' | 'bench.change'>(name: Name) =>
  defineCommand({ name, permission: 'hub', input: Range, output: z.object({}), refusals: {} })
const seed = rangeCommand('bench.seed')
const change = rangeCommand('bench.change')

/** Of one page, by the clock and by the processor. */
interface Taken {
  readonly tookMs: number
  readonly cpuMs: number
}

const idOf = (nth: number) => `account-${nth}`
const steamOf = (nth: number) => String(76_561_198_000_000_000n + BigInt(nth))
const spread = (nth: number, below: number) => (nth * 7_919) % below

const seeding: Feature = {
  name: 'seeding',
  documents: [],
  commands: [
    implement(seed, ({ edit, now }, { from, to }) => {
      for (let nth = from; nth < to; nth += 1) {
        const createdAt = now - spread(nth, 900) * dayMs
        const name = `${nth % 40 === 0 ? 'Rex' : 'Player'} ${spread(nth, 1_000_003)}`
        Object.assign(edit(account, idOf(nth)), { createdAt, name, steamId: steamOf(nth), linkedAt: createdAt })
        Object.assign(edit(wallet, idOf(nth)), {
          voidPearls: spread(nth, 50_021),
          razorTalons: spread(nth, 1_000_003),
          sylvanShards: spread(nth, 9_973),
        })
        Object.assign(edit(playRecord, steamOf(nth)), {
          firstSeenAt: createdAt,
          lastSeenAt: now - spread(nth, 9_000_011),
          playMs: spread(nth, 900_000_011),
        })
        if (nth % 10 === 0) edit(patron, idOf(nth)).tier = patronTiers[1 + (spread(nth, 4) % 4)] ?? 'Gold'
        if (nth < banned) {
          const ban = { name, reason: 'Bench', by: 'bench', byName: 'Bench', at: now, until: null }
          edit(bans, mainServer).bans[steamOf(nth)] = { ...ban, delivery: '', seen: 0, seenAt: null, before: null }
        }
      }
      return {}
    }),
    implement(change, ({ edit }, { from, to }) => {
      for (let nth = from; nth < to; nth += 1) edit(wallet, idOf(nth)).voidPearls += 1
      return {}
    }),
  ],
  queries: [],
}

async function open(users: number) {
  const known: { table?: UserTable } = {}
  const more = [patronsFeature, inventoryFeature, usersFeature(() => known.table as UserTable), seeding]
  const { hub, clock } = await openLedger({ more })
  known.table = followUsers(hub, clock)
  for (let from = 0; from < users; from += atOnce)
    await hub.execute('bench', seed.name, { from, to: Math.min(users, from + atOnce) })
  let asked = 0
  /** Ms until the page is there. Something of other users has changed since the one before. */
  return async (input: object) => {
    asked += 1
    const from = spread(asked, Math.max(1, users - changedBetween))
    await hub.execute('bench', change.name, { from, to: Math.min(users, from + changedBetween) })
    // A limit of calls counts by the minute.
    clock.pass(1_000)
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()]
    const answer = await hub.query(person('olga', 'owner'), { name: listUsers.name, input })
    const { user, system } = process.cpuUsage(cpu)
    if (!answer.ok) throw new Error(answer.message)
    return { tookMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000 }
  }
}

export async function benchUsers({ viewers, passes = wholePages }: BenchSize = {}): Promise<Row[]> {
  // A bench that is made smaller lists fewer users.
  const users = viewers === undefined ? wholeUsers : viewers * 50
  const pageOf = await open(users)
  const pages = Math.max(1, Math.floor(users / usersPerPage))
  const startedAt = performance.now()
  await pageOf({})
  const firstMs = performance.now() - startedAt
  for (const sort of userSorts) await pageOf({ sort })
  const lag = monitorEventLoopDelay({ resolution: 1 })
  lag.enable()
  const sorted: Taken[] = []
  const found: Taken[] = []
  for (let pass = 0; pass < passes; pass += 1) {
    for (const sort of userSorts)
      for (const descending of [false, true])
        sorted.push(await pageOf({ sort, descending, page: spread(sorted.length + 1, pages) }))
    for (const text of searches) for (const sort of ['lastActive', 'username']) found.push(await pageOf({ text, sort }))
  }
  lag.disable()
  const row = (measure: string, most: number, taken: readonly Taken[], more: string): Row => {
    const [times, cpu] = [taken.map(({ tookMs }) => tookMs), taken.map(({ cpuMs }) => cpuMs)]
    const [p99, median, cpuP99] = [percentile(times, 0.99), percentile(times, 0.5), percentile(cpu, 0.99)]
    // Of a busy machine the time on the clock tells more than that of the page.
    const note = `p99 ${p99.toFixed(0)} ms, of which the processor ${cpuP99.toFixed(0)} ms; median ${median.toFixed(0)} ms; ${more}`
    return { measure, against: `${most} ms`, ...atMost(1, p99 / most), note }
  }
  const shown = users.toLocaleString('en-GB')
  return [
    row(
      `a page of ${shown} users, in each of ${userSorts.length} orders, p99`,
      mostMs,
      sorted,
      `the first one ${firstMs.toFixed(0)} ms`,
    ),
    row(
      `a page of a search among ${shown} users, p99`,
      mostSearchMs,
      found,
      `the longest block of the loop ${(lag.max / 1e6).toFixed(0)} ms`,
    ),
  ]
}

if (import.meta.main) {
  printTable(await benchUsers())
  process.exit()
}
