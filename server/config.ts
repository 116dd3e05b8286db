// One file because the list of all variables is read as a whole.
import { z } from 'zod'
import type { HubFeatures } from '../shared/features/server/hubFeatures.ts'
import type { HubVariable } from '../shared/features/server/queries.ts'
import { calibrate } from '../shared/features/world/calibrate.ts'
import { Axes, type Frame, gatewayFrame } from '../shared/features/world/frame.ts'
import { hostBeside, Port, ProviderUrl, Proxies, PublicUrl, RedisUrl } from './config/addresses.ts'
import { ConfigError } from './config/configError.ts'
import { describeVariables } from './config/described.ts'
import { type DonationConfig, donationsOf, donationVariables } from './config/donations.ts'
import { featuresOf, featureVariables } from './config/features.ts'
import { type GameFiles, gameFilesOf, gameFilesVariables } from './config/gameFiles.ts'
import { type GameHostConfig, gameHostOf, gameHostVariables } from './config/gameHost.ts'
import {
  type ActionLinks,
  actionLinksOf,
  actionLinkVariables,
  GameAddress,
  type SharedSimulator,
  sharedSimulatorOf,
  sharedSimulatorVariables,
} from './config/gameLinks.ts'
import { type GameLogConfig, gameLogOf, gameLogVariables } from './config/gameLog.ts'
import { MapFrame, MapPoints } from './config/map.ts'
import { type NotificationConfig, notificationsOf, notificationVariables } from './config/notifications.ts'
import { pathOf } from './config/paths.ts'
import { mayHoldSecret, secretsIn } from './config/secrets.ts'
import { DrainSeconds, Flag, PasswordHash, RedisPrefix, SteamIds, sharedDrainMs } from './config/values.ts'

const Seconds = z.coerce.number('seconds from 0.5 to 30').min(0.5).max(30)
const IdleSeconds = z.coerce
  .number('0 for never, or seconds from 2 to 60')
  .refine((seconds) => seconds === 0 || (seconds >= 2 && seconds <= 60), '0 for never, or seconds from 2 to 60')

/** How the hub reaches the files of its own simulator, and what runs that. */
const simulatedFiles = ['local', 'sftp', 'panel'] as const
const simulatedHosts = ['panel', 'amp'] as const

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

const Environment = z.object({
  PORT: Port.default(8080),
  HOST: hostBeside('PORT').default('127.0.0.1'),
  PUBLIC_URL: PublicUrl.optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  BACKUP_DIR: z.string().min(1).optional(),
  SOCKETS_PER_ACCOUNT: z.coerce.number('a whole number, 0 for any number').int().min(0).default(20),
  SOCKETS_PER_ADDRESS: z.coerce.number('a whole number, 0 for any number').int().min(0).default(200),
  HANDSHAKES_PER_SECOND: z.coerce.number('a number from 0 to 10000, 0 for any number').min(0).max(10_000).default(50),
  COMMANDS_PER_SECOND: z.coerce.number('a number from 1 to 1000').min(1).max(1_000).default(20),
  COMMUNITY_NAME: z.string().trim().min(1).max(60).default('Waterhole'),
  DEMO: Flag.optional(),
  LOG_LEVEL: z.enum(logLevels, `one of ${logLevels.join(', ')}`).default('info'),
  EVRIMA_HOST: hostBeside('EVRIMA_RCON_PORT').optional(),
  EVRIMA_RCON_PORT: Port.default(16_007),
  EVRIMA_RCON_PASSWORD: z.string().min(1).optional(),
  ...actionLinkVariables,
  ...gameFilesVariables,
  ...gameHostVariables,
  ...gameLogVariables,
  ...notificationVariables,
  ...donationVariables,
  ...featureVariables,
  GAME_ADDRESS: GameAddress.optional(),
  POSITIONS_SECONDS: Seconds.default(2),
  IDLE_POSITIONS_SECONDS: IdleSeconds.default(10),
  MAP_FRAME: MapFrame.optional(),
  MAP_POINTS: MapPoints.optional(),
  MAP_AXES: z.enum(Axes.options, `one of ${Axes.options.join(', ')}`).default(gatewayFrame.axes),
  MAP_IMAGE: z.string().min(1).optional(),
  REPLAY_MINUTES: z.coerce.number('minutes from 0 to 240').int().min(0).max(240).default(60),
  REPLAY_MEGABYTES: z.coerce.number('megabytes from 1 to 1024').int().min(1).max(1_024).default(64),
  SIMULATOR_PLAYERS: z.coerce.number('a number from 0 to 1000').int().min(0).max(1_000).default(120),
  SIMULATOR_FREEZE: Flag.default(false),
  DEMO_MARKET: Flag.default(true),
  SIMULATOR_FILES: z.enum(simulatedFiles, `one of ${simulatedFiles.join(', ')}`).default('local'),
  SIMULATOR_RUN_BY: z.enum(simulatedHosts, `one of ${simulatedHosts.join(', ')}`).default('panel'),
  ...sharedSimulatorVariables,
  DRAIN_SECONDS: DrainSeconds.optional(),
  SIMULATOR_SEED: z.coerce.number('a whole number').int().default(7),
  OWNER_STEAM_IDS: SteamIds.default([]),
  STEAM_API_KEY: z.string().min(1).optional(),
  STEAM_OPENID_URL: ProviderUrl.default('https://steamcommunity.com/openid/login'),
  STEAM_API_URL: ProviderUrl.default('https://api.steampowered.com'),
  DISCORD_CLIENT_ID: z
    .string()
    .regex(/^\d{5,25}$/, 'the number that Discord calls the application id')
    .optional(),
  DISCORD_CLIENT_SECRET: z.string().min(1).optional(),
  DISCORD_URL: ProviderUrl.default('https://discord.com'),
  OWNER_KEY_HASH: PasswordHash.optional(),
  ROLE_PASSWORD_HASH_OWNER: PasswordHash.optional(),
  ROLE_PASSWORD_HASH_ADMIN: PasswordHash.optional(),
  ROLE_PASSWORD_HASH_MODERATOR: PasswordHash.optional(),
  CHALLENGE_CODE_HASH: PasswordHash.optional(),
  EVENT_PASSWORD_HASH: PasswordHash.optional(),
  TRUSTED_PROXIES: Proxies.optional(),
  REDIS_URL: RedisUrl.optional(),
  REDIS_PREFIX: RedisPrefix.default('waterhole'),
})
type Environment = z.output<typeof Environment>

