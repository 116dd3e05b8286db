import { corridorRadius } from '../../../shared/features/events/eventPlace.ts'
import {
  type EventFields,
  type Events,
  eventDurationMs,
  type ScheduledEvent,
  titleOf,
} from '../../../shared/features/events/events.ts'
import type { EventShape } from '../../map/overlays.ts'

type ById = Events['events']

const bySoonest = (one: ScheduledEvent, other: ScheduledEvent) => one.scheduledTime - other.scheduledTime

/** Running events first, then scheduled ones, the soonest first. */
export const comingEvents = (events: ById): readonly ScheduledEvent[] =>
  Object.values(events)
    .filter(({ status }) => status !== 'completed')
    .toSorted(
      (one, other) => Number(other.status === 'active') - Number(one.status === 'active') || bySoonest(one, other),
    )

/** Events that are over, missed or cancelled; the latest first. */
export const pastEvents = (events: ById): readonly ScheduledEvent[] =>
  Object.values(events)
    .filter(({ status }) => status === 'completed')
    .toSorted((one, other) => bySoonest(other, one))

/** From so long before its start an event has a countdown card. */
export const cardMs = 60 * 60_000

/** Events that run, then those that start within the hour. One whose time has come stays until the hub says what became of it. */
export const nearEvents = (events: ById, now: number): readonly ScheduledEvent[] =>
  comingEvents(events).filter(({ status, scheduledTime }) => status === 'active' || scheduledTime - now <= cardMs)

/** The running event whose effects are still shown: the one that started last. */
export function startedEvent(events: ById, now: number): ScheduledEvent | null {
  const shown = Object.values(events).filter(
    ({ status, type, triggeredAt }) =>
      status === 'active' && triggeredAt !== null && now < triggeredAt + eventDurationMs[type],
  )
  return shown.toSorted((one, other) => (other.triggeredAt ?? 0) - (one.triggeredAt ?? 0))[0] ?? null
}

/** An announcement, by the event and the minutes before its start. */
export interface Announcement {
  readonly event: ScheduledEvent
  readonly minutes: number
}

const freshMs = 90_000

/** The announcements that were made since an earlier state of the document. Those that are old by now are left out: a page may have been away. */
export const newAnnouncements = (before: ById, events: ById, now: number): readonly Announcement[] =>
  Object.values(events).flatMap((event) =>
    Object.entries(event.announced)
      .filter(([minutes, at]) => before[event.id]?.announced[minutes] === undefined && now - at < freshMs)
      .map(([minutes]) => ({ event, minutes: Number(minutes) })),
  )

/** What the map draws of an event; null for one that has no place. */
export function shapeOf(
  event: EventFields & Pick<ScheduledEvent, 'id' | 'status'>,
  isChosen: boolean = false,
): EventShape | null {
  const { id, status, location, migrationPath, radius } = event
  const common = { id, label: titleOf(event), isActive: status === 'active', isChosen }
  if (migrationPath && migrationPath.length > 0)
    return { ...common, points: migrationPath, radius: corridorRadius, isPath: true, hasZones: false, wrong: null }
  if (!location) return null
  return {
    ...common,
    points: [location],
    radius,
    isPath: false,
    hasZones: event.type === 'King of the Hill',
    wrong: null,
  }
}

/** What the island's map shows of events: those that run, and those that start within the hour. */
export const shapesNow = (events: ById, now: number): readonly EventShape[] =>
  nearEvents(events, now).flatMap((event) => shapeOf(event) ?? [])
