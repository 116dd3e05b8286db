import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOf, kindOf } from '../../../shared/engine/document.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import { type PlayRecord, playRecord } from '../../../shared/features/play/playRecord.ts'
import {
  dayMs,
  gapBucket,
  hourMs,
  retention,
  runningSums,
  type Sums,
  weekMs,
} from '../../../shared/features/statistics/sums.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import { createTestClock } from '../../testing/clock.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { beginningOfDay, beginningOfWeek, dayName } from './running.ts'
import { addSums, asPartOfDay } from './sums.ts'
import { type OpenStatistics, openStatistics } from './testing/openStatistics.ts'

const players = ['1', '2', '3', '4', '5'].map((one) => `7656119800000010${one}`)
const species = ['Carnotaurus', 'Triceratops', null]
const Reading = fc.dictionary(fc.constantFrom(...players), fc.constantFrom(...species), { maxKeys: 5 })

const rounded = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, Math.round(count * 10) / 10]))

async function hoursOf({ hub, hourRows }: OpenStatistics): Promise<Map<number, Sums>> {
  const hours = new Map<number, Sums>()
  const add = (from: number, sums: Sums) => hours.set(from, addSums(hours.get(from) ?? {}, sums))
  for (const { from, sums } of await hourRows()) add(from, sums)
  for (const [from, sums] of Object.entries(hub.read(runningSums, mainServer).hours)) add(Number(from), sums)
  return hours
}

const Moment = fc.oneof(
  fc.record({ does: fc.constant('read' as const), seen: Reading }),
  fc.record({ does: fc.constant('link' as const), isUp: fc.boolean() }),
  fc.record({ does: fc.constant('count' as const), players: fc.nat(300) }),
  fc.record({ does: fc.constant('pass' as const), steps: fc.integer({ min: 1, max: 60 }) }),
)

test('[SX1] seconds, players online, peaks and species of each hour are those of a naive count of every half second', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(7_200), fc.array(Moment, { minLength: 10, maxLength: 30 }), async (ahead, moments) => {
      // Around the beginning of a day, at no whole ten seconds.
      const app = await openStatistics({ clock: createTestClock(Date.UTC(2026, 2, 29) - ahead * 500) })
      const state = { isUp: false, count: 0, seen: {} as Record<string, string | null> }
      const naive = new Map<
        number,
        { hub: number; link: number; players: number; peak: number; species: Record<string, number> }
      >()
      const measured = () => {
        const end = app.clock.now()
        for (let at = end - 10_000; at < end; at += 500) {
          const hour = Math.floor(at / hourMs) * hourMs
          const one = naive.get(hour) ?? { hub: 0, link: 0, players: 0, peak: 0, species: {} }
          naive.set(hour, one)
          one.hub += 0.5
          if (!state.isUp) continue
          one.link += 0.5
          one.players += state.count / 2
          one.peak = Math.max(one.peak, state.count)
          for (const each of Object.values(state.seen)) if (each) one.species[each] = (one.species[each] ?? 0) + 0.5
        }
      }
      await app.see({ playerCount: 0 })
      let steps = 0
      for (const moment of moments) {
        if (moment.does === 'link') state.isUp = moment.isUp
        if (moment.does === 'count') state.count = moment.players
        await app.see({ isLinkUp: state.isUp, playerCount: state.count })
        if (moment.does === 'read') {
          await app.reading(moment.seen)
          state.seen = Object.fromEntries(
            Object.entries(moment.seen).map(([id, one]) => [
              id,
              one ?? (id in state.seen ? (state.seen[id] ?? null) : null),
            ]),
          )
        }
        for (let step = 0; step < (moment.does === 'pass' ? moment.steps : 0); step += 1) {
          await app.pass(10_000)
          measured()
          // So that no stay ends for want of a reading.
          steps += 1
          if (steps % 20 === 0) await app.reading(state.seen)
        }
      }
      await app.worker.stop()
      const rows = (await app.hourRows()).map(({ from }) => from)
      expect(rows).toEqual([...new Set(rows)])
      const hours = await hoursOf(app)
      const found = [...hours].map(
        ([from, { hubSeconds = 0, linkSeconds = 0, playerSeconds = 0, peak = 0, species: kinds = {} }]) => [
          from,
          { hub: hubSeconds, link: linkSeconds, players: playerSeconds, peak, species: rounded(kinds) },
        ],
      )
      expect(Object.fromEntries(found.filter(([, one]) => (one as { hub: number }).hub > 0))).toEqual(
        Object.fromEntries(naive),
      )
      expect(app.faults).toEqual([])
    }),
    { numRuns: 20, seed: 41 },
  )
})

