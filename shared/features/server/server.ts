import { z } from 'zod'
import { defineDocument, everyone, holdersOf, notPersonal } from '../../engine/document.ts'
import { Frame, gatewayFrame, metresPerUnit } from '../world/frame.ts'
import { HubFeatures } from './hubFeatures.ts'

/** The state of the connection to the game. `refused` means a wrong password: retrying does not help. */
export const Link = z.object({
  name: z.enum(['none', 'connecting', 'up', 'refused', 'down']).default('none'),
  /** Epoch ms. */
  since: z.number().default(0),
  why: z.string().nullable().default(null),
})
export type Link = z.infer<typeof Link>

/** The game's clock when it was last read: minutes of the day (0 to 1440) at `at`, and the lengths of day and night. */
export const GameClock = z.object({
  minutes: z.number().min(0).max(1440),
  at: z.number(),
  dayLengthMinutes: z.number().positive(),
  nightLengthMinutes: z.number().positive(),
})
export type GameClock = z.infer<typeof GameClock>

/** The last status that the game reported. What it did not report is null. */
export const ServerStatus = z.object({
  link: Link.prefault({}),
  /** Epoch ms of the game's last answer, which all fields below are from; null before the first one. */
  readAt: z.number().nullable().default(null),
  /** Response time of the game in ms. */
  latencyMs: z.number().nullable().default(null),
  name: z.string().nullable().default(null),
  map: z.string().nullable().default(null),
  version: z.string().nullable().default(null),
  playerCount: z.int().nonnegative().nullable().default(null),
  maxPlayers: z.int().nonnegative().nullable().default(null),
  hasPassword: z.boolean().nullable().default(null),
  /** Real minutes. The unmodified game reports these, but no time of day. */
  dayLengthMinutes: z.number().positive().nullable().default(null),
  nightLengthMinutes: z.number().positive().nullable().default(null),
  /** The size of a map unit in this game. */
  metresPerUnit: z.number().positive().default(metresPerUnit(gatewayFrame)),
  /** The configured position of the map over the world; a calibration by staff takes precedence. */
  frame: Frame.default(gatewayFrame),
  /** Epoch ms of the game's start; null if the game does not report its uptime. */
  startedAt: z.number().nullable().default(null),
  /** Null if the game does not report the time of day (the unmodified game does not). */
  clock: GameClock.nullable().default(null),
  /** The address of the owner's map image, with its fingerprint; null if the hub draws the island itself. */
  mapImage: z.string().nullable().default(null),
  /** True if the game is the hub's own simulator. */
  simulated: z.boolean().default(false),
  /** The features that the owner has switched on. */
  features: HubFeatures.prefault({}),
})
export type ServerStatus = z.infer<typeof ServerStatus>

export const server = defineDocument({
  kind: 'server',
  schema: ServerStatus,
  readableBy: everyone,
  memory: 'live',
  ...notPersonal('is about the game server'),
})

const SwitchState = z.boolean().nullable().default(null)

/** The states of the switches that staff can set, as the game reports them; null if its build does not. */
export const SwitchReading = z.object({
  /** Epoch ms at which the game was asked: later changes are not in the answer. Null before the first answer. */
  askedAt: z.number().nullable().default(null),
  whitelist: SwitchState,
  globalChat: SwitchState,
  humans: SwitchState,
  spawnAI: SwitchState,
})
export type SwitchReading = z.infer<typeof SwitchReading>

/** Readable by staff only, unlike the status. The key is the server's. */
export const switches = defineDocument({
  kind: 'switches',
  schema: SwitchReading,
  readableBy: holdersOf('viewPendingCommands'),
  memory: 'live',
  ...notPersonal('is about the game server'),
})