export interface Config {
  readonly port: number
  readonly host: string
  /** Address at which users reach the hub, when it differs from the one it listens on. */
  readonly publicUrl: string | null
  /** Absolute path. */
  readonly dataDir: string
  /** Absolute path of the folder for backups; null: in `dataDir`. */
  readonly backupDir: string | null
  /** Store that several nodes share; null: the store in `dataDir`. */
  readonly redis: { readonly url: string; readonly prefix: string } | null
  /** Open connections of one account on all nodes; 0: no limit. */
  readonly socketsPerAccount: number
  /** Open connections of one client address on all nodes; 0: no limit. */
  readonly socketsPerAddress: number
  /** Connections that one client address may ask this node for a second, with 20 s of them at once; 0: no limit. */
  readonly handshakesPerSecond: number
  /** Commands that one account may send a second, on all nodes; its other rates, and those of a network, follow. */
  readonly commandsPerSecond: number
  readonly community: string
  /** What an owner reads of the environment: no secrets, no addresses. */
  readonly variables: readonly HubVariable[]
  /** What the log must never have. */
  readonly secrets: readonly string[]
  /** Every visitor may sign in with any role. Never together with a real game server. */
  readonly demo: boolean
  readonly logLevel: Environment['LOG_LEVEL']
  /** RCON of the game server; null: none is configured and the hub starts the simulator. */
  readonly evrima: { readonly host: string; readonly port: number; readonly password: string } | null
  /** Links over which actions are carried out in the game. */
  readonly actionLinks: ActionLinks
  /** Files of the game server and the panel that hosts it. */
  readonly gameFiles: GameFiles
  /** What runs the game server. */
  readonly gameHost: GameHostConfig
  /** How the game's log is read, and what is kept of it. */
  readonly gameLog: GameLogConfig
  /** How users and the community are notified beyond the pages. */
  readonly notifications: NotificationConfig
  /** The services that report donations to the hub. */
  readonly donations: DonationConfig
  /** What is switched on; a feature that is off says so. */
  readonly features: HubFeatures
  /** The owner's name for the rules of the server; null: not shown. */
  readonly gameMode: string | null
  /** Address of an invite to the community's Discord; null: not shown. */
  readonly discordInvite: string | null
  /** Address at which players join the game; null: not shown. */
  readonly gameAddress: { readonly host: string; readonly port: number } | null
  readonly positionsEveryMs: number
  /** Interval while no client watches positions; 0: positions are not read then. */
  readonly idlePositionsEveryMs: number
  /** How the map is placed over the game's world until it is calibrated on the page. */
  readonly frame: Frame
  /** Absolute path of the owner's map image; null: the built-in map. */
  readonly mapImage: string | null
  readonly replay: {
    /** 0: no replay is recorded. */
    readonly keptMs: number
    readonly mostBytes: number
  }
  /** SteamID64 of users who always have the owner role. */
  readonly ownerSteamIds: readonly string[]
  readonly steam: { readonly openIdUrl: string; readonly apiUrl: string; readonly apiKey: string | null }
  /** Null: signing in with Discord is off. */
  readonly discord: { readonly url: string; readonly clientId: string; readonly clientSecret: string } | null
  /** Hashes of the passwords which elevate a session to a role; null: there is no such password. */
  readonly passwords: {
    readonly ownerKey: string | null
    readonly owner: string | null
    readonly admin: string | null
    readonly moderator: string | null
    /** Codes of gates: `gates` in shared/features/session. */
    readonly challenges: string | null
    readonly events: string | null
  }
  /** Proxies whose forwarding headers are trusted; null: a proxy on a private network when `publicUrl` is https. */
  readonly trustedProxies: readonly string[] | null
  /** Whether players of the demo list some dinosaurs when `npm start` opens a demo with a simulator of its own. */
  readonly demoMarket: boolean
  /** Of the simulator that the hub starts. `isFrozen`: its dinosaurs stand still. */
  readonly simulator: { readonly players: number; readonly seed: number; readonly isFrozen?: boolean }
  /** How the files of that simulator are reached, and what runs it. */
  readonly simulatedMachine: {
    readonly files: (typeof simulatedFiles)[number]
    readonly runBy: (typeof simulatedHosts)[number]
  }
  /** Simulator in a process of its own; null: the hub starts one when no game server is configured. */
  readonly sharedSimulator: SharedSimulator
  /** How long a stopping node spends on moving its connections to other nodes. */
  readonly drainMs: number
}

