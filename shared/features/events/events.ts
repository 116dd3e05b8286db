import { z } from 'zod'
import { defineDocument, everyone, exportedAs, itsPlayer, nobody, notPersonal } from '../../engine/document.ts'
import { longestZone } from '../../engine/recurrenceLimits.ts'
import { Price } from '../ledger/accounts.ts'
import { Place } from '../world/frame.ts'

/** The types of scheduled events, in the order in which staff choose them. */
export const eventTypes = ['Moonlight Hunt', 'Great Migration', 'King of the Hill'] as const
export type EventType = (typeof eventTypes)[number]

/** How long an event of this type lasts unless staff choose otherwise; its effects on the page last so long in any case. */
export const eventDurationMs: Readonly<Record<EventType, number>> = {
  'Moonlight Hunt': 30_000,
  'Great Migration': 35_000,
  'King of the Hill': 40_000,
}
export const longestEventMs = 6 * 3_600_000

/** The species of a Great Migration. */
export const migrationSpecies = [
  'Triceratops',
  'Stegosaurus',
  'Gallimimus',
  'Dryosaurus',
  'Pachycephalosaurus',
  'Maiasaura',
  'Tenontosaurus',
  'Hypsilophodon',
] as const

export const populations = ['small', 'medium', 'large', 'massive'] as const
export const populationNames: Readonly<Record<(typeof populations)[number], string>> = {
  small: 'Small Group (5-15)',
  medium: 'Medium Herd (20-50)',
  large: 'Large Migration (60-100)',
  massive: 'Massive Exodus (100+)',
}

/** Points of a migration's path. */
export const fewestPathPoints = 2
export const mostPathPoints = 40
/** Map units around a place that staff chose freely. */
export const defaultRadius = 100
export const Radius = z.int().min(20).max(1_000)

/** Minutes before the start at which an event is announced; 0 is the start. */
export const announcedMinutes = [60, 30, 15, 5, 1, 0] as const
/** An event starts so long after its time at the latest; a later start was missed. */
export const startWindowMs = 5_000
/** Events are kept so long after their end, and no more of them than `mostEvents`. */
export const keptMs = 24 * 3_600_000
export const mostEvents = 50
export const mostSeries = 20
/** Places of one event, and places in its waiting list. */
export const mostPlaces = 10_000
/** How far ahead an event can be scheduled. */
export const furthestMs = 366 * 24 * 3_600_000
/** A player who is in the event's area for at least this part of its readings has taken part. */
export const leastShare = 0.5
/** The address of the calendar of all events. */
export const eventsCalendarPath = '/events.ics'

/** As '2026-11-23T20:00': what clocks in the event's zone show. */
export const WallTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'A time has the form 2026-11-23T20:00.')
/** A time zone of the IANA database, as 'Europe/Berlin'. */
export const Zone = z.string().min(1).max(longestZone)

/** What staff say of an event, apart from its time. */
export const eventFields = {
  type: z.enum(eventTypes),
  /** Empty for the name of the type. */
  title: z.string().default(''),
  description: z.string().default(''),
  durationMs: z.int().min(1_000).max(longestEventMs),
  /** Of a Great Migration. */
  species: z.enum(migrationSpecies).nullable().default(null),
  population: z.enum(populations).nullable().default(null),
  /** In map units. */
  migrationPath: z.array(Place).max(mostPathPoints).nullable().default(null),
  /** Of King of the Hill, and of a Moonlight Hunt that has a place; in map units. A hunt without one is on the whole island. */
  location: Place.nullable().default(null),
  locationName: z.string().default(''),
  /** Of `location`, in map units. */
  radius: Radius.default(defaultRadius),
  /** Places; null for no limit. */
  capacity: z.int().min(1).max(mostPlaces).nullable().default(null),
  /** For each player who takes part; where `capacity` is set, for each with a place. */
  reward: Price.nullable().default(null),
}
export const EventFields = z.object(eventFields)
export type EventFields = z.infer<typeof EventFields>

export const ScheduledEvent = EventFields.extend({
  id: z.string(),
  /** Epoch ms. It was computed from `wall` and `zone`. */
  scheduledTime: z.number(),
  /** Null for an event that staff started at once. */
  wall: WallTime.nullable(),
  zone: Zone,
  createdAt: z.number(),
  status: z.enum(['scheduled', 'active', 'completed']),
  /** False of a completed event that was missed or cancelled. */
  started: z.boolean(),
  /** Epoch ms of the start. */
  triggeredAt: z.number().nullable(),
  endedAt: z.number().nullable().default(null),
  /** Why it never started. 'missed': the hub was down at its time. */
  ended: z.enum(['missed', 'cancelled']).nullable().default(null),
  /** Why staff cancelled it, or ended it early, in their words; empty for none. */
  reason: z.string().default(''),
  /** The series that it belongs to. */
  series: z.string().nullable().default(null),
  /** Epoch ms of each announcement that was made, by its minutes before the start. */
  announced: z.record(z.string(), z.number()).default({}),
  /** How often staff have moved it, and whether its time was announced in the game. */
  moves: z.int().nonnegative().default(0),
  isSaid: z.boolean().default(false),
  /** Whether rewards are paid. */
  isSettled: z.boolean().default(false),
})
export type ScheduledEvent = z.infer<typeof ScheduledEvent>

/** Epoch ms at which a running event ends. */
export const endOf = ({ triggeredAt, durationMs }: Pick<ScheduledEvent, 'triggeredAt' | 'durationMs'>) =>
  (triggeredAt ?? 0) + durationMs

export const titleOf = ({ title, type }: Pick<EventFields, 'title' | 'type'>) => (title === '' ? type : title)

