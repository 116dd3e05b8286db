import { z } from 'zod'
import { providers } from '../../shared/features/account/identity.ts'
import type { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import type { HubConfiguration, HubVariable, JoinDetails } from '../../shared/features/server/queries.ts'
import { Flag } from './values.ts'

/** Environment variables of what the hub tells about the server, and of the features that can be switched off. */
export const featureVariables = {
  REAL_INVENTORY: Flag.default(true),
  REAL_CURRENCY: Flag.default(true),
  REAL_PLAYER_DATA: Flag.default(true),
  REAL_SERVER_STATUS: Flag.default(true),
  RCON: Flag.default(true),
  GAME_MODE: z.string().trim().min(1).max(60, 'at most 60 characters, such as Semi-realism').optional(),
  DISCORD_INVITE: z
    .url({
      protocol: /^https$/,
      hostname: /^(www\.)?(discord\.gg|discord\.com)$/,
      error: 'an invite such as https://discord.gg/example',
    })
    .optional(),
}
const FeatureVariables = z.object(featureVariables)

export const featuresOf = (given: z.output<typeof FeatureVariables>): HubFeatures => ({
  realInventory: given.REAL_INVENTORY,
  realCurrency: given.REAL_CURRENCY,
  realPlayerData: given.REAL_PLAYER_DATA,
  realServerStatus: given.REAL_SERVER_STATUS,
  rcon: given.RCON,
})

interface ConfiguredHub {
  /** The game server; null for the simulator. */
  readonly evrima: object | null
  readonly demo: boolean
  readonly features: HubFeatures
  readonly variables: readonly HubVariable[]
}

/** What an owner reads of the configuration. */
export const configurationOf = ({ evrima, demo, features, variables }: ConfiguredHub): HubConfiguration => ({
  realData: evrima !== null,
  features,
  environment: evrima !== null ? 'production' : demo ? 'demo' : 'simulation',
  variables: [...variables],
})

interface ToldAboutServer {
  readonly gameAddress: { readonly host: string; readonly port: number } | null
  readonly gameMode: string | null
  readonly discordInvite: string | null
  readonly demo: boolean
  /** The application for signing in with Discord; null: there is none. */
  readonly discord: object | null
}

/** What everybody may read of the configuration. */
export const joinDetailsOf = ({
  gameAddress,
  gameMode,
  discordInvite,
  demo,
  discord,
}: ToldAboutServer): JoinDetails => ({
  address: gameAddress && `${gameAddress.host}:${gameAddress.port}`,
  gameMode,
  discordInvite,
  joinText: null,
  // A demo shows both, and has a sign-in of its own for each.
  signIn: providers.filter((provider) => provider !== 'discord' || demo || discord !== null),
})
