import { z } from 'zod'
import { defineDocument, holdersOf, notPersonal } from '../../engine/document.ts'

/** What runs the game server: a Pelican or Pterodactyl panel, AMP, or commands on the hub's machine. */
export const hostAdapters = ['panel', 'amp', 'commands'] as const
export type HostAdapterName = (typeof hostAdapters)[number]

/** What 100% of the CPU is, as each of them counts; own commands do not report it. */
export const wholeCpu: Readonly<Record<HostAdapterName, string | null>> = {
  panel: '100% is one core',
  amp: '100% is the whole machine',
  commands: null,
}

export const gameStates = ['offline', 'starting', 'running', 'stopping'] as const
export const GameState = z.enum(gameStates)
export type GameState = z.infer<typeof GameState>

/** What a host can do. */
export const HostCapabilities = z.object({
  start: z.boolean(),
  restart: z.boolean(),
  shutdown: z.boolean(),
  /** It tells whether the game server runs. */
  state: z.boolean(),
  /** It tells how much of the machine the game server uses. */
  resources: z.boolean(),
  /** It takes lines for the console of the game server. */
  console: z.boolean(),
  files: z.boolean(),
  /** `whileStopped`: only while the game server is stopped, as nothing else keeps the files of one backup together. */
  backups: z.enum(['none', 'whileStopped', 'always']),
})
export type HostCapabilities = z.infer<typeof HostCapabilities>

/** What a host said of the game server when it was last asked. What it did not say is null. */
export const HostReading = z.object({
  /** Epoch ms. */
  readAt: z.number(),
  state: GameState.nullable(),
  /** Ms since the game server was started. */
  uptimeMs: z.number().nonnegative().nullable(),
  /** Percent of one core, so that two busy ones are 200; of the whole machine where the host counts so. */
  cpuPercent: z.number().nonnegative().nullable(),
  memoryBytes: z.number().nonnegative().nullable(),
  diskBytes: z.number().nonnegative().nullable(),
})
export type HostReading = z.infer<typeof HostReading>

/** The host of the game server and its last reading. The key is the server's. */
export const gameHost = defineDocument({
  kind: 'gameHost',
  schema: z.object({
    /** Null: no host is connected. */
    adapter: z.enum(hostAdapters).nullable().default(null),
    /** The host's address or what stands for it, without secrets. */
    place: z.string().nullable().default(null),
    can: HostCapabilities.nullable().default(null),
    /** `refused`: it does not accept the key or the password. */
    link: z.enum(['connecting', 'up', 'refused', 'down']).default('connecting'),
    /** Why it is not up, a sentence; null while it is. */
    why: z.string().nullable().default(null),
    /** The last one, however old. */
    reading: HostReading.nullable().default(null),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'live',
  ...notPersonal('is about the host of the game server'),
})
