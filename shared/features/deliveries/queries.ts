import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { permissionFor } from './kinds.ts'

export const PastBan = z.object({
  /** Epoch ms. */
  at: z.number(),
  act: z.enum(['ban', 'unban']),
  /** The name of the account; empty where it was erased. */
  byName: z.string(),
  reason: z.string(),
  /** From then on; null for a permanent ban, and for an unban. */
  durationMs: z.number().nullable(),
  /** How it came to nothing; without it where it did not, or where that is not known any more. The hub keeps a ban that the game refuses. */
  outcome: z.enum(['refused', 'failed', 'cancelled', 'dropped']).nullish(),
})
export type PastBan = z.infer<typeof PastBan>

/** The latest bans and unbans of a player, newest first: from the audit, or for staff who may not read that, the latest ones alone. */
export const pastBans = defineQuery({
  name: 'deliveries.pastBans',
  permission: permissionFor.ban,
  input: z.object({ player: z.string().min(1).max(40) }),
  output: z.object({ bans: z.array(PastBan) }),
})
