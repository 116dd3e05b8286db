import { z } from 'zod'
import { ServerId } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { Patch } from '../../protocol/down.ts'
import { RosterEntry } from '../roster/roster.ts'

/** A time span with readings, epoch ms. */
export const TimeSpan = z.object({ from: z.number(), until: z.number() })
export type TimeSpan = z.infer<typeof TimeSpan>

export const replaySpan = defineQuery({
  name: 'replay.span',
  permission: 'viewAllPositions',
  input: z.object({ server: ServerId }),
  output: z.object({
    /** What can be played, oldest first; between them the hub was off, or the game was not reached. */
    spans: z.array(TimeSpan),
    /** How far back the hub means to keep. */
    keptMs: z.number(),
    /** Why there is less than that; null when there is not. */
    truncated: z.string().nullable(),
  }),
})

/** One reading as it was shown live: the change of the roster, then the frame of the stream `positions/<server>`. */
export const ReplayStep = z.object({
  at: z.number(),
  patches: z.array(Patch),
  /** Base64. */
  frame: z.string(),
})
export type ReplayStep = z.infer<typeof ReplayStep>

/** At most a minute: what stood at its beginning, and every reading after it. */
export const ReplaySegment = z.object({
  from: z.number(),
  until: z.number(),
  everyMs: z.number().positive(),
  /** The roster's players as they stood at `from`. */
  players: z.record(z.string(), RosterEntry),
  /** Key frame as of `from`, base64. */
  key: z.string(),
  steps: z.array(ReplayStep),
})
export type ReplaySegment = z.infer<typeof ReplaySegment>

export const replaySegment = defineQuery({
  name: 'replay.segment',
  permission: 'viewAllPositions',
  input: z.object({ server: ServerId, at: z.number() }),
  /** The segment that holds the moment, or else the first one after it; null when there is none. */
  output: z.object({ segment: ReplaySegment.nullable() }),
})
