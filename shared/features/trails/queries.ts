import { z } from 'zod'
import { defineQuery } from '../../engine/query.ts'

/** How far back a trail goes. */
export const trailKeptMs = 10 * 60_000

/** Epoch ms, x and y in map units. */
export const TrailPoint = z.tuple([z.number(), z.number(), z.number()])
export type TrailPoint = z.infer<typeof TrailPoint>

/** The ways of oneself and of the members of one's pack, each as long as one was allowed to see it. */
export const recentTrails = defineQuery({
  name: 'trails.recent',
  permission: 'play',
  input: z.object({}),
  output: z.object({
    /** By account: pieces of the way, oldest first. A new piece begins where the animal was not seen, or was moved. */
    trails: z.record(z.string(), z.array(z.array(TrailPoint))),
  }),
})
