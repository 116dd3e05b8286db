import { z } from 'zod'
import { defineDocument, notPersonal } from '../../engine/document.ts'

/** A member of staff who has the player selected. `since`: epoch ms. */
const Present = z.object({ name: z.string(), since: z.number() })

const steamId = /^\d{17}$/

/**
 * The staff who have a player selected now, by account. The key is the player's SteamID64. A page watches the document while the
 * player is selected, and everyone who watches it is listed in it.
 */
export const staffPresence = defineDocument({
  kind: 'staffPresence',
  schema: z.object({ people: z.record(z.string(), Present).default({}) }),
  readableBy: (viewer, key) => steamId.test(key) && viewer.can('viewPendingCommands'),
  memory: 'live',
  ...notPersonal('lists who watches it now; a signed-out page watches nothing'),
})
