import type { CommunityEvent } from '../../../shared/features/events/communityEvents.ts'
import { placeText } from '../../../shared/features/events/eventPlace.ts'
import { type EventSeries, type ScheduledEvent, titleOf } from '../../../shared/features/events/events.ts'
import { isRecurrence, nextRuns, offsetAt } from '../../engine/recurrence.ts'

interface Calendar {
  /** Of the community. */
  readonly name: string
  readonly events: readonly ScheduledEvent[]
  readonly series: readonly EventSeries['series'][string][]
  readonly community: readonly CommunityEvent[]
  /** Epoch ms. */
  readonly now: number
  /** Address of the events page; null where the hub does not know its own address. */
  readonly url: string | null
}

interface Entry {
  readonly uid: string
  /** Epoch ms. */
  readonly at: number
  readonly durationMs: number
  /** Null for UTC. */
  readonly zone: string | null
  readonly title: string
  readonly description: string
  readonly location: string
  readonly createdAt: number
  /** How often it was moved. */
  readonly moves: number
  readonly isCancelled: boolean
}

/** How many coming times of a series it contains. */
const runsAhead = 10
const dayMs = 86_400_000

/**
 * An iCalendar of all events (RFC 5545). Times are local with TZID, so that a calendar shows what clocks in the event's zone show, and each
 * zone is described with its changes of clocks. The same events give the same text.
 */
export function calendarOf(calendar: Calendar): string {
  const entries = [
    ...calendar.events.flatMap(scheduledEntry),
    ...calendar.series.flatMap((one) => seriesEntries(one, calendar)),
    ...calendar.community.map(communityEntry),
  ].toSorted((one, other) => one.at - other.at)
  const zones = Map.groupBy(entries, ({ zone }) => zone)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Waterhole//Events//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(calendar.name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...[...zones].flatMap(([zone, its]) => (zone === null ? [] : zoneLines(zone, its))),
    ...entries.flatMap((entry) => entryLines(entry, calendar.url)),
    'END:VCALENDAR',
  ]
    .flatMap(folded)
    .map((line) => `${line}\r\n`)
    .join('')
}

function scheduledEntry(one: ScheduledEvent): readonly Entry[] {
  if (one.ended === 'missed') return []
  const { id, series, scheduledTime: at, durationMs, zone, description, createdAt, moves } = one
  return [
    {
      uid: series === null ? id : `${series}-${at}`,
      at,
      durationMs,
      zone: named(zone),
      title: titleOf(one),
      description,
      location: placeText(one),
      createdAt,
      moves,
      isCancelled: one.ended === 'cancelled',
    },
  ]
}

/** The times of a series after the one that is scheduled. */
function seriesEntries(one: EventSeries['series'][string], { events, now }: Calendar): readonly Entry[] {
  const { id, rule, zone, durationMs, description, createdAt, moves } = one
  if (!isRecurrence({ rule, zone })) return []
  const last = Math.max(now, ...events.flatMap(({ series, scheduledTime }) => (series === id ? scheduledTime : [])))
  return nextRuns({ rule, zone }, last, runsAhead).map((at) => ({
    uid: `${id}-${at}`,
    at,
    durationMs,
    zone: named(zone),
    title: titleOf(one),
    description,
    location: placeText(one),
    createdAt,
    moves,
    isCancelled: false,
  }))
}

const communityEntry = (one: CommunityEvent): Entry => ({
  uid: one.id,
  at: one.startTime,
  durationMs: one.duration,
  zone: null,
  title: one.title,
  description: one.rewards === '' ? one.description : `${one.description}\nRewards: ${one.rewards}`.trim(),
  location: '',
  createdAt: one.createdAt,
  moves: one.moves,
  isCancelled: one.ended === 'cancelled',
})

const named = (zone: string) => (zone === 'UTC' ? null : zone)

