import { z } from 'zod'
import { defineDocument, exportedAs, nobody } from '../../engine/document.ts'

/**
 * One stay: the time from joining the game to leaving it, as one species. Time in the menu before the first animal, and between two
 * animals of the same species, belongs to the stay; another species begins a new one.
 */
const Stay = z.object({
  startedAt: z.number(),
  endedAt: z.number(),
  /** As the game names it; null if the player never left the menu. */
  species: z.string().nullable(),
})

/** The play time of one player. The key is the SteamID64. */
export const PlayRecord = z.object({
  /** Epoch ms; null if never seen. */
  firstSeenAt: z.number().nullable().default(null),
  /** Epoch ms; during a stay its last record: see `lastSeenAtOf`. */
  lastSeenAt: z.number().nullable().default(null),
  /** Of ended stays. */
  playMs: z.number().nonnegative().default(0),
  stays: z.int().nonnegative().default(0),
  /** Epoch ms at which the current stay began; null if the player is not in the game. */
  since: z.number().nullable().default(null),
  species: z.string().nullable().default(null),
  /** The last ended stays by number; the first one of all is 1. */
  recent: z.record(z.string(), Stay).default({}),
})
export type PlayRecord = z.infer<typeof PlayRecord>

export const playRecord = defineDocument({
  kind: 'playRecord',
  schema: PlayRecord,
  readableBy: (viewer, key) => viewer.playsAs === key && viewer.can('play'),
  memory: 'journaled',
  about: 'player',
  exported: exportedAs('play', (record: PlayRecord) => record, {
    firstSeenAt: 'theirs',
    lastSeenAt: 'theirs',
    playMs: 'theirs',
    stays: 'theirs',
    since: 'theirs',
    species: 'theirs',
    recent: 'theirs',
  }),
  erased: 'deleted',
  audited: null,
})

/** The players known to be in the game: after a restart the hub sees by it whose stay has ended. The key is the server's. */
export const Present = z.object({
  /** Epoch ms of the last reading, to within `presenceSavedEveryMs`. */
  readAt: z.number().nullable().default(null),
  players: z.record(z.string(), z.object({ since: z.number(), species: z.string().nullable() })).default({}),
})
export type Present = z.infer<typeof Present>
export const present = defineDocument({
  kind: 'present',
  schema: Present,
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** Presence is saved at least this often: a crash loses no more play time than that. */
export const presenceSavedEveryMs = 60_000
/** A stay continues after a shorter gap between readings, as after a restart of the hub. */
export const resumeWithinMs = 5 * 60_000
export const recentStays = 20
/** Three times the number of players that the game admits. */
export const mostPresent = 1_000
/** Play time per level. */
export const levelMs = 6 * 3_600_000

/** Starts at 1. @param playMs of all stays, including the current one */
export const levelOf = (playMs: number) => 1 + Math.floor(playMs / levelMs)
/** @param now epoch ms */
export const playMsOf = ({ playMs, since }: Pick<PlayRecord, 'playMs' | 'since'>, now: number) =>
  playMs + (since === null ? 0 : Math.max(0, now - since))
/** Whole hours. @param now epoch ms */
export const playHoursOf = (record: Pick<PlayRecord, 'playMs' | 'since'>, now: number) =>
  Math.floor(playMsOf(record, now) / 3_600_000)
/** @param now epoch ms */
export const lastSeenAtOf = ({ lastSeenAt, since }: Pick<PlayRecord, 'lastSeenAt' | 'since'>, now: number) =>
  since === null ? lastSeenAt : Math.max(since, now)

/**
 * Players who are excluded from play records: erased on request, without an account since. By the key of their identity, with the
 * epoch ms of the erasure.
 */
const UnrecordedPlayers = z.object({
  since: z.record(z.string(), z.number()).default({}),
  /** The same of players who have an account again: a restore of older data must not bring back what was erased. */
  returned: z.record(z.string(), z.number()).default({}),
})
export const unrecordedPlayers = defineDocument({
  kind: 'unrecordedPlayers',
  schema: UnrecordedPlayers,
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})
/** The oldest entries are dropped beyond this. */
export const mostUnrecorded = 10_000
