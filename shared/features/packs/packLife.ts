import { z } from 'zod'
import { defineDocument } from '../../engine/document.ts'
import { Place } from '../world/frame.ts'
import { pack } from './pack.ts'

/** A member who shares, as last read from the game. */
export const Seen = z.object({
  species: z.string(),
  /** Percent of adult size. */
  growth: z.int().nonnegative(),
  dead: z.boolean(),
  /** The slot of its position in the stream `packPositions/<pack>`, 1 to 31; null while it is not drawn. */
  slot: z.int().positive().nullable(),
  /** False while the game sends no legible place. */
  isPlaced: z.boolean().default(true),
  region: z.string().nullable(),
  square: z.string().nullable().default(null),
  near: z.string().nullable().default(null),
  /** Epoch ms at which this member was last in the game; null while they are, as of `readAt`. */
  goneAt: z.number().nullable(),
})
export type Seen = z.infer<typeof Seen>

/** What a ping says, in the order of a menu; the first is meant where none is given. */
export const pingKinds = ['look', 'danger', 'food', 'water', 'gather'] as const
export const PingKind = z.enum(pingKinds)
export type PingKind = z.infer<typeof PingKind>

export const Ping = Place.extend({
  kind: PingKind.default('look'),
  by: z.string(),
  name: z.string(),
  at: z.number(),
})
export type Ping = z.infer<typeof Ping>

/** The part of a pack that is read from the game or expires soon. It is never journaled. */
export const PackLife = z.object({
  /** Epoch ms of the last reading; null before the first. */
  readAt: z.number().nullable().default(null),
  everyMs: z.number().positive().default(2_000),
  /** By account: the members who share and were seen since. */
  seen: z.record(z.string(), Seen).default({}),
  /** The latest pings, by id. */
  pings: z.record(z.string(), Ping).default({}),
  /** By account, epoch ms. */
  pingedAt: z.record(z.string(), z.number()).default({}),
})
export type PackLife = z.infer<typeof PackLife>

export const packLife = defineDocument({
  kind: 'packLife',
  schema: PackLife,
  readableBy: (viewer, key, _life, read) => pack.readableBy(viewer, key, read(pack, key), read),
  decidedBy: [pack],
  memory: 'live',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** The stream of the positions of sharing members, for the pack's members. Slots are 1 to 31. */
export const packPositions = { kind: 'packPositions' } as const
/** The stream of a user's own position, in slot 0, even while hiding. Its key is the account's id. */
export const ownPositions = { kind: 'ownPositions' } as const
export const ownSlot = 0

/** How many pings are kept, and how long. */
export const mostPings = 20
export const pingKeptMs = 5 * 60_000
/** How long the ring of a ping is shown. */
export const pingRingMs = 2_000
/** A member not seen for longer than this is shown in red. */
export const longUnseenMs = 30_000
