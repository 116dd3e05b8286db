import { z } from 'zod'

export const providers = ['steam', 'discord'] as const
export type Provider = (typeof providers)[number]

export const providerNames: Readonly<Record<Provider, string>> = { steam: 'Steam', discord: 'Discord' }

const Text = z.string().max(200)
/** The address of an external picture or page: https only, so that it cannot run as a script. */
const Address = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)])

/** A user's identity at Steam. Without a Web API key only the id is known. */
export const SteamUser = z.object({
  provider: z.literal('steam'),
  /** SteamID64. */
  steamId: z.string().min(1).max(40),
  displayName: Text.min(1),
  avatar: Address.default(''),
  profileUrl: Address.default(''),
  realName: Text.default(''),
  /** Two letters of ISO 3166. */
  country: Text.default(''),
  /** The year. */
  accountCreated: z.int().nullable().default(null),
})
export type SteamUser = z.infer<typeof SteamUser>

/** A user's identity at Discord. */
export const DiscordUser = z.object({
  provider: z.literal('discord'),
  discordId: z.string().min(1).max(40),
  username: Text.min(1),
  discriminator: z.string().default('0000'),
  /** The global name, otherwise the username. */
  displayName: Text.min(1),
  avatar: Address.default(''),
  verified: z.boolean().default(false),
  locale: Text.default('en-US'),
  premium_type: z.int().default(0),
  /** username#discriminator, or the username if the discriminator is 0000. */
  fullUsername: Text.default(''),
})
export type DiscordUser = z.infer<typeof DiscordUser>

export const Identity = z.discriminatedUnion('provider', [SteamUser, DiscordUser])
export type Identity = z.infer<typeof Identity>

export const idAtProvider = (identity: Identity) =>
  identity.provider === 'steam' ? identity.steamId : identity.discordId
