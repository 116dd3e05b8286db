import { z } from 'zod'
import { defineDocument, everyone, exportedAs, itsPlayer, notPersonal } from '../../engine/document.ts'

/** The tabs, in the order of the specification. */
export const boards = ['kd', 'razorTalons', 'sylvanShards', 'playTime'] as const
export type Board = (typeof boards)[number]

/** What a list counts: everything, the last 30 or 7 UTC days with today, or the present season. */
export const windows = ['all', '30', '7', 'season'] as const
export type Window = (typeof windows)[number]

/** Balances have no window: they are what users have now. */
export const windowsOf: Readonly<Record<Board, readonly Window[]>> = {
  kd: windows,
  razorTalons: ['all'],
  sylvanShards: ['all'],
  playTime: windows,
}

/** A list: a tab and its window. */
export const listKeys = [
  'kd.all',
  'kd.30',
  'kd.7',
  'kd.season',
  'razorTalons.all',
  'sylvanShards.all',
  'playTime.all',
  'playTime.30',
  'playTime.7',
  'playTime.season',
] as const
export const ListKey = z.enum(listKeys)
export type ListKey = z.infer<typeof ListKey>
/** The list of a tab; that of all time where the tab has no such window. */
export const listKeyOf = (board: Board, window: Window): ListKey =>
  `${board}.${windowsOf[board].includes(window) ? window : 'all'}` as ListKey

/** How many places are published. */
export const mostPlaces = 10
/** Places above and below one's own. */
export const neighbours = 2
/** A K/D ratio counts from this many kills and deaths together, in its window. */
export const leastFights = 5
/** A list is published at most this often, ms. */
export const publishEveryMs = 60_000

const Count = z.int().nonnegative()

/** One place. Pages read the name from the profile. */
export const Place = z.object({
  /** From 1. */
  rank: z.int().min(1),
  /** Null in a kept season where the player is not listed any more. */
  account: z.string().nullable(),
  /** A ratio, an amount, or ms. */
  score: z.number().nonnegative(),
  /** Of a K/D ratio. */
  kills: Count.nullable().default(null),
  deaths: Count.nullable().default(null),
})
export type Place = z.infer<typeof Place>

const Places = z.record(z.string(), Place)
const List = z.object({
  /** How many players are listed. */
  size: Count.default(0),
  /** By rank. */
  places: Places.default({}),
})

export const logStates = ['off', 'opening', 'following', 'failing'] as const

/** The first places of all lists. One document, published at most once a minute. */
export const leaderboards = defineDocument({
  kind: 'leaderboards',
  schema: z.object({
    /** Epoch ms; null before the first time. */
    publishedAt: z.number().nullable().default(null),
    /** Of the link to the game's log, by which kills and deaths are known. */
    log: z.enum(logStates).default('off'),
    /** By `ListKey`. */
    lists: z.record(z.string(), List).default({}),
  }),
  readableBy: everyone,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

const Ended = z.object({ startedAt: z.number(), endedAt: z.number() })

/** The present season, and those before it. All times are epoch ms. */
export const seasons = defineDocument({
  kind: 'seasons',
  schema: z.object({
    number: z.int().min(1).default(1),
    startedAt: z.number().default(0),
    /** A season ends with each calendar month, at 00:00 UTC. */
    isMonthly: z.boolean().default(false),
    /** The last one ended, and its places are being kept. */
    keeping: Ended.nullable().default(null),
    /** Those whose places are kept, by number. */
    kept: z.record(z.string(), Ended).default({}),
  }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('It has numbers and times of seasons.'),
  audited: 'seasonAudit',
})

/** The final places of a season, by tab. The key is its number. */
export const keptSeason = defineDocument({
  kind: 'keptSeason',
  schema: z.object({ lists: z.record(z.string(), List).default({}) }),
  readableBy: everyone,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** Whether a user is listed. The key is the account id. */
const Listing = z.object({ isListed: z.boolean().default(true) })
export const leaderboardSettings = defineDocument({
  kind: 'leaderboardSettings',
  schema: Listing,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('leaderboardSettings', (own: z.infer<typeof Listing>) => own, { isListed: 'theirs' }),
  erased: 'cleared',
  audited: null,
})
