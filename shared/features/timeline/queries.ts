import { z } from 'zod'
import { mainServer, ServerId } from '../../engine/ids.ts'
import { moneyPermissions, type Permission } from '../../engine/permissions.ts'
import { defineQuery } from '../../engine/query.ts'
import { AuditLine } from '../audit/queries.ts'
import { ReplaySegment, TimeSpan } from '../replay/queries.ts'
import { mapSize, Place } from '../world/frame.ts'

/** The lanes of the timeline, in their order on the page. */
export const timelineKinds = [
  'kills',
  'chat',
  'visits',
  'staff',
  'bans',
  'teleports',
  'redemptions',
  'money',
  'warnings',
] as const
export const TimelineKind = z.enum(timelineKinds)
export type TimelineKind = z.infer<typeof TimelineKind>

/** What a reader needs to see anything in a lane. A part of a lane may need more: each archive decides for its own rows. */
export const laneNeeds: Readonly<Record<TimelineKind, readonly Permission[]>> = {
  kills: ['readChat'],
  chat: ['readChat'],
  visits: ['readChat', 'runConsole'],
  staff: ['runConsole', 'readChat'],
  bans: ['runConsole'],
  teleports: ['runConsole'],
  redemptions: ['runConsole'],
  money: moneyPermissions,
  warnings: ['readChat', 'settleEconomy'],
}
/** The lanes of which a reader may see at least a part. */
export const lanesFor = (can: (permission: Permission) => boolean) =>
  timelineKinds.filter((kind) => laneNeeds[kind].some(can))

/** The longest time that a page of the timeline shows at once, ms. */
export const longestSpanMs = 7 * 86_400_000
/** How many persons may be asked for at once. */
export const mostPersons = 8
export const mostEntriesPerPage = 200

/** A circle on the map: its middle and its radius in map units. */
export const Circle = Place.extend({ radius: z.number().positive().max(mapSize) })
export type Circle = z.infer<typeof Circle>

export const longestPersonId = 64
/** The id of an account, or of a player in the game. */
export const PersonId = z.string().min(1).max(longestPersonId)

/** Under another server a pin would be kept beyond the quota, and beyond the reach of an erasure. */
export const TimelineServer = ServerId.refine((id) => id === mainServer, 'There is no such server.')
/** Epoch ms that a calendar has. */
export const Moment = z.number().min(0).max(8.64e15)

/** One thing that happened: worded as the audit words its entries. */
export const TimelineEntry = AuditLine.pick({
  act: true,
  did: true,
  order: true,
  by: true,
  byName: true,
  role: true,
  target: true,
  detail: true,
  delivery: true,
  outcome: true,
}).extend({
  /** Unique for each entry, and the same in every answer. */
  key: z.string(),
  kind: TimelineKind,
  /** When it happened, epoch ms. */
  at: z.number(),
  /** The ids of the persons in it. */
  persons: z.array(z.string()),
  /** Where, in map units. Null where that is not known, or not for this reader. */
  place: Place.nullable(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** Users who see staff's commands may open the timeline; each entry is shown to those who may read its source. */
const permission = 'viewPendingCommands'

export const searchTimeline = defineQuery({
  name: 'timeline.search',
  permission,
  input: z.object({
    server: TimelineServer,
    /** Both inclusive. */
    from: Moment,
    to: Moment,
    /** Empty for everybody. */
    persons: z.array(PersonId).max(mostPersons).default([]),
    /** Only what happened inside. What has no place is then left out. */
    place: Circle.nullable().default(null),
    /** Empty for all that the reader may see. */
    kinds: z.array(TimelineKind).max(timelineKinds.length).default([]),
    /** Adds what this pin has kept. */
    pin: z.string().max(64).nullable().default(null),
    /** The `next` of an earlier answer. */
    before: z
      .string()
      .max(6_000)
      .regex(/^\d{1,15}(:(\d{1,16}|-|x)){1,400}$/, 'what an earlier answer gave as next')
      .nullable()
      .default(null),
    limit: z.int().min(1).max(mostEntriesPerPage).default(100),
  }),
  output: z.object({
    /** In the order of the journal, newest first. What the game's log reported late is where it was recorded. */
    entries: z.array(TimelineEntry),
    /** Pass as `before` for the next page; null at the end. A page may be short or empty: a query reads a limited number of rows. */
    next: z.string().nullable(),
    /** Epoch ms back to which was read; null at the end. */
    searchedTo: z.number().nullable(),
  }),
  refusals: {
    backwards: 'The end of the time is before its beginning.',
    tooLong: 'The timeline shows at most 7 days at once. Choose a shorter time.',
  },
  perMinute: 180,
})

/** The recorded parts of a time: of the replay, and of the pins. */
export const timelineSpans = defineQuery({
  name: 'timeline.spans',
  permission: 'viewAllPositions',
  input: z.object({ server: TimelineServer, from: Moment, to: Moment }),
  output: z.object({
    /** Oldest first. */
    spans: z.array(TimeSpan),
  }),
})

/** A minute of the map, of the replay or of a pin. Each call is a view of all positions and recorded as one. */
export const timelineSegment = defineQuery({
  name: 'timeline.segment',
  permission: 'viewAllPositions',
  input: z.object({ server: TimelineServer, at: Moment }),
  /** The segment that contains this time, otherwise the first one after it; null if there is none. */
  output: z.object({ segment: ReplaySegment.nullable() }),
})
