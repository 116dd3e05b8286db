import { z } from 'zod'
import { defineDocument, itsPlayer } from '../../engine/document.ts'

/** The private part of an account. Its key is the account's id. */
export const Account = z.object({
  name: z.string().default(''),
  /** SteamID64 of the linked player, by which the game names them; null while none is linked. */
  steamId: z.string().nullable().default(null),
  /** Epoch ms since which that player is linked; null while none is, and where an older release linked them. */
  linkedAt: z.number().nullable().default(null),
})
export type Account = z.infer<typeof Account>

export const account = defineDocument({
  kind: 'account',
  schema: Account,
  readableBy: itsPlayer,
  memory: 'journaled',
})
