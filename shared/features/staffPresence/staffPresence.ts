import { z } from 'zod'
import { defineDocument } from '../../engine/document.ts'

/** One of the staff who has a player picked. `since`: epoch ms. */
const Present = z.object({ name: z.string(), since: z.number() })

const steamId = /^\d{17}$/

/**
 * Which of the staff have a player picked at this moment, by account. Its key is the player's SteamID64. To watch it is to be
 * in it: a page watches it while its player is picked, and whatever ends the watch takes its reader out.
 */
export const staffPresence = defineDocument({
  kind: 'staffPresence',
  schema: z.object({ people: z.record(z.string(), Present).default({}) }),
  readableBy: (viewer, key) => steamId.test(key) && viewer.can('viewPendingCommands'),
  memory: 'live',
})