/** The scheduled, running and latest events, by id. The key is the server's. */
export const Events = z.object({ events: z.record(z.string(), ScheduledEvent).default({}) })
export type Events = z.infer<typeof Events>
export const events = defineDocument({
  kind: 'events',
  schema: Events,
  readableBy: everyone,
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'holds what staff announce to everyone, and no person' },
  typedTexts: ['events.*.title', 'events.*.description', 'events.*.locationName', 'events.*.reason'],
  audited: 'eventAudit',
})

/** Events that recur: there is always one scheduled event of each, the next. The key is the server's. */
export const EventSeries = z.object({
  series: z
    .record(
      z.string(),
      EventFields.extend({
        id: z.string(),
        /** Five fields of cron, as wall time of `zone`. */
        rule: z.string(),
        zone: Zone,
        createdAt: z.number(),
        /** How often staff have moved its later events to another place: they begin with that. */
        moves: z.int().nonnegative().default(0),
      }),
    )
    .default({}),
})
export type EventSeries = z.infer<typeof EventSeries>
export const eventSeries = defineDocument({
  kind: 'eventSeries',
  schema: EventSeries,
  readableBy: everyone,
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'holds what staff announce to everyone, and no person' },
  typedTexts: ['series.*.title', 'series.*.description', 'series.*.locationName'],
  audited: 'eventAudit',
})

/** How many are registered for an event. The key is the event's id. */
export const EventSeats = z.object({
  registered: z.int().nonnegative().default(0),
  waiting: z.int().nonnegative().default(0),
  /** The number of the next registration: numbers give the order of the waiting list. */
  next: z.int().nonnegative().default(0),
  /** No one waits with a lower number. */
  waitFrom: z.int().nonnegative().default(0),
})
export type EventSeats = z.infer<typeof EventSeats>
export const eventSeats = defineDocument({
  kind: 'eventSeats',
  schema: EventSeats,
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('holds counts'),
})

/** Registrations of an event by number, so many in a document: a registration writes only its own. The key is `placesKey`. */
const EventPlaces = z.object({
  places: z.record(z.string(), z.object({ account: z.string(), isWaiting: z.boolean() })).default({}),
})
export const eventPlaces = defineDocument({
  kind: 'eventPlaces',
  schema: EventPlaces,
  readableBy: nobody,
  memory: 'journaled',
  about: ({ account }, read) =>
    Object.entries(read(ownEvents, account).events).map(([event, { number }]) => placesKey(event, chunkOf(number))),
  // `ownEvents` has the same, for each person.
  exported: null,
  erased: 'byFeature',
  audited: null,
})
export const placesPerDocument = 100
export const chunkOf = (number: number) => Math.floor(number / placesPerDocument)
export const placesKey = (event: string, chunk: number) => `${event}~${chunk}`

const OwnEvent = z.object({
  number: z.int(),
  state: z.enum(['registered', 'waiting']),
  /** Epoch ms of the registration, or of moving up from the waiting list. */
  at: z.number(),
})

/** The events for which a user is registered, by id, and what they took part in. The key is the account id. */
const OwnEvents = z.object({
  events: z.record(z.string(), OwnEvent).default({}),
  /** How often the user left an event. Events that are over are dropped when the user leaves another one. */
  left: z.record(z.string(), z.int()).default({}),
  /** Whether scores and films of events show the user's name to everyone. */
  showsName: z.boolean().default(false),
  /** Part of the event's readings with the user in its area, 0 to 1, of the latest events, and whether the reward was paid. */
  attended: z
    .record(z.string(), z.object({ share: z.number(), heldMs: z.number().default(0), paid: z.boolean() }))
    .default({}),
})
export const ownEvents = defineDocument({
  kind: 'ownEvents',
  schema: OwnEvents,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('events', (own: z.infer<typeof OwnEvents>) => own, {
    events: 'theirs',
    left: 'theirs',
    showsName: 'theirs',
    attended: 'theirs',
  }),
  erased: 'cleared',
  audited: null,
})

const Attendance = z.object({
  /** Readings of the event with the player in its area. */
  readings: z.int(),
  /** Of King of the Hill: time that the player held the hill alone, ms. */
  heldMs: z.number(),
  /** Order of the first reading in the area; names the player in `eventScores`. */
  number: z.int(),
})

/** Who was in the area of an event, by the game's id of the player. The key is the event's id. */
export const EventAttendance = z.object({
  readings: z.int().default(0),
  players: z.record(z.string(), Attendance).default({}),
})
export type EventAttendance = z.infer<typeof EventAttendance>
export const eventAttendance = defineDocument({
  kind: 'eventAttendance',
  schema: EventAttendance,
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  // `ownEvents` has the outcome, for each person.
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** The score of King of the Hill while it runs, and after it. The key is the event's id. Without names of those who keep theirs hidden. */
export const EventScores = z.object({
  /** Players in the area at the last reading; 0 where they are fewer than `minShownCount`, null before the first. */
  present: z.int().nullable().default(null),
  /** Number of the player who holds the hill; null for none. */
  holder: z.int().nullable().default(null),
  /** Several players are on the hill: no one holds it. */
  isContested: z.boolean().default(false),
  /** The best by time held, by number. */
  scores: z
    .record(z.string(), z.object({ name: z.string().nullable(), account: z.string().nullable(), heldMs: z.number() }))
    .default({}),
})
export type EventScores = z.infer<typeof EventScores>
export const eventScores = defineDocument({
  kind: 'eventScores',
  schema: EventScores,
  readableBy: everyone,
  memory: 'journaled',
  about: 'several',
  // As above: what a person held is in `ownEvents`.
  exported: null,
  erased: 'byFeature',
  audited: null,
})
/** Shown in a score. */
export const mostScores = 20
