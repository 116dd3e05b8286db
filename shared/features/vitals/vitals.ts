import { z } from 'zod'
import { defineDocument, itsPlayer } from '../../engine/document.ts'
import { RosterEntry } from '../roster/roster.ts'

/** A player's own dinosaur as last read. Its key is the account's id. */
export const Vitals = z.object({
  /** Epoch ms of the last reading; null before the first. */
  readAt: z.number().nullable().default(null),
  everyMs: z.number().positive().default(2_000),
  /** Whether the linked player is on the game server. */
  online: z.boolean().default(false),
  /** Null while the player is not on the server or is choosing a class. */
  animal: RosterEntry.shape.animal.unwrap().omit({ slot: true, mutations: true }).nullable().default(null),
  /**
   * When the animal is likely to be adult at the rate at which it was seen to grow: epoch ms, and by how many ms it may be wrong. Null
   * where that is not known.
   */
  adult: z.object({ at: z.number(), giveMs: z.number().nonnegative() }).nullable().default(null),
})
export type Vitals = z.infer<typeof Vitals>

export const vitals = defineDocument({
  kind: 'vitals',
  schema: Vitals,
  readableBy: itsPlayer,
  memory: 'live',
  about: 'account',
  exported: null,
  erased: 'cleared',
  audited: null,
})
