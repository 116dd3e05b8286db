import { z } from 'zod'
import { defineArchive } from '../../engine/archive.ts'
import { defineDocument, holdersOf, nobody, notPersonal } from '../../engine/document.ts'
import { currencies } from '../world/currencies.ts'

/** Statistics are kept by UTC hour and UTC day: neither has an hour twice, nor none, when clocks change. */
export const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs
/** Players online are also kept for each part of an hour, for the plot of a day. */
export const partsPerHour = 12

const Count = z.number().nonnegative()
const optional = <S extends z.ZodType>(schema: S) => schema.optional()
/** By name; a missing name is 0. */
const Counts = optional(z.record(z.string(), Count))

/** Squares of the map in each direction of the heat map. */
export const heatSide = 32
/** In fewer animals than these in a square at once, nobody is counted there: so no place leads to a player. */
export const leastInSquare = 3

/**
 * What was counted in a time: of an hour, of a day. All are sums, so that the sums of a day are those of its hours added up, except `peak`,
 * `players`, `online` and `supply`. What is missing is 0, so that a quiet hour takes a few bytes. No row names or counts a single account.
 */
export const Sums = z.object({
  /** Seconds in which the hub measured, in which the link to the game was up, and in which the game was known to run. */
  hubSeconds: optional(Count),
  linkSeconds: optional(Count),
  gameSeconds: optional(Count),
  /** Seconds in which it was known whether the game ran. */
  gameKnownSeconds: optional(Count),
  /** Seconds of all players together, and the most players at once. The mean of players online is by `linkSeconds`. */
  playerSeconds: optional(Count),
  peak: optional(Count),
  /** Mean of players online in each part of the hour; of a day in each hour. Null where it is not known. */
  online: optional(z.array(Count.nullable())),
  joins: optional(Count),
  /** Of a day: different players, and those of them who had never been seen before. */
  players: optional(Count),
  newPlayers: optional(Count),
  newAccounts: optional(Count),
  /** Player seconds by species. */
  species: Counts,
  kills: optional(Count),
  deaths: optional(Count),
  /** Deliveries to the game by their outcome, and by what they do. */
  outcomes: Counts,
  deliveries: Counts,
  /** Commands of users to the hub: done, refused, failed. */
  commands: Counts,
  /** Histograms of ms, by `latencyBucket`: the game's answers to the hub, and deliveries from order to outcome. */
  linkMs: Counts,
  deliveryMs: Counts,
  /** The same by `commandBucket`: users' commands that were done, from their arrival at the leader to the acknowledgement. */
  commandMs: Counts,
  /** Times since the visit before, by `gapBucket`, of players who came again. */
  gaps: Counts,
  /** Animal seconds by square of the heat map (x + y · `heatSide`), only while `leastInSquare` were there. */
  heat: Counts,
  /**
   * By account of the ledger (`faucet:…`, `sink:…`, `transfer`) and currency, as `faucet:trivia/voidPearls`: the amount, less what went back, and
   * how many payments.
   */
  moved: optional(z.record(z.string(), z.number())),
  times: Counts,
  /** Of the shop and the other sinks with items, by `cause/currency/item`. */
  sold: Counts,
  soldTimes: Counts,
  /** What staff gave back of it, by the UTC day of the payment, as `2026-11-22/cause/currency/item`. */
  refunded: Counts,
  refundedTimes: Counts,
  /** Supply by currency at the end of the time. */
  supply: Counts,
})
export type Sums = z.infer<typeof Sums>

const KeptSums = z.object({
  server: z.string(),
  /** Epoch ms of the beginning of the hour or day, in UTC. */
  from: z.number(),
  sums: Sums,
})

const ofEvents = { server: 'event', from: 'event', sums: 'event' } as const
const base = {
  schema: KeptSums,
  readableBy: holdersOf('ownerPanel'),
  persons: {},
  fields: ofEvents,
  erased: 'emptied',
  audited: null,
} as const

/** One row for each hour that the hub ran in, written when the next one begins, without what is kept by day alone. Kept: they are small and name no one. */
export const hourSums = defineArchive({ kind: 'hourSums', ...base })
/** The same for each day. */
export const daySums = defineArchive({ kind: 'daySums', ...base })

const byBeginning = z.record(z.string(), Sums).default({})

/**
 * The hours and days that are not over: usually one of each. A crash loses what was measured since it was last saved (`savedEveryMs`), and
 * nothing of joins, fights, accounts and what the house made and took. The key is the server's.
 */
