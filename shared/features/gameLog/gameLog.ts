import { z } from 'zod'
import { defineDocument, exportedAs, holdersOf, itsPlayerAtPage, nobody, notPersonal } from '../../engine/document.ts'
import { LogLine } from './lines.ts'

/** Leaving without rest within this time after a kill is shown to staff. */
export const fightMs = 60_000
/** How many of the latest lines staff see arrive. */
export const mostInFeed = 60
export const linkCodeMs = 600_000
/** A player who sends this many wrong codes within `linkCodeMs` is not listened to until the time is over. */
export const mostWrongCodes = 5
/** How many codes may wait at once. */
export const mostLinkCodes = 1_000

/** How far the hub has recorded the log. The key is the server's. */
export const logProgress = defineDocument({
  kind: 'logProgress',
  schema: z.object({
    /** Of the link, which alone understands it. Null before the first line. */
    position: z.string().nullable().default(null),
    /** Lines recorded since the first start. */
    recorded: z.int().nonnegative().default(0),
    /** When players last killed, epoch ms by the game's id, for those within `fightMs` of the newest line. */
    fights: z.record(z.string(), z.number()).default({}),
  }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** The latest lines, for staff who watch, without places. The key is the server's. */
export const logFeed = defineDocument({
  kind: 'logFeed',
  schema: z.object({ lines: z.record(z.string(), LogLine).default({}) }),
  readableBy: holdersOf('readChat'),
  memory: 'live',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  typedTexts: ['lines.*.text'],
  audited: null,
})

/** How the link to the log is doing. The key is the server's. */
export const logLink = defineDocument({
  kind: 'logLink',
  schema: z.object({
    /** `off`: no log is configured. `following`: it was read at the last attempt. */
    state: z.enum(['off', 'opening', 'following', 'failing']).default('off'),
    /** A sentence for users; null while it follows. */
    why: z.string().nullable().default(null),
    /** Epoch ms of the state. */
    since: z.number().nullable().default(null),
    /** Where the log is, without secrets. */
    place: z.string().nullable().default(null),
    /** Whether chat is recorded. */
    chat: z.boolean().default(true),
    /** Epoch ms when it was last seen that the log was emptied or removed before all of it was read; null: not since the hub started. */
    lostAt: z.number().nullable().default(null),
    /** Lines of known categories that could not be read, since the hub started. */
    unreadable: z.int().nonnegative().default(0),
  }),
  readableBy: holdersOf('readChat'),
  memory: 'live',
  ...notPersonal('is about the link to the log'),
})

/** A kill or a death of a player. */
const Fight = z.object({
  /** When it happened in the game, epoch ms. */
  at: z.number(),
  act: z.enum(['kill', 'death']),
  /** Of the player's animal. */
  species: z.string().nullable(),
  /** Of the other player's animal; null where there is none. */
  other: z.string().nullable(),
})
export type Fight = z.infer<typeof Fight>
/** How many of a player's latest kills and deaths the record has one by one. */
export const recentFights = 30

const FightRecord = z.object({
  kills: z.int().nonnegative().default(0),
  deaths: z.int().nonnegative().default(0),
  /** Epoch ms; null where there was none. */
  lastKillAt: z.number().nullable().default(null),
  lastDeathAt: z.number().nullable().default(null),
  /** The latest, by their number: the first one of all is 1. */
  recent: z.record(z.string(), Fight).default({}),
})

/** Kills and deaths of one player, counted: for the player, and for staff who may read each of them. The key is the game's id. */
export const fightRecord = defineDocument({
  kind: 'fightRecord',
  schema: FightRecord,
  readableBy: (viewer, key) => (viewer.playsAs === key && viewer.can('play')) || viewer.can('readChat'),
  memory: 'journaled',
  about: 'player',
  exported: exportedAs('fights', (record: z.infer<typeof FightRecord>) => record, {
    kills: 'theirs',
    deaths: 'theirs',
    lastKillAt: 'theirs',
    lastDeathAt: 'theirs',
    recent: 'theirs',
  }),
  erased: 'deleted',
  audited: null,
})

/** The codes that wait to be typed in the game's chat, by their hash, and how many wrong ones players have sent. */
export const linkCodes = defineDocument({
  kind: 'linkCodes',
  schema: z.object({
    codes: z.record(z.string(), z.object({ account: z.string(), endsAt: z.number() })).default({}),
    /** By the game's id. */
    wrong: z.record(z.string(), z.object({ count: z.int(), since: z.number() })).default({}),
  }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** What became of an account's code. The key is the account's id. */
export const linkAttempt = defineDocument({
  kind: 'linkAttempt',
  schema: z.object({
    state: z.enum(['none', 'waiting', 'linked', 'belongsToOther']).default('none'),
    /** Epoch ms; null where no code waits. */
    endsAt: z.number().nullable().default(null),
  }),
  readableBy: itsPlayerAtPage,
  memory: 'journaled',
  about: 'account',
  exported: null,
  erased: 'cleared',
  audited: null,
})
