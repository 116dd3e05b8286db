import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'

/** What the game calls a player: SteamID64, or the EOS id of older builds. */
export const PlayedId = z.string().regex(/^(?:\d{1,20}|[0-9a-f]{32})$/i)

/** Who is in the game now. Writes down who came, who went and who changed species; nothing when it is as it was. */
export const recordPlay = defineCommand({
  name: 'play.record',
  permission: 'hub',
  input: z.object({
    server: z.string(),
    players: z.array(
      z.object({
        id: PlayedId,
        /** Null where it is not known: in the menu, or only the list was read. */
        species: z.string().nullable(),
      }),
    ),
    /** Epoch ms of the reading. */
    at: z.number(),
    /** Epoch ms of the one before it in this run of the hub, if there was one. */
    seenAt: z.number().nullable(),
  }),
  output: z.object({}),
  refusals: {},
  // What happened stands in the changes: the list would fill the journal with everybody each time that one comes.
  secrets: ['players'],
})

/** Nothing has been heard of the game for so long that nobody can be said to be in it. */
export const endStalePlay = defineCommand({
  name: 'play.endStale',
  permission: 'hub',
  input: z.object({ server: z.string() }),
  output: z.object({}),
  refusals: {},
})