const Event = fc.oneof(
  { weight: 3, arbitrary: fc.record({ does: fc.constant('read' as const), seen: Reading }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('pass' as const),
      ms: fc.constantFrom(20_000, 240_000, hourMs, 7 * hourMs, 2 * dayMs),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('crash' as const) }) },
)

/** All stays of a player, the one that runs included. */
const staysOf = ({ recent, since }: PlayRecord, now: number) => [
  ...Object.values(recent).map(({ startedAt, endedAt }) => ({ startedAt, endedAt })),
  ...(since === null ? [] : [{ startedAt: since, endedAt: now }]),
]

test('[SX2] joins, players of a day, visits and weeks are those of a naive count of all stays, over crashes too', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(100), fc.array(Event, { minLength: 10, maxLength: 40 }), async (ahead, events) => {
      // Around the beginning of a week and of a year.
      let app = await openStatistics({ clock: createTestClock(Date.UTC(2028, 0, 3) - ahead * 60_000) })
      const startedAt = app.clock.now()
      for (const event of events) {
        // A reading is never of the same moment as the one before.
        app.clock.pass(1_000)
        if (event.does === 'read') await app.reading(event.seen)
        else if (event.does === 'crash') app = await app.restartAfterCrash()
        else await app.pass(event.ms, Math.max(10_000, event.ms / 10))
      }
      await app.pass(60_000)
      await app.worker.stop()
      const now = app.clock.now()
      const records = [...app.hub.journaledIds()].flatMap((id) =>
        kindOf(id) === playRecord.kind ? [app.hub.read(playRecord, keyOf(id))] : [],
      )
      const visits = records.map((record) => staysOf(record, now))
      const gaps: Record<string, number> = {}
      const weeks: Record<string, number[]> = {}
      let joins = 0
      for (const stays of visits) {
        for (const [nth, { startedAt: began }] of stays.entries()) {
          const before = stays[nth - 1]
          if (before?.endedAt === began) continue
          joins += 1
          if (before) gaps[gapBucket(began - before.endedAt)] = (gaps[gapBucket(began - before.endedAt)] ?? 0) + 1
        }
        const [joined = 0, ...others] = [...new Set(stays.map(({ startedAt: began }) => beginningOfWeek(began)))]
        const row = weeks[dayName(joined)] ?? []
        weeks[dayName(joined)] = row
        for (const week of [joined, ...others]) {
          const at = (week - joined) / weekMs
          while (row.length <= at) row.push(0)
          row[at] = (row[at] ?? 0) + 1
        }
      }
      const all = await app.everything()
      expect({ joins: all.joins ?? 0, newPlayers: all.newPlayers ?? 0, gaps: all.gaps ?? {} }).toEqual({
        joins,
        newPlayers: records.length,
        gaps,
      })
      const kept = ['2027', '2028'].flatMap((year) => Object.entries(app.hub.read(retention, year).weeks))
      expect(Object.fromEntries(kept)).toEqual(weeks)
      const days = Object.fromEntries((await app.dayRows()).map(({ from, sums }) => [dayName(from), sums.players ?? 0]))
      for (let day = beginningOfDay(startedAt); day + dayMs <= now; day += dayMs) {
        const were = visits.filter((stays) =>
          stays.some((one) => one.startedAt < day + dayMs && one.endedAt >= day),
        ).length
        if (dayName(day) in days) expect([dayName(day), days[dayName(day)]]).toEqual([dayName(day), were])
      }
      expect(app.faults).toEqual([])
    }),
    { numRuns: 30, seed: 42 },
  )
})