/**
 * The only reader of the environment. An empty variable counts as missing.
 * @throws ConfigError which names each wrong variable; values of secrets are not shown
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new ConfigError(describeIssues(parsed.error, given))
  const held = parsed.data
  const gameFiles = gameFilesOf(held, (why) => new ConfigError(why))
  return {
    port: held.PORT,
    host: held.HOST,
    publicUrl: held.PUBLIC_URL ?? null,
    dataDir: pathOf(held.DATA_DIR),
    backupDir: held.BACKUP_DIR === undefined ? null : pathOf(held.BACKUP_DIR),
    redis: held.REDIS_URL === undefined ? null : { url: held.REDIS_URL, prefix: held.REDIS_PREFIX },
    socketsPerAccount: held.SOCKETS_PER_ACCOUNT,
    socketsPerAddress: held.SOCKETS_PER_ADDRESS,
    handshakesPerSecond: held.HANDSHAKES_PER_SECOND,
    commandsPerSecond: held.COMMANDS_PER_SECOND,
    community: held.COMMUNITY_NAME,
    variables: describeVariables(given, { ...held, DEMO: demoOf(held) }, Object.keys(Environment.shape)),
    secrets: secretsIn(Object.fromEntries(Object.keys(Environment.shape).map((name) => [name, given[name]]))),
    demo: demoOf(held),
    logLevel: held.LOG_LEVEL,
    evrima: evrimaOf(held),
    actionLinks: actionLinksOf(held, (why) => new ConfigError(why)),
    gameFiles,
    gameHost: gameHostOf(held, gameFiles, environment, (why) => new ConfigError(why)),
    gameLog: gameLogOf(held),
    notifications: notificationsOf(held, (why) => new ConfigError(why)),
    donations: donationsOf(held),
    features: featuresOf(held),
    gameMode: held.GAME_MODE ?? null,
    discordInvite: held.DISCORD_INVITE ?? null,
    gameAddress: gameAddressOf(held),
    positionsEveryMs: held.POSITIONS_SECONDS * 1_000,
    idlePositionsEveryMs: held.IDLE_POSITIONS_SECONDS * 1_000,
    frame: frameOf(held),
    mapImage: held.MAP_IMAGE === undefined ? null : pathOf(held.MAP_IMAGE),
    replay: { keptMs: held.REPLAY_MINUTES * 60_000, mostBytes: held.REPLAY_MEGABYTES * 1_000_000 },
    ownerSteamIds: held.OWNER_STEAM_IDS,
    ...signInOf(held),
    trustedProxies: held.TRUSTED_PROXIES ?? null,
    demoMarket: held.DEMO_MARKET,
    simulator: { players: held.SIMULATOR_PLAYERS, seed: held.SIMULATOR_SEED, isFrozen: held.SIMULATOR_FREEZE },
    simulatedMachine: { files: held.SIMULATOR_FILES, runBy: held.SIMULATOR_RUN_BY },
    sharedSimulator: sharedSimulatorOf(held, (why) => new ConfigError(why)),
    drainMs: drainMsOf(held),
  }
}

/** What is wrong with the value of a variable by itself, as a sentence; null where nothing is. */
export function wrongValueOf(name: string, value: string): string | null {
  const schema = Environment.shape[name as keyof Environment]
  const { error } = z.object({ [name]: schema }).safeParse({ [name]: value })
  return error ? describeIssues(error, { [name]: value }) : null
}

