import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'
import { providers } from '../account/identity.ts'
import { HubFeatures } from './hubFeatures.ts'

/** The groups of variables, in their order. */
export const variableGroups = ['hub', 'game', 'signIn', 'messages', 'map', 'simulator'] as const
export type VariableGroup = (typeof variableGroups)[number]

/** A variable of the environment, as an owner may read it. */
const HubVariable = z.object({
  name: z.string(),
  group: z.enum(variableGroups),
  /** What it is for. */
  about: z.string(),
  /** A secret, an address or a path: its value is not told. */
  isHidden: z.boolean(),
  /** Whether the environment sets it. Otherwise its default is in effect. */
  isSet: z.boolean(),
  /** What is in effect; null if that is nothing, or hidden. */
  value: z.string().nullable(),
})
export type HubVariable = z.infer<typeof HubVariable>

/** How this hub is configured. Holds no secret and no address. */
export const HubConfiguration = z.object({
  /** True if a real game server is configured, false if the hub reads the simulator. */
  realData: z.boolean(),
  features: HubFeatures,
  /** `production`: a real game server. `demo`: anyone can sign in with any role. `simulation`: the simulator, without demo sign-in. */
  environment: z.enum(['production', 'demo', 'simulation']),
  variables: z.array(HubVariable).default([]),
})
export type HubConfiguration = z.infer<typeof HubConfiguration>

/** What a player needs to join the game, as far as the owner has configured it. */
export const JoinDetails = z.object({
  /** `host:port` at which the game is joined; an IPv6 address is in brackets. Never the address of RCON. */
  address: z.string().nullable(),
  /** The owner's name for the rules of the server. */
  gameMode: z.string().nullable(),
  /** Address of an invite to the community's Discord. */
  discordInvite: z.string().nullable(),
  /** What the owner tells those who join. */
  joinText: z.string().nullable().default(null),
  /** The providers that this hub is set up to sign in with. */
  signIn: z.array(z.enum(providers)).default([...providers]),
})
export type JoinDetails = z.infer<typeof JoinDetails>

export const joinDetails = defineQuery({
  name: 'server.joinDetails',
  permission: 'look',
  input: z.object({}),
  output: JoinDetails,
})

export const configuration = defineQuery({
  name: 'server.configuration',
  permission: 'ownerPanel',
  input: z.object({}),
  output: HubConfiguration,
})
