import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'

const OfEvent = z.object({ event: z.string() })

/** Does what is due of a scheduled event: announces, starts, ends or removes it. Nothing where nothing is due. */
export const advanceEvent = defineCommand({
  name: 'events.advance',
  permission: 'hub',
  input: OfEvent,
  output: z.object({}),
  refusals: {},
})

/** The same for a community event. */
export const advanceCommunityEvent = defineCommand({
  name: 'events.advanceCommunity',
  permission: 'hub',
  input: OfEvent,
  output: z.object({}),
  refusals: {},
})

/** Moves the waiting list up into places that are free, some at a time. */
export const promoteWaiting = defineCommand({
  name: 'events.promote',
  permission: 'hub',
  input: OfEvent,
  output: z.object({}),
  refusals: {},
})

/** Notes what each player did in an event that is over, and pays who took part, some at a time. */
export const settleEvent = defineCommand({
  name: 'events.settle',
  permission: 'hub',
  input: OfEvent.extend({ from: z.int().nonnegative() }),
  output: z.object({}),
  refusals: {},
})

/** Removes the registrations of an event that is no longer kept, one document at a time. */
export const forgetRegistrations = defineCommand({
  name: 'events.forgetRegistrations',
  permission: 'hub',
  input: OfEvent.extend({ chunk: z.int().nonnegative(), chunks: z.int().nonnegative() }),
  output: z.object({}),
  refusals: {},
})

/** Keeps the film of an event that is over. */
export const keepFilm = defineCommand({
  name: 'events.keepFilm',
  permission: 'hub',
  input: OfEvent.extend({
    /** By the game's id of the player. */
    species: z.record(z.string(), z.string()),
    frames: z.array(z.object({ at: z.number(), places: z.array(z.tuple([z.string(), z.number(), z.number()])) })),
  }),
  output: z.object({}),
  refusals: {},
  secrets: ['species', 'frames'],
})

/** Adds what was seen of a running event since the last report. */
export const recordAttendance = defineCommand({
  name: 'events.recordAttendance',
  permission: 'hub',
  input: OfEvent.extend({
    readings: z.int().nonnegative(),
    /** By the game's id of the player. */
    players: z.record(z.string(), z.object({ readings: z.int().nonnegative(), heldMs: z.number().nonnegative() })),
    /** In the area at the last reading. */
    present: z.int().nonnegative(),
    /** The player who holds the hill; null for none. */
    holder: z.string().nullable(),
    isContested: z.boolean(),
  }),
  output: z.object({}),
  refusals: {},
  // The changes say what happened; the positions of players are not kept beside them.
  secrets: ['players', 'holder'],
})
