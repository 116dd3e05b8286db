import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { mostMembers } from './pack.ts'

/**
 * Which players of the game the sharing members of the user's own pack are: the map of all players knows animals by player, a pack
 * knows its members by account. For users who see all positions anyway.
 */
export const packPlayers = defineQuery({
  name: 'packs.players',
  permission: 'viewAllPositions',
  /** Accounts. Those that are not in the user's pack, or hide, are left out of the answer. */
  input: z.object({ members: z.array(z.string()).max(mostMembers) }),
  output: z.object({
    /** In-game player ids by account. */
    players: z.record(z.string(), z.string()),
  }),
})
