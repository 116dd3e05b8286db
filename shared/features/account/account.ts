import { z } from 'zod'
import { defineDocument, itsPlayer, nobody } from '../../engine/document.ts'
import { DiscordUser, providers, SteamUser } from './identity.ts'

/** The private part of an account. Its key is the account's id. */
export const Account = z.object({
  /** As the active identity says. */
  name: z.string().default(''),
  /** SteamID64 of the linked player, by which the game names them; null while none is linked. */
  steamId: z.string().nullable().default(null),
  /** Epoch ms since when that player is linked. */
  linkedAt: z.number().nullable().default(null),
  /** SteamID64 of players that were linked before, the last ones: what is kept of them goes with the account. */
  formerSteamIds: z.array(z.string()).default([]),
  steam: SteamUser.nullable().default(null),
  discord: DiscordUser.nullable().default(null),
  /** Whose name and picture are shown. */
  active: z.enum(providers).default('steam'),
  /** Epoch ms of the first sign-in; 0 where that is not known. */
  createdAt: z.number().default(0),
  /** Made by the demo: opens nothing on a hub that is none. */
  demo: z.boolean().default(false),
})
export type Account = z.infer<typeof Account>
export const mostFormerSteamIds = 10

export const account = defineDocument({
  kind: 'account',
  schema: Account,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: { field: 'account', value: (own) => own },
  erased: 'cleared',
  audited: null,
})

/** Which account an identity belongs to, by the hash of the identity: in buckets by its first two digits. */
const Identities = z.object({ accounts: z.record(z.string(), z.string()).default({}) })
export const identities = defineDocument({
  kind: 'identities',
  schema: Identities,
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})
export const identityBuckets = 256

/** How far somebody has got: the game can be joined with both. */
export type ConnectionStatus = 'disconnected' | 'partially-connected' | 'fully-connected'
export const connectionStatusOf = ({ steam, discord }: Pick<Account, 'steam' | 'discord'>): ConnectionStatus =>
  steam && discord ? 'fully-connected' : steam || discord ? 'partially-connected' : 'disconnected'

/** As many players can come into a demo and be told apart. Of the other roles there is one each. */
export const demoPlayers = 8
