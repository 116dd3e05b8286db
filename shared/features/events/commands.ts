import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { nameProblem } from '../../engine/givenName.ts'
import { Id } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { ComingRun, recurrenceRefusals } from '../../engine/recurrence.ts'
import { longestRule, longestZone } from '../../engine/recurrenceLimits.ts'
import { mostReward } from '../economy/settings.ts'
import { Price } from '../ledger/accounts.ts'
import { CommunityEvent } from './communityEvents.ts'
import { EventFields, eventFields, mostPlaces, WallTime, Zone } from './events.ts'

const line = (what: string, longest: number) =>
  z
    .string()
    .trim()
    .max(longest, `${what} can have at most ${longest} characters.`)
    .superRefine((text, context) => {
      const message = text === '' ? null : nameProblem(what)(text)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
export const longestEventTitle = 100
const Title = line('A title', longestEventTitle)
export const longestEventDescription = 1_000
const Description = z.string().trim().max(longestEventDescription, 'A description can have at most 1,000 characters.')

export const longestCancelReason = 200
/** Why something is cancelled; everyone reads it. */
const Reason = line('A reason', longestCancelReason).default('')
/** A reward is at most as high as the others that an owner can set. */
const Reward = Price.extend({ amount: Price.shape.amount.max(mostReward) }).nullable()

/** As staff enter them. Without `durationMs` the event lasts as long as its type says. */
const GivenFields = EventFields.extend({
  title: Title.default(''),
  description: Description.default(''),
  durationMs: eventFields.durationMs.nullable().default(null),
  locationName: line('The name of a place', 60).default(''),
  reward: Reward.default(null),
}).strict()
/** Of a migration its path, otherwise a location; null for a hunt on the whole island. */
const GivenPlace = z.strictObject(
  GivenFields.pick({ migrationPath: true, location: true, locationName: true, radius: true }).shape,
)
export type GivenPlaceInput = z.input<typeof GivenPlace>
export type GivenFields = z.infer<typeof GivenFields>
export type GivenFieldsInput = z.input<typeof GivenFields>

/** Of the fields of an event. */
export const fieldRefusals = {
  needsSpecies: 'Choose a species and a population for the migration.',
  needsPath: 'Draw the path of the migration: it needs at least 2 points.',
  needsPlace: 'Choose a place for King of the Hill.',
  offMap: 'Point {point} lies outside the map. Move it onto the island.',
  inWater: 'Point {point} at {x}, {y} lies in deep water, and {species} does not swim. Move it onto land.',
  crossesWater:
    'Between points {point} and {next} the path crosses deep water at {x}, {y}, and {species} does not swim. Route the path around it.',
  placeInWater: 'The area around {x}, {y} has no dry land. Move it onto the island.',
}
/** Of a time, and of a rule by which an event recurs. */
export const timeRefusals = {
  ...recurrenceRefusals,
  badTime: '{wall} is not a date and time. Enter one such as 2026-11-23T20:00.',
  pastDate: 'That date is before today in {zone}. Choose today or a later day.',
  pastTime: 'That time has passed in {zone}. Choose a time in the future.',
  tooFar: 'An event can be at most a year ahead. Choose an earlier date.',
  inGap: 'Clocks in {zone} skip {wall}: they go from {from} to {to}. Choose a time before or after that.',
  neverFires: 'No date ever matches "{rule}", so this event would never take place. Change the day or the month.',
  tooOften: 'This event would recur every {minutes} min. Leave at least {least} minutes between two starts.',
}
const noReward = 'To set a reward you need the permission to give currency. Leave the reward empty.'
const tooMany = 'There are {most} scheduled events already. Cancel one first.'
const gone = 'That event is over, or was removed.'

/** Schedules an event once, at `wall`, or again and again, by `rule`: then its next time is scheduled, and always the one after it. */
export const scheduleEvent = defineCommand({
  name: 'events.schedule',
  permission: 'manageEvents',
  input: z.strictObject({
    fields: GivenFields,
    zone: Zone,
    when: z.union([
      z.strictObject({ wall: WallTime }),
      /** Five fields of cron: minute, hour, day of month, month, day of week. */
      z.strictObject({ rule: z.string().trim().min(1).max(longestRule) }),
    ]),
  }),
  output: z.object({ event: z.string(), series: z.string().nullable(), scheduledTime: z.number() }),
  refusals: {
    ...fieldRefusals,
    ...timeRefusals,
    tooMany,
    noReward,
    tooManySeries: 'There are {most} recurring events already. End one first.',
  },
})

/** Starts an event at once. It has no limit of places: no one could register before it begins. */
export const startEvent = defineCommand({
  name: 'events.start',
  permission: 'manageEvents',
  input: z.strictObject({ fields: GivenFields }),
  output: z.object({ event: z.string() }),
  refusals: { ...fieldRefusals, tooMany, noReward },
})

/**
 * Changes what an event says of itself, how long it lasts, its time and its place, before it begins. More room moves the waiting list up; less
 * room puts no one out. A new time or place is announced, and registrations are kept; an event that recurs has the time of its rule.
 */
export const changeEvent = defineCommand({
  name: 'events.change',
  permission: 'manageEvents',
  input: z.strictObject({
    event: Id,
    title: Title.exactOptional(),
    description: Description.exactOptional(),
    durationMs: eventFields.durationMs.exactOptional(),
    capacity: eventFields.capacity.removeDefault().exactOptional(),
    reward: Reward.exactOptional(),
    /** In the zone of the event. */
    wall: WallTime.exactOptional(),
    /** As a whole: a radius that is left out is the usual one. */
    place: GivenPlace.exactOptional(),
    /** Of an event that recurs: whether those after it change in the same way. */
    andLater: z.boolean().exactOptional(),
  }),
  output: z.object({}),
  refusals: {
    ...fieldRefusals,
    ...timeRefusals,
    tooLong:
      'This event recurs every {minutes} min, and each one is over before the next begins. Choose a duration of at most {most} min.',
    gone,
    noReward,
    started: 'That event has begun or is over, so it can no longer be changed.',
    recurs: 'This event recurs, so its rule sets its time. End the series and schedule another.',
  },
})

/**
 * Cancels a scheduled event, or ends a running one early. Of a series, the next one is scheduled. Everyone reads the reason; where it was running,
 * those who take part or have a place are notified of it.
 */
export const cancelEvent = defineCommand({
  name: 'events.cancel',
  permission: 'manageEvents',
  input: z.strictObject({ event: Id, reason: Reason }),
  output: z.object({}),
  refusals: { gone },
})

/** Ends a series, and cancels its scheduled event. */
export const endSeries = defineCommand({
  name: 'events.endSeries',
  permission: 'manageEvents',
  input: z.strictObject({ series: Id, reason: Reason }),
  output: z.object({}),
  refusals: { gone: 'That recurring event has already been ended.' },
})

/** Registers the asking user for a scheduled or a community event. Nothing changes for a user who is registered. */
export const registerForEvent = defineCommand({
  name: 'events.register',
  permission: 'play',
  input: z.strictObject({ event: Id }),
  /** `waiting`: all places are taken, and the user moves up when one becomes free. */
  output: z.object({ state: z.enum(['registered', 'waiting']) }),
  refusals: {
    gone,
    over: 'This event has begun or was cancelled, so you can no longer register.',
    full: 'All places and the waiting list of this event are full.',
    banned: "You'll still be banned from the game when this event begins, so you can't register.",
    tooMany: "You're registered for {most} events. Leave one first.",
    tooOften: 'You left this event {most} times, so you can no longer register for it.',
  },
})
export const mostOwnEvents = 60

/** Gives the place of the asking user to the first who waits. Nothing changes for a user who is not registered. */
export const leaveEvent = defineCommand({
  name: 'events.leave',
  permission: 'play',
  input: z.strictObject({ event: Id }),
  output: z.object({}),
  refusals: {},
})

/** Whether scores and films of events show the name of the asking user to everyone. */
export const setShowsName = defineCommand({
  name: 'events.setShowsName',
  permission: 'play',
  input: z.strictObject({ showsName: z.boolean() }),
  output: z.object({}),
  refusals: {},
})

const CommunityTitle = Title.refine((title) => title !== '', 'Give the event a title.')
export const longestRewards = 200
const Rewards = line('The text on rewards', longestRewards)
const Places = z.int().min(1).max(mostPlaces).nullable()
/** Epoch ms. */
const StartTime = z.number().int()
export const mostCommunityMinutes = 7 * 24 * 60
const Duration = z
  .int()
  .min(60_000, 'An event lasts at least a minute.')
  .max(mostCommunityMinutes * 60_000)

const CommunityFields = z.strictObject({
  title: CommunityTitle,
  description: Description.default(''),
  startTime: StartTime,
  duration: Duration,
  rewards: Rewards.default(''),
  capacity: Places.default(null),
})
export type CommunityFieldsInput = z.input<typeof CommunityFields>

const communityRefusals = { past: 'That time has passed. Choose a time in the future.', tooFar: timeRefusals.tooFar }

export const createCommunityEvent = defineCommand({
  name: 'events.createCommunity',
  permission: 'manageEvents',
  input: CommunityFields,
  output: z.object({ event: CommunityEvent.shape.id }),
  refusals: { ...communityRefusals, tooMany },
})

/** Changes the given fields of an event that is not over. */
export const changeCommunityEvent = defineCommand({
  name: 'events.changeCommunity',
  permission: 'manageEvents',
  input: z.strictObject({
    event: Id,
    title: CommunityTitle.exactOptional(),
    description: Description.exactOptional(),
    startTime: StartTime.exactOptional(),
    duration: Duration.exactOptional(),
    rewards: Rewards.exactOptional(),
    capacity: Places.exactOptional(),
  }),
  output: z.object({}),
  refusals: { ...communityRefusals, gone, started: 'This event has begun: its start can no longer be changed.' },
})

export const removeCommunityEvent = defineCommand({
  name: 'events.removeCommunity',
  permission: 'manageEvents',
  input: z.strictObject({ event: Id, reason: Reason }),
  output: z.object({}),
  refusals: { gone },
})

/** What a time or a rule means, before it is scheduled. */
export const previewTimes = defineQuery({
  name: 'events.previewTimes',
  permission: 'manageEvents',
  input: z.strictObject({ zone: z.string().max(longestZone), when: scheduleEvent.input.shape.when }),
  output: z.object({
    /** The next five of a rule; of a time, this one. */
    runs: z.array(ComingRun.extend({ wall: WallTime })),
  }),
  refusals: timeRefusals,
})

/** The place of the asking user in the waiting list of an event, 1 for the first; null if the user does not wait. */
export const readWaitingPlace = defineQuery({
  name: 'events.waitingPlace',
  permission: 'play',
  input: z.strictObject({ event: Id }),
  output: z.object({ place: z.int().nullable() }),
  perMinute: 60,
})

/** Who is registered for an event, in order, a page at a time; of one that is over with what they took part in. */
export const listRegistrations = defineQuery({
  name: 'events.registrations',
  permission: 'manageEvents',
  input: z.strictObject({ event: Id, from: z.int().nonnegative().default(0) }),
  output: z.object({
    registrations: z.array(
      z.object({
        number: z.int(),
        account: z.string(),
        name: z.string(),
        isWaiting: z.boolean(),
        /** Part of the readings with the user in the area, 0 to 1, and whether the reward was paid; null for a user who was in none. */
        attended: z.object({ share: z.number(), paid: z.boolean() }).nullable().default(null),
      }),
    ),
    /** How often the game was read while the event ran. */
    readings: z.int().default(0),
    /** Give as `from` to read on; null at the end. */
    next: z.int().nullable(),
  }),
})
