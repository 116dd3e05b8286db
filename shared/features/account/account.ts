import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer, nobody } from '../../engine/document.ts'
import { hashBuckets } from '../../engine/hashBuckets.ts'
import { DiscordUser, providers, SteamUser } from './identity.ts'

/** The private part of an account. The key is the account id. */
export const Account = z.object({
  /** The name of the active identity. */
  name: z.string().default(''),
  /** SteamID64 of the linked player; null if none is linked. */
  steamId: z.string().nullable().default(null),
  /** Epoch ms at which the player was linked. */
  linkedAt: z.number().nullable().default(null),
  /** The last SteamIDs that were linked before: an erasure of the account also erases their records. */
  formerSteamIds: z.array(z.string()).default([]),
  /** The last Discord accounts that were linked before, as hashes: so that no user trades with another account of their own. */
  formerDiscordKeys: z.array(z.string()).default([]),
  steam: SteamUser.nullable().default(null),
  discord: DiscordUser.nullable().default(null),
  /** The identity whose name and picture are shown. */
  active: z.enum(providers).default('steam'),
  /** Epoch ms of the first sign-in; 0 if there is no such account. */
  createdAt: z.number().default(0),
  /** Created by the demo: cannot be used while the hub is not in demo mode. */
  demo: z.boolean().default(false),
})
export type Account = z.infer<typeof Account>
/** Of either provider. */
export const mostFormerIds = 10

export const account = defineDocument({
  kind: 'account',
  schema: Account,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  // Without the hashes, which tell a reader nothing.
  exported: exportedAs('account', ({ formerDiscordKeys: _hashes, ...own }: Account) => own, {
    name: 'theirs',
    steamId: 'theirs',
    linkedAt: 'theirs',
    formerSteamIds: 'theirs',
    steam: 'theirs',
    discord: 'theirs',
    active: 'theirs',
    createdAt: 'theirs',
    demo: 'theirs',
  }),
  erased: 'cleared',
  audited: null,
})

/** The account of each identity by the identity's hash, in buckets by the first two digits. */
const Identities = z.object({
  accounts: z.record(z.string(), z.string()).default({}),
  /** The last accounts from which an identity was unlinked: from the one that has it now they are found as the same person's. */
  former: z.record(z.string(), z.array(z.string())).default({}),
})
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
/** The keys of all buckets of identities. */
export const identityBuckets = hashBuckets

/** How many identities are linked: joining the game needs both. */
export const connectionStatuses = ['disconnected', 'partially-connected', 'fully-connected'] as const
export type ConnectionStatus = (typeof connectionStatuses)[number]
export const connectionStatusOf = ({ steam, discord }: Pick<Account, 'steam' | 'discord'>): ConnectionStatus =>
  steam && discord ? 'fully-connected' : steam || discord ? 'partially-connected' : 'disconnected'

/** The number of demo players. The other roles have one demo account each. */
export const demoPlayers = 8
