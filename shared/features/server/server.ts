import { z } from 'zod'
import { defineDocument, everyone, holdersOf, notPersonal } from '../../engine/document.ts'
import { Frame, gatewayFrame, metresPerUnit } from '../world/frame.ts'

/** How the hub's connection to the game stands. `refused` is a wrong password: trying again will not mend it. */
export const Link = z.object({
  name: z.enum(['none', 'connecting', 'up', 'refused', 'down']).default('none'),
  /** Epoch ms. */
  since: z.number().default(0),
  why: z.string().nullable().default(null),
})
export type Link = z.infer<typeof Link>

/** The game's clock as it was last read: minutes of the day (0 to 1440) at `at`, and how long its day and night last. */
export const GameClock = z.object({
  minutes: z.number().min(0).max(1440),
  at: z.number(),
  dayLengthMinutes: z.number().positive(),
  nightLengthMinutes: z.number().positive(),
})
export type GameClock = z.infer<typeof GameClock>

/** What the game says of itself, and when it last said so. */
export const ServerStatus = z.object({
  link: Link.prefault({}),
  /** Epoch ms of the last answer of the game; null before the first. Its age is the age of everything below. */
  readAt: z.number().nullable().default(null),
  /** How long the game took to answer, ms. */
  latencyMs: z.number().nullable().default(null),
  name: z.string().default(''),
  map: z.string().default(''),
  version: z.string().nullable().default(null),
  playerCount: z.int().nonnegative().default(0),
  maxPlayers: z.int().nonnegative().default(300),
  hasPassword: z.boolean().default(false),
  /** How large one unit of the map is in this game. */
  metresPerUnit: z.number().positive().default(metresPerUnit(gatewayFrame)),
  /** How the map lies over the world by the configuration; a calibration made on the page goes before it. */
  frame: Frame.default(gatewayFrame),
  /** Epoch ms of the game's start, where the game tells how long it is up. */
  startedAt: z.number().nullable().default(null),
  /** Null where the game does not tell the time of day (the plain game does not). */
  clock: GameClock.nullable().default(null),
  /** The owner's own picture of the map, as an address with its fingerprint; null where the hub draws the island itself. */
  mapImage: z.string().nullable().default(null),
  /** True when the game is the simulator that the hub started itself. */
  simulated: z.boolean().default(false),
})
export type ServerStatus = z.infer<typeof ServerStatus>

export const server = defineDocument({
  kind: 'server',
  schema: ServerStatus,
  readableBy: everyone,
  memory: 'live',
  ...notPersonal('is about the game server'),
})

export const isOnline = ({ link }: ServerStatus) => link.name === 'up'

const Standing = z.boolean().nullable().default(null)

/** How the switches that staff turn stand, by the game's own word; null where its build does not tell. */
export const SwitchReading = z.object({
  /** Epoch ms at which the game was asked: what was turned after it is not in the answer. Null before the first answer. */
  askedAt: z.number().nullable().default(null),
  whitelist: Standing,
  globalChat: Standing,
  humans: Standing,
  spawnAI: Standing,
})
export type SwitchReading = z.infer<typeof SwitchReading>

/** Not public as the status is: whom a server lets in is for those who keep it. Its key is the server's. */
export const switches = defineDocument({
  kind: 'switches',
  schema: SwitchReading,
  readableBy: holdersOf('viewPendingCommands'),
  memory: 'live',
  ...notPersonal('is about the game server'),
})