function signInOf(held: Environment): Pick<Config, 'steam' | 'discord' | 'passwords'> {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret } = held
  if (!clientId !== !clientSecret)
    throw new ConfigError(
      `${clientId ? 'DISCORD_CLIENT_SECRET' : 'DISCORD_CLIENT_ID'} is missing: Discord gives both, under OAuth2 of the application.`,
    )
  return {
    steam: { openIdUrl: held.STEAM_OPENID_URL, apiUrl: held.STEAM_API_URL, apiKey: held.STEAM_API_KEY ?? null },
    discord: clientId && clientSecret ? { url: held.DISCORD_URL, clientId, clientSecret } : null,
    passwords: {
      ownerKey: held.OWNER_KEY_HASH ?? null,
      owner: held.ROLE_PASSWORD_HASH_OWNER ?? null,
      admin: held.ROLE_PASSWORD_HASH_ADMIN ?? null,
      moderator: held.ROLE_PASSWORD_HASH_MODERATOR ?? null,
      challenges: held.CHALLENGE_CODE_HASH ?? null,
      events: held.EVENT_PASSWORD_HASH ?? null,
    },
  }
}

function frameOf({ MAP_FRAME: corners, MAP_POINTS: points, MAP_AXES: axes }: Environment): Frame {
  if (corners && points)
    throw new ConfigError('MAP_FRAME and MAP_POINTS are both set, and both place the map. Leave one of them out.')
  if (!points) return { ...(corners ?? gatewayFrame), axes }
  const calibration = calibrate(...points, axes)
  if ('frame' in calibration) return calibration.frame
  throw new ConfigError(
    `MAP_POINTS and MAP_AXES=${axes} give no map: ${calibration.error}. Correct the places, or leave MAP_POINTS out.`,
  )
}

function evrimaOf({ EVRIMA_HOST: host, EVRIMA_RCON_PORT: port, EVRIMA_RCON_PASSWORD: password }: Environment) {
  if (!host && !password) return null
  if (!host)
    throw new ConfigError("EVRIMA_HOST is missing: EVRIMA_RCON_PASSWORD is set, so give the game server's address too.")
  if (!password)
    throw new ConfigError(
      'EVRIMA_RCON_PASSWORD is missing: give the RconPassword of the Game.ini of the server at EVRIMA_HOST.',
    )
  return { host, port, password }
}

/** A demo shows where a real game would be: the simulator takes no players. */
const demoAddress = { host: '127.0.0.1', port: 16_006 }
const gameAddressOf = (held: Environment) => held.GAME_ADDRESS ?? (demoOf(held) ? demoAddress : null)

/** A lone node has no other node to move its connections to. */
const drainMsOf = ({ DRAIN_SECONDS: seconds, REDIS_URL: redis }: Environment) =>
  seconds === undefined ? (redis === undefined ? 0 : sharedDrainMs) : seconds * 1_000

function demoOf({ DEMO: demo, EVRIMA_HOST: host }: Environment) {
  if (demo && host)
    throw new ConfigError(
      'DEMO is on and EVRIMA_HOST is set: in demo mode anyone may sign in as owner. Leave one of them out.',
    )
  return demo ?? !host
}

/** One sentence per wrong variable: its value, unless that is secret, and what is accepted. */
const describeIssues = ({ issues }: z.ZodError, given: Readonly<Record<string, string | undefined>>) =>
  issues
    .map(({ path: [first], message }) => {
      const name = String(first)
      const value = given[name] ?? ''
      const held = mayHoldSecret(name, value) ? 'a value that is not shown' : `"${value}"`
      return `${name} holds ${held}; it needs: ${message}.`
    })
    .join('\n')
