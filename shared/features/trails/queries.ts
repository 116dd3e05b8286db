import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'

/** How far back a trail goes. */
export const trailKeptMs = 10 * 60_000

/** Epoch ms, x and y in map units. */
export const TrailPoint = z.tuple([z.number(), z.number(), z.number()])
export type TrailPoint = z.infer<typeof TrailPoint>

/** The trails of the user and of sharing pack members, each from the time at which the user was allowed to see it. */
export const recentTrails = defineQuery({
  name: 'trails.recent',
  permission: 'play',
  input: z.object({}),
  output: z.object({
    /** By account: segments, oldest first. A new segment begins after an absence or a teleport. */
    trails: z.record(z.string(), z.array(z.array(TrailPoint))),
  }),
})
