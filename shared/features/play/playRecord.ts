import { z } from 'zod'
import { defineDocument, nobody } from '../../engine/document.ts'

/**
 * One stay in the game: from coming to leaving as one species. The menu before the first animal, and between two of the same
 * species, belongs to it; with another species a new stay begins.
 */
const Stay = z.object({
  startedAt: z.number(),
  endedAt: z.number(),
  /** As the game names it; null when they never left the menu. */
  species: z.string().nullable(),
})
type Stay = z.infer<typeof Stay>

/** What is known of one player of the game over time. Its key is the SteamID64. */
export const PlayRecord = z.object({
  /** Epoch ms; null while they were never seen. */
  firstSeenAt: z.number().nullable().default(null),
  /** While a stay goes on, when it was noted last: see `lastSeenAtOf`. */
  lastSeenAt: z.number().nullable().default(null),
  /** Of stays that have ended. */
  playMs: z.number().nonnegative().default(0),
  stays: z.int().nonnegative().default(0),
  /** The stay that goes on, if they are in the game. */
  since: z.number().nullable().default(null),
  species: z.string().nullable().default(null),
  /** The last ended ones, by their number: of all that have ended the first is 1. */
  recent: z.record(z.string(), Stay).default({}),
})
export type PlayRecord = z.infer<typeof PlayRecord>

export const playRecord = defineDocument({
  kind: 'playRecord',
  schema: PlayRecord,
  readableBy: (viewer, key) => viewer.playsAs === key && viewer.can('play'),
  memory: 'journaled',
  about: 'player',
  exported: { field: 'play', value: (record) => record },
  erased: 'deleted',
  audited: null,
})

/** Who is in the game as far as is known, so that a hub that was away knows whose stay ended meanwhile. Its key is the server's. */
export const Present = z.object({
  /** Epoch ms of the last reading, to within `heardEveryMs`. */
  heardAt: z.number().nullable().default(null),
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

/** Who is there is written down at least so often, so that a hub that falls forgets no more than that. */
export const presenceSavedEveryMs = 60_000
/** Who was away for less goes on with the same stay: a restart of the hub is none of the game. */
export const resumeWithinMs = 5 * 60_000
export const recentStays = 20
/** Three times as many as the game lets in. */
export const mostPresent = 1_000
/** A level for every so much of play. */
export const levelMs = 6 * 3_600_000

/** From 1. @param playMs all stays, the one that goes on included */
export const levelOf = (playMs: number) => 1 + Math.floor(playMs / levelMs)
/** @param now epoch ms */
export const playMsOf = ({ playMs, since }: Pick<PlayRecord, 'playMs' | 'since'>, now: number) =>
  playMs + (since === null ? 0 : Math.max(0, now - since))
/** @param now epoch ms */
export const lastSeenAtOf = ({ lastSeenAt, since }: Pick<PlayRecord, 'lastSeenAt' | 'since'>, now: number) =>
  since === null ? lastSeenAt : Math.max(since, now)

/**
 * Players whose doings nobody writes down: they had themselves erased, and have not come anew with an account. By the hash under
 * which their account was found, with the time since when, epoch ms.
 */
const UnrecordedPlayers = z.object({ since: z.record(z.string(), z.number()).default({}) })
export const unrecordedPlayers = defineDocument({
  kind: 'unnoted',
  schema: UnrecordedPlayers,
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})
/** Of more than these the first are forgotten. */
export const mostUnrecorded = 10_000
