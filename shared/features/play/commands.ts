import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'

/** The game's id of a player: SteamID64, or the EOS id in older builds. */
export const PlayedId = z.string().regex(/^(?:\d{1,20}|[0-9a-f]{32})$/i)

/** A reading of who is in the game. Records which players joined, left and changed species; nothing if nothing has changed. */
export const recordPlay = defineCommand({
  name: 'play.record',
  permission: 'hub',
  input: z.object({
    server: z.string(),
    players: z.array(
      z.object({
        id: PlayedId,
        /** Null if unknown: in the menu, or read from the list of players. */
        species: z.string().nullable(),
        /** '' if unknown. */
        name: z.string().max(200).default(''),
      }),
    ),
    /** Epoch ms of the reading. */
    at: z.number(),
    /** Epoch ms of the previous reading in this run of the hub; null for the first one. */
    seenAt: z.number().nullable(),
  }),
  output: z.object({}),
  refusals: {},
  // The changes say what happened; the whole list in every entry would fill the journal.
  secrets: ['players'],
})

/** Ends all stays after a long time without a reading. */
export const endStalePlay = defineCommand({
  name: 'play.endStale',
  permission: 'hub',
  input: z.object({ server: z.string() }),
  output: z.object({}),
  refusals: {},
})
