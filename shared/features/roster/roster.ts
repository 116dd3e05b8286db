import { z } from 'zod'
import { defineDocument, holdersOf } from '../../engine/document.ts'

/** Percent, as an instrument shows it. */
const Vital = z.int().min(0).max(100)

/** A player on the game server as staff see them. Positions are not here: they come as a stream, by `slot`. */
export const RosterEntry = z.object({
  id: z.string(),
  name: z.string(),
  /** Null while the player is choosing a class: they are on the server and have no animal. */
  animal: z
    .object({
      species: z.string(),
      gender: z.enum(['Male', 'Female']).nullable(),
      /** Percent of adult size. */
      growth: z.int().nonnegative(),
      health: Vital,
      stamina: Vital,
      hunger: Vital,
      thirst: Vital,
      dead: z.boolean(),
      /** Where its position is found in the stream `positions/<server>`. Null while all slots are taken: listed, not drawn. */
      slot: z.int().nonnegative().nullable(),
      /** Id of the named region that it is in, or null in the wild between. */
      region: z.string().nullable(),
    })
    .nullable(),
})
export type RosterEntry = z.infer<typeof RosterEntry>

export const Roster = z.object({
  players: z.record(z.string(), RosterEntry).default({}),
  /** Epoch ms of the reading; null before the first. */
  readAt: z.number().nullable().default(null),
  /** How long until the next reading is due, ms: markers ease over it. */
  everyMs: z.number().positive().default(2_000),
})
export type Roster = z.infer<typeof Roster>

export const roster = defineDocument({
  kind: 'roster',
  schema: Roster,
  readableBy: holdersOf('viewAllPositions'),
  memory: 'live',
})

/** The stream that carries every animal's place, for whoever may read the roster. */
export const positionsStream = (server: string) => `positions/${server}` as const
