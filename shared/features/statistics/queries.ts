import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'

const Value = z.number().nullable()
const Values = z.array(Value)
const Amount = z.number()

/** Of all these queries: times are epoch ms, days and hours are UTC, null is what is not known. Arrays are parallel to `times` or `days`. */
const owners = { permission: 'ownerPanel', perMinute: 120 } as const

/** A day in parts of five minutes, 7 days by hour, 30 days by three hours, a year by day. */
export const windows = ['day', 'week', 'month', 'year'] as const
export type Window = (typeof windows)[number]
const WindowInput = z.strictObject({ window: z.enum(windows) })

const Online = z.object({ mean: Values, peak: Values })

/** Players online, and laid over them the same time before: yesterday, last week, the 30 days before. */
export const readPlayersOnline = defineQuery({
  name: 'statistics.readPlayersOnline',
  ...owners,
  input: WindowInput,
  output: z.object({
    /** Beginnings of the steps, the oldest first; the last one runs now. */
    times: z.array(z.number()),
    stepMs: z.number(),
    now: Online,
    before: Online,
    /** The most at once in this time: of whole hours, and whole days where the steps are longer. */
    most: Value,
    /** When the first hour was counted; null: none yet. */
    firstAt: Value,
  }),
})

/** Mean of players online by day of the week and hour, over the last weeks. */
export const readHours = defineQuery({
  name: 'statistics.readHours',
  ...owners,
  input: z.strictObject({ weeks: z.literal([4, 12, 52]).default(4) }),
  output: z.object({
    /** Seven lists of 24, from Monday, 00:00 UTC. */
    mean: z.array(Values),
    /** On how many days each rests. */
    days: z.array(z.array(z.int())),
    firstAt: Value,
  }),
})

export const dayCounts = [
  'players',
  'newPlayers',
  'returningPlayers',
  'joins',
  'newAccounts',
  'playerHours',
  'peak',
  'kills',
  'deaths',
  'commandsDone',
  'commandsRefused',
  'commandsFailed',
  /** Percent of the day: since 00:00 of today. */
  'hubUp',
  'linkUp',
  'gameUp',
] as const
const Share = z.object({ name: z.string(), value: Amount })

/** What was counted by day, and over all these days. Today is the last one, and still counts. */
export const readDays = defineQuery({
  name: 'statistics.readDays',
  ...owners,
  input: z.strictObject({ days: z.literal([7, 30, 90, 365]).default(30) }),
  output: z.object({
    /** As 2026-11-22. */
    days: z.array(z.string()),
    /** Null on days in which the hub counted nothing. */
    counts: z.record(z.enum(dayCounts), Values),
    /** Deliveries to the game by outcome (confirmed, refused, failed, unknown, manual, done, dropped, cancelled), by day. */
    outcomes: z.record(z.string(), Values),
    /** Over all these days, the largest first: deliveries by what they do, and hours played by species. */
    deliveries: z.array(Share),
    species: z.array(Share),
    /** Visits by the time since the visit before, in the order of `gapEnds`. */
    gaps: z.array(Share),
    /** Why kills and deaths are not known; null where they are. */
    fightsWhy: z.string().nullable(),
    firstAt: Value,
  }),
})

/** Of the players who were first seen in a week: how many came back in each week after it. */
export const readRetention = defineQuery({
  name: 'statistics.readRetention',
  ...owners,
  input: z.strictObject({ weeks: z.literal([8, 16, 26]).default(16) }),
  output: z.object({
    /** The newest first. `week` is the day of its Monday. `came` has one number for each week after it, up to the present one, which still counts. */
    weeks: z.array(z.object({ week: z.string(), joined: z.int(), came: z.array(z.int()) })),
    firstAt: Value,
  }),
})

/** Where on the map animals were: only hours that are over, and only while at least three were in a square. */
export const readHeat = defineQuery({
  name: 'statistics.readHeat',
  ...owners,
  input: WindowInput,
  output: z.object({
    /** Squares in each direction of the map. */
    side: z.int(),
    /** x to the east and y to the south, from 0; hours of all animals together. */
    squares: z.array(z.object({ x: z.int(), y: z.int(), hours: Amount })),
    /** Until when it counts; null: no hour yet. */
    until: Value,
    firstAt: Value,
  }),
})

const Percentiles = z.object({ p50: Values, p95: Values, p99: Values, count: Values })

/**
 * How long the game took to answer the hub, and deliveries from order to outcome, at most 1.4 times too long; and users' commands from their
 * arrival at the leader to the acknowledgement, at most twice too long. Ms.
 */
export const readLatency = defineQuery({
  name: 'statistics.readLatency',
  ...owners,
  input: z.strictObject({ window: z.enum(['day', 'week', 'month']) }),
  output: z.object({
    times: z.array(z.number()),
    stepMs: z.number(),
    link: Percentiles,
    delivery: Percentiles,
    command: Percentiles,
    /** Steps in which commands were done that an earlier release did not time. */
    commandsUntimed: z.int(),
    firstAt: Value,
  }),
})