test('[SX3] a day is the sum of its hours, however they are grouped', () => {
  const Counts = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.nat(100))
  const Hour = fc.record(
    {
      hubSeconds: fc.nat(3_600),
      linkSeconds: fc.nat(3_600),
      playerSeconds: fc.nat(9_999),
      peak: fc.nat(300),
      joins: fc.nat(9),
      species: Counts,
      moved: Counts,
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.array(Hour, { maxLength: 24 }), fc.nat(24), (hours, cut) => {
      const sum = (some: readonly Sums[], first = 0) =>
        some.reduce<Sums>((all, one, nth) => addSums(all, asPartOfDay((first + nth) * hourMs, one)), {})
      const parts = addSums(sum(hours.slice(0, cut)), sum(hours.slice(cut), cut))
      expect(parts).toEqual(sum(hours))
      const total = (of: (one: Sums) => number | undefined) => hours.reduce((all, one) => all + (of(one) ?? 0), 0)
      expect(parts.hubSeconds ?? 0).toBe(total((one) => one.hubSeconds))
      expect(parts.species?.a ?? 0).toBe(total((one) => one.species?.a))
      expect(parts.peak ?? 0).toBe(Math.max(0, ...hours.map((one) => one.peak ?? 0)))
    }),
    { numRuns: 100, seed: 43 },
  )
})

const Move = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('earn' as const, 'buy' as const, 'gift' as const, 'hold' as const, 'refund' as const),
      who: fc.constantFrom('ann', 'bob'),
      other: fc.constant('cat'),
      currency: fc.constantFrom(...currencies),
      amount: fc.integer({ min: 1, max: 500 }),
      item: fc.constantFrom('Utahraptor', 'Full Heal / great'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant('pass' as const), ms: fc.constantFrom(10_000, 70_000, hourMs) }),
  },
)

test('[SX20] what came in, went out, passed between users and was sold is what the ledger has, row by row', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Move, { minLength: 10, maxLength: 60 }), async (moves) => {
      const app = await openStatistics({ clock: createTestClock(Date.UTC(2026, 11, 31, 23)) })
      for (const name of ['ann', 'bob', 'cat']) await app.link(name)
      await app.pass(10_000)
      for (const one of moves) {
        if (one.does === 'pass') await app.pass(one.ms, one.ms / 4)
        else await app.move(one)
      }
      await app.pass(10_000)
      await app.worker.stop()
      const naive = {
        moved: {},
        times: {},
        sold: {},
        soldTimes: {},
        refunded: {},
        refundedTimes: {},
      } satisfies Record<string, Record<string, number>>
      const add = (counts: Record<string, number>, key: string, amount: number) => {
        counts[key] = (counts[key] ?? 0) + amount
      }
      const { rows } = await app.memory.storage.archivePage({ kind: ledger.kind, before: null, limit: 500 })
      const paidOn = new Map(rows.map(({ at, row }) => [ledger.schema.parse(row).operation, dayName(at)]))
      for (const { row } of rows) {
        const { entries, cause, item, reverses } = ledger.schema.parse(row)
        for (const { account, currency, amount } of entries) {
          const isHouse = account.startsWith('faucet:') || account.startsWith('sink:')
          if (!isHouse && !(cause === 'gift' && amount > 0)) continue
          const key = `${isHouse ? account : 'transfer'}/${currency}`
          add(naive.moved, key, account.startsWith('faucet:') ? -amount : amount)
          add(naive.times, key, 1)
          if (cause === 'refund') {
            const sold = `${paidOn.get(reverses ?? '')}/shop/${currency}/${item}`
            add(naive.refunded, sold, -amount)
            add(naive.refundedTimes, sold, 1)
          } else if (account === 'sink:shop') {
            add(naive.sold, `shop/${currency}/${item}`, amount)
            add(naive.soldTimes, `shop/${currency}/${item}`, 1)
          }
        }
      }
      const all = await app.everything()
      const { moved = {}, times = {}, sold = {}, soldTimes = {}, refunded = {}, refundedTimes = {} } = all
      const counted = { moved, times, sold, soldTimes, refunded, refundedTimes }
      expect(counted).toEqual(naive)
      expect(await moneyProblems(app.hub, app.memory.storage)).toEqual([])
      expect(app.faults).toEqual([])
    }),
    { numRuns: 20, seed: 44 },
  )
})
