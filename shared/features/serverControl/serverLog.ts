import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'

/** `game`: the game's own log, where it is connected. `link`: the hub on its links. `commands`: the hub on deliveries. */
export const logSources = ['game', 'link', 'commands'] as const
export type LogSource = (typeof logSources)[number]

const ServerLogLine = z.object({
  /** Unique, and the same in every answer. */
  key: z.string(),
  /** Epoch ms at which the hub kept it. */
  at: z.number(),
  source: z.enum(logSources),
  text: z.string(),
})
export type ServerLogLine = z.infer<typeof ServerLogLine>

export const longestLogFilter = 200
export const mostLogLines = 200

/** The log of the game server, newest first: what the game and the hub say of it, as far as the asker may read each. */
export const readServerLog = defineQuery({
  name: 'serverControl.log',
  permission: 'ownerPanel',
  input: z.strictObject({
    source: z.enum(logSources).nullable().default(null),
    /** Every word must occur in a line. */
    text: z.string().trim().max(longestLogFilter).default(''),
    /** Epoch ms: only lines before it. Null for the newest. */
    before: z.number().nullable().default(null),
    limit: z.int().min(1).max(mostLogLines).default(50),
  }),
  output: z.object({
    lines: z.array(ServerLogLine),
    /** Give as `before` to read on; null at the end. */
    next: z.number().nullable(),
  }),
  perMinute: 120,
})