function entryLines(entry: Entry, url: string | null): readonly string[] {
  // Where clocks show a local time twice, some calendars take the first and others the second: such an event is given in UTC.
  const isTwice = [entry.at, entry.at + entry.durationMs].some((at) => isShownTwice(entry.zone, at))
  const zone = isTwice ? null : entry.zone
  const moment = (name: string, at: number) =>
    zone === null ? `${name}:${utc(at)}` : `${name};TZID=${zone}:${local(at + offsetAt(zone, at))}`
  return [
    'BEGIN:VEVENT',
    `UID:${entry.uid}@waterhole`,
    `DTSTAMP:${utc(entry.createdAt)}`,
    // A calendar that has the event takes another time or place, or that it is cancelled, from a higher number.
    `SEQUENCE:${entry.moves + (entry.isCancelled ? 1 : 0)}`,
    moment('DTSTART', entry.at),
    moment('DTEND', entry.at + entry.durationMs),
    `SUMMARY:${escaped(entry.title)}`,
    ...(entry.description === '' ? [] : [`DESCRIPTION:${escaped(entry.description)}`]),
    ...(entry.location === '' ? [] : [`LOCATION:${escaped(entry.location)}`]),
    ...(url === null ? [] : [`URL:${url}`]),
    `STATUS:${entry.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ]
}

function isShownTwice(zone: string | null, at: number): boolean {
  if (zone === null) return false
  const wall = at + offsetAt(zone, at)
  const offsets = new Set([offsetAt(zone, at - dayMs), offsetAt(zone, at + dayMs)])
  return [...offsets].filter((offset) => offsetAt(zone, wall - offset) === offset).length > 1
}

/** The zone with the changes of clocks around the entries, each by itself: it needs no rule that a later law could make wrong. */
function zoneLines(zone: string, entries: readonly Entry[]): readonly string[] {
  const times = entries.map(({ at }) => at)
  const [from, to] = [Math.min(...times) - 366 * dayMs, Math.max(...times) + 366 * dayMs]
  const first = offsetAt(zone, from)
  const changes = changesBetween(zone, from, to)
  const standard = Math.min(first, ...changes.map(({ after }) => after))
  const part = (at: string, before: number, after: number) => {
    const name = after === standard ? 'STANDARD' : 'DAYLIGHT'
    const offsets = [`TZOFFSETFROM:${offsetText(before)}`, `TZOFFSETTO:${offsetText(after)}`]
    return [`BEGIN:${name}`, `DTSTART:${at}`, ...offsets, `END:${name}`]
  }
  return [
    'BEGIN:VTIMEZONE',
    `TZID:${zone}`,
    ...part('19700101T000000', first, first),
    // By the clocks before the change.
    ...changes.flatMap(({ at, before, after }) => part(local(at + before), before, after)),
    'END:VTIMEZONE',
  ]
}

function changesBetween(zone: string, from: number, to: number) {
  const changes: { at: number; before: number; after: number }[] = []
  for (let day = from; day < to; day += dayMs) {
    const [before, after] = [offsetAt(zone, day), offsetAt(zone, day + dayMs)]
    if (before === after) continue
    let [low, high] = [day, day + dayMs]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(zone, middle) === before) low = middle
      else high = middle
    }
    changes.push({ at: high, before, after })
  }
  return changes
}

/** As +0530. */
function offsetText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / 60_000))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

const local = (asUtc: number) => new Date(asUtc).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
const utc = (at: number) => `${local(at)}Z`

/** A text value: RFC 5545, section 3.3.11. */
const escaped = (text: string) =>
  text
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // Other control characters have no place in a line.
    .replaceAll(/\p{Cc}/gu, ' ')

const mostOctets = 75

/** A line in pieces of at most 75 octets. All but the first begin with a space, and no character is cut. Section 3.1. */
function folded(line: string): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  let octets = 0
  for (const sign of line) {
    const size = Buffer.byteLength(sign)
    if (octets + size > mostOctets) {
      pieces.push(piece)
      piece = ' '
      octets = 1
    }
    piece += sign
    octets += size
  }
  return [...pieces, piece]
}
