import { mainServer } from '../../../shared/engine/ids.ts'
import { communityEvents } from '../../../shared/features/events/communityEvents.ts'
import { eventSeries, events } from '../../../shared/features/events/events.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import { calendarOf } from './calendar.ts'

interface FeedDeps {
  readonly hub: Pick<Hub, 'read'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  /** Its name, asked each time. */
  readonly community: () => string
  /** Null where the hub does not know its own address. */
  readonly publicUrl: string | null
}

const cachedMs = 5 * 60_000

/** The calendar of all events. It is made again when an event has changed, and as time passes: everyone may ask for it, as often as they like. */
export function createCalendarFeed({ hub, clock, community, publicUrl }: FeedDeps): () => string {
  let cached: {
    readonly of: readonly object[]
    readonly name: string
    readonly at: number
    readonly text: string
  } | null = null
  return () => {
    const name = community()
    const documents = [events, eventSeries, communityEvents].map((kind) => hub.read(kind, mainServer))
    // A document that did not change is the same object.
    const isSame = cached?.of.every((document, nth) => document === documents[nth])
    if (cached && isSame && cached.name === name && clock.monotonic() - cached.at < cachedMs) return cached.text
    const text = calendarOf({
      name: `${name} events`,
      events: Object.values(hub.read(events, mainServer).events),
      series: Object.values(hub.read(eventSeries, mainServer).series),
      community: Object.values(hub.read(communityEvents, mainServer).events),
      now: clock.now(),
      url: publicUrl === null ? null : new URL('/events', publicUrl).href,
    })
    cached = { of: documents, name, at: clock.monotonic(), text }
    return text
  }
}
