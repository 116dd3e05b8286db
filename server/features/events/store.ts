import { mainServer } from '../../../shared/engine/ids.ts'
import { communityEvents } from '../../../shared/features/events/communityEvents.ts'
import { eventFilm } from '../../../shared/features/events/eventFilm.ts'
import {
  chunkOf,
  eventAttendance,
  eventScores,
  eventSeats,
  events,
  mostEvents,
  type ScheduledEvent,
} from '../../../shared/features/events/events.ts'
import { forgetRegistrations } from '../../../shared/features/events/hubCommands.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { forgetSetters } from './rewards.ts'

type Reads = { readonly read: Reading }

export function eventOf({ read }: Reads, id: string): Readonly<ScheduledEvent> | null {
  const { events: all } = read(events, mainServer)
  return Object.hasOwn(all, id) ? (all[id] ?? null) : null
}

export function communityEventOf({ read }: Reads, id: string) {
  const { events: all } = read(communityEvents, mainServer)
  return Object.hasOwn(all, id) ? (all[id] ?? null) : null
}

/** Where an event is shown, even when it is over. */
export const linkOf = (event: string) => `/events?event=${event}`

/** Where community events are shown. */
export const communityLink = '/games?tab=community'

/** Changes an event that is there. */
export function updateEvent({ edit }: Pick<Context, 'edit'>, id: string, changes: Partial<ScheduledEvent>) {
  Object.assign(edit(events, mainServer).events[id] ?? {}, changes)
}

/** Makes room for one more: removes the event that was over first. False if none is over. */
export function makeRoom(context: Context): boolean {
  const all = Object.values(context.read(events, mainServer).events)
  if (all.length < mostEvents) return true
  const [oldest] = all
    .filter(({ status, isSettled }) => status === 'completed' && isSettled)
    .toSorted((one, other) => one.scheduledTime - other.scheduledTime)
  if (!oldest) return false
  removeEvent(context, oldest.id)
  return true
}

/** Removes an event with all that is kept of it. Its registrations are removed afterwards, some at a time. */
export function removeEvent(context: Context, id: string) {
  const { edit, read, schedule } = context
  delete edit(events, mainServer).events[id]
  schedule.cancel(timerOf(id))
  forgetSetters(context, id)
  if (read(eventAttendance, id).readings > 0) Object.assign(edit(eventAttendance, id), { readings: 0, players: {} })
  if (Object.keys(read(eventScores, id).scores).length > 0)
    Object.assign(edit(eventScores, id), { present: 0, holder: null, isContested: false, scores: {} })
  if (read(eventFilm, id).frames.length > 0) Object.assign(edit(eventFilm, id), { players: {}, frames: [] })
  forgetPlaces(context, id)
}

/** Removes the registrations of an event, some at a time. */
export function forgetPlaces({ edit, read, schedule, now }: Context, id: string) {
  const { next } = read(eventSeats, id)
  if (next === 0) return
  Object.assign(edit(eventSeats, id), { registered: 0, waiting: 0, next: 0, waitFrom: 0 })
  const input = { event: id, chunk: 0, chunks: chunkOf(next - 1) + 1 }
  schedule.set(`event ${id} registrations`, now, forgetRegistrations.name, input)
}

/** The timer of an event. */
export const timerOf = (id: string) => `event ${id}`