export const runningSums = defineDocument({
  kind: 'runningSums',
  schema: z.object({
    /** By epoch ms of the beginning. */
    hours: byBeginning,
    days: byBeginning,
    /** How often a part was saved: each is added once. */
    saved: z.int().default(0),
    /** Epoch ms at which counting began; null before. */
    firstAt: z.number().nullable().default(null),
    /** Epoch ms until which everything that was measured is saved; null before the first part. */
    until: z.number().nullable().default(null),
    /** What the house had made and taken when it was last counted, by `account/currency`, exact: the next count adds the difference. */
    movedBefore: z.record(z.string(), z.string()).default({}),
    /** Of the last `upDays` days: seconds in which the hub measured, the link was up, the game ran, and it was known whether it ran. */
    up: z.record(z.string(), z.tuple([Count, Count, Count, Count])).default({}),
  }),
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('has sums over all players, none of whom can be told apart'),
})
export const upDays = 30
/** What is measured is saved at least this often. */
export const savedEveryMs = 60_000

/** Of how many weeks after that of joining the return is counted. */
export const retentionWeeks = 26

/** Of the players who joined in a week (from Monday, UTC): how many there were, and in each week after it how many came. The key is the year of the week's Monday. */
export const retention = defineDocument({
  kind: 'retention',
  schema: z.object({
    /** By the day of the Monday, as 2026-11-16. The first number is those who joined. */
    weeks: z.record(z.string(), z.array(Count)).default({}),
  }),
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('has sums over all players of a week, none of whom can be told apart'),
})

/** When each bucket of a histogram of ms ends: each is 1.4 times the one before, from 1 ms to four minutes. */
const bucketBase = Math.SQRT2
const mostBuckets = 36
/** @param ms not negative */
export const latencyBucket = (ms: number) =>
  Math.min(mostBuckets, ms <= 1 ? 0 : Math.ceil(Math.log(ms) / Math.log(bucketBase) - 1e-9))
/** Every second of these buckets, each twice the one before: commands of users are counted in every hour, and a year of sums has a limit. */
export const commandBucket = (ms: number) => Math.ceil(latencyBucket(ms) / 2) * 2
/** Upper end of a bucket, ms. */
export const bucketEndMs = (bucket: number) => bucketBase ** bucket

/** Upper ends of the times between two visits; the last bucket has all above. */
export const gapEnds = [
  { name: 'under an hour', ms: hourMs },
  { name: '1 to 3 hours', ms: 3 * hourMs },
  { name: '3 to 12 hours', ms: 12 * hourMs },
  { name: '12 to 24 hours', ms: dayMs },
  { name: '1 to 2 days', ms: 2 * dayMs },
  { name: '2 to 4 days', ms: 4 * dayMs },
  { name: '4 to 7 days', ms: weekMs },
  { name: '1 to 2 weeks', ms: 2 * weekMs },
  { name: '2 to 4 weeks', ms: 4 * weekMs },
  { name: 'over 4 weeks', ms: Number.POSITIVE_INFINITY },
] as const
export const gapBucket = (ms: number) => gapEnds.findIndex((end) => ms < end.ms)

/** How recently each currency of a wallet moved, as the number of the UTC day since 1970; 0: not since the hub counts it. The key is the account id. */
export const walletDays = defineDocument({
  kind: 'walletDays',
  schema: z.object({
    voidPearls: z.int().default(0),
    razorTalons: z.int().default(0),
    sylvanShards: z.int().default(0),
  }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'account',
  // The same is in the ledger, which is exported.
  exported: null,
  erased: 'deleted',
  audited: null,
})
/** After as many days without movement currency is asleep. */
export const asleepDays = 30

const PerCurrency = z.object({ asleep: z.number().nullable(), richestShare: z.number().nullable() })

/** What the last look through all wallets and accounts found. It takes a while, so it is made every few minutes, and says when. */
export const census = defineDocument({
  kind: 'census',
  schema: z.object({
    /** Epoch ms; null before the first. */
    at: z.number().nullable().default(null),
    accounts: z.int().default(0),
    /** Players with a play record. */
    players: z.int().default(0),
    /** Wallets that are not empty. */
    wallets: z.int().default(0),
    holds: z.int().default(0),
    oldestHold: z
      .object({ at: z.number(), cause: z.string(), currency: z.enum(currencies), amount: z.number(), item: z.string() })
      .nullable()
      .default(null),
    byCurrency: z.partialRecord(z.enum(currencies), PerCurrency).default({}),
  }),
  readableBy: nobody,
  memory: 'live',
  ...notPersonal('has sums over all wallets, and the amount of one hold without its owner'),
})
export type Census = z.infer<(typeof census)['schema']>
