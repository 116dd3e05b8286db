import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineQuery } from '../../engine/query.ts'
import { ListKey, logStates, mostPlaces, Place } from './leaderboards.ts'

/** Whether the asking user is listed. Not to be listed takes effect at once, even in seasons that are kept. */
export const setListed = defineCommand({
  name: 'leaderboards.setListed',
  permission: 'play',
  input: z.strictObject({ isListed: z.boolean() }),
  output: z.object({}),
  refusals: {},
})

/** The asking user's own place in a list, with those next to it: as of now, not as last published. */
export const findOwnPlace = defineQuery({
  name: 'leaderboards.findOwnPlace',
  permission: 'play',
  input: z.strictObject({ list: ListKey }),
  output: z.object({
    /** `unlisted`: by their own wish. `banned`: while the player is banned. `none`: nothing counts for this list yet. */
    state: z.enum(['listed', 'unlisted', 'banned', 'none']),
    rank: z.int().min(1).nullable(),
    /** How many players are listed. */
    size: z.int().nonnegative(),
    /** The own place and its neighbours, the best first. */
    places: z.array(Place),
  }),
  perMinute: 120,
})

const Lists = z.record(z.string(), z.object({ size: z.int().nonnegative(), places: z.array(Place).max(mostPlaces) }))
export type ListedPlaces = z.infer<typeof Lists>

/** Publishes the first places. Users who are not listed any more are left out. */
export const publishLeaderboards = defineCommand({
  name: 'leaderboards.publish',
  permission: 'hub',
  input: z.object({ log: z.enum(logStates), lists: Lists }),
  output: z.object({}),
  refusals: {},
})

const endRefusals = { keeping: 'The last season is still being saved. Try again in a minute.' }

/** Ends the season: its places are kept, and the next one begins at once. */
export const endSeason = defineCommand({
  name: 'leaderboards.endSeason',
  permission: 'ownerPanel',
  /** The season that the owner sees: a second press ends no second one. */
  input: z.strictObject({ number: z.int().min(1) }),
  output: z.object({}),
  refusals: { ...endRefusals, endedAlready: 'That season has ended already.' },
})

/** The same at the end of a month. */
export const turnSeason = defineCommand({
  name: 'leaderboards.turnSeason',
  permission: 'hub',
  input: z.object({}),
  output: z.object({}),
  refusals: endRefusals,
})

export const setMonthlySeasons = defineCommand({
  name: 'leaderboards.setMonthlySeasons',
  permission: 'ownerPanel',
  input: z.strictObject({ isMonthly: z.boolean() }),
  output: z.object({}),
  refusals: {},
})

/** Keeps the final places of the season that has ended. */
export const keepSeason = defineCommand({
  name: 'leaderboards.keepSeason',
  permission: 'hub',
  input: z.object({ number: z.int().min(1), lists: Lists }),
  output: z.object({}),
  refusals: { keptAlready: 'The places of that season are kept already.' },
})
