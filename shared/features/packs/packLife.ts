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
  /** Where its position is found in the stream `packPositions/<pack>`: 1 to 31. Null while it is not drawn. */
  slot: z.int().positive().nullable(),
  region: z.string().nullable(),
  /** Epoch ms at which this member was last there; null while they are there, as of `readAt`. */
  goneAt: z.number().nullable(),
})
export type Seen = z.infer<typeof Seen>

export const Ping = Place.extend({ by: z.string(), name: z.string(), at: z.number() })
export type Ping = z.infer<typeof Ping>

/** What of a pack the game tells again, or what is soon of no use: never journaled. */
export const PackLife = z.object({
  /** Epoch ms of the last reading; null before the first. */
  readAt: z.number().nullable().default(null),
  everyMs: z.number().positive().default(2_000),
  /** By account: only members who share, and were seen since they do. */
  seen: z.record(z.string(), Seen).default({}),
  /** The last few, by id. */
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
})

/** The stream of the places of the members who share, for the pack's members. Their slots are 1 to 31. */
export const packPositions = { kind: 'packPositions' } as const
/** The stream of one's own place, for oneself: slot 0, whether one hides or not. Its key is the account's id. */
export const ownPositions = { kind: 'ownPositions' } as const
export const ownSlot = 0

/** Pings kept, and how long. */
export const mostPings = 20
export const pingKeptMs = 5 * 60_000
/** How long its ring is seen. */
export const pingRingMs = 2_000
/** A member not seen for longer is shown in red. */
export const longUnseenMs = 30_000
