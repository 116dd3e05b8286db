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
    /** The playable spans, oldest first. In the gaps the hub was down or the game unreachable. */
    spans: z.array(TimeSpan),
    /** How far back the hub keeps the replay, ms. */
    keptMs: z.number(),
    /** Why there is less than that; null if there is not. */
    truncated: z.string().nullable(),
  }),
})

/** One reading as shown live: the roster's patches, then the frame of the stream `positions/<server>`. */
export const ReplayStep = z.object({
  at: z.number(),
  patches: z.array(Patch),
  /** Base64. */
  frame: z.string(),
})
export type ReplayStep = z.infer<typeof ReplayStep>

/** At most a minute: the full state at its start, and every reading after it. */
export const ReplaySegment = z.object({
  from: z.number(),
  until: z.number(),
  everyMs: z.number().positive(),
  /** The roster's players at `from`. */
  players: z.record(z.string(), RosterEntry),
  /** The key frame at `from`, base64. */
  key: z.string(),
  steps: z.array(ReplayStep),
})
export type ReplaySegment = z.infer<typeof ReplaySegment>

export const replaySegment = defineQuery({
  name: 'replay.segment',
  permission: 'viewAllPositions',
  input: z.object({ server: ServerId, at: z.number() }),
  /** The segment that contains this time, otherwise the first one after it; null if there is none. */
  output: z.object({ segment: ReplaySegment.nullable() }),
})
