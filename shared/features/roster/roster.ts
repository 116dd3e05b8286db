import { z } from 'zod'
import { defineDocument, holdersOf, notPersonal } from '../../engine/document.ts'

/** Whole percent. */
const Vital = z.int().min(0).max(100)

/** A player on the game server as staff see them. Positions are sent as a stream, by `slot`. */
export const RosterEntry = z.object({
  id: z.string(),
  /** '' where the game does not report it clearly: then the id is shown. */
  name: z.string(),
  /** Null while the player is on the server and is choosing a class. */
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
      /** As the game names them, each once; missing where it has none. */
      mutations: z.array(z.string()).optional(),
      /** The slot of its position in the stream `positions/<server>`; null while all slots are taken. */
      slot: z.int().nonnegative().nullable(),
      /** False while the game sends no legible place: the animal has no marker and no region. */
      isPlaced: z.boolean().default(true),
      /** The id of the named region that it is in; null outside of all. */
      region: z.string().nullable(),
      /** Its square on the map's grid, such as "C5"; null outside the map. */
      square: z.string().nullable().default(null),
      /** The id of the nearest region; null without a place. */
      near: z.string().nullable().default(null),
    })
    .nullable(),
})
export type RosterEntry = z.infer<typeof RosterEntry>

export const Roster = z.object({
  players: z.record(z.string(), RosterEntry).default({}),
  /** Epoch ms of the reading; null before the first. */
  readAt: z.number().nullable().default(null),
  /** Ms until the next reading is due; markers ease over it. */
  everyMs: z.number().positive().default(2_000),
})
export type Roster = z.infer<typeof Roster>

export const roster = defineDocument({
  kind: 'roster',
  schema: Roster,
  readableBy: holdersOf('viewAllPositions'),
  memory: 'live',
  ...notPersonal('mirrors the game, with and without accounts; its recordings lose names and ids'),
})

/** Who is in the game, by name alone: for staff who may not see what the players play and where they are. */
export const onlinePlayers = defineDocument({
  kind: 'onlinePlayers',
  schema: z.object({
    players: z.record(z.string(), z.object({ name: z.string() })).default({}),
    /** False before the first reading. */
    isRead: z.boolean().default(false),
  }),
  readableBy: holdersOf('viewPendingCommands'),
  memory: 'live',
  ...notPersonal('mirrors the game, with and without accounts; its recordings lose names and ids'),
})

/** The stream of all positions, for users who may read the roster. */
export const positionsStream = (server: string) => `positions/${server}` as const
