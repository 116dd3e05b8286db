import { z } from 'zod'
import { defineDocument, holdersOf, notPersonal } from '../../engine/document.ts'

const steamId = /^\d{17}$/

/**
 * A page watches this document while a player is selected; everyone who watches it is listed in `staffPresence`. The key is the player's
 * SteamID64. It is never written, so that no selection is kept beyond its watch.
 */
export const staffSelection = defineDocument({
  kind: 'staffSelection',
  schema: z.object({}),
  readableBy: (viewer, key) => steamId.test(key) && viewer.can('viewPendingCommands'),
  memory: 'live',
  ...notPersonal('holds nothing; a signed-out page watches nothing'),
})

/** A member of staff who has the player selected. `since`: epoch ms. */
const Present = z.object({ name: z.string(), since: z.number() })

/** The staff who have a player selected now, by account. */
export const SelectedBy = z.record(z.string(), Present)
export type SelectedBy = z.infer<typeof SelectedBy>

/** The players whom staff have selected now, by SteamID64. Its key is the server's id. */
export const staffPresence = defineDocument({
  kind: 'staffPresence',
  schema: z.object({ players: z.record(z.string(), SelectedBy).default({}) }),
  readableBy: holdersOf('viewPendingCommands'),
  memory: 'live',
  ...notPersonal('lists who has a player selected now; a signed-out page selects nothing'),
})

/** How many players one account can have selected on all its pages; further ones are not listed. */
export const mostSelected = 20
