import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/events/commands.ts'
import { mostOwnEvents } from '../../../shared/features/events/commands.ts'
import {
  chunkOf,
  eventAttendance,
  eventPlaces,
  eventSeats,
  mostPlaces,
  ownEvents,
  placesKey,
  placesPerDocument,
  titleOf,
} from '../../../shared/features/events/events.ts'
import * as hubCommands from '../../../shared/features/events/hubCommands.ts'
import type { QueryContext } from '../../engine/feature.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { notify, notifyMany } from '../notifications/notify.ts'
import { bannedUntil } from '../trades/rules.ts'
import { communityEventOf, communityLink, eventOf, linkOf } from './store.ts'

/** Numbers are given again only when the last to register leaves: of one event there are never more than these. */
const mostNumbers = 4 * mostPlaces
/** How often a user may come back to an event that they left: each time takes a number. */
const mostReturns = 20
/** Waiting users who move up in one change. */
const promotedAtOnce = 100

export const registerForEvent: Rule<typeof commands.registerForEvent> = (context, { event }) => {
  const { actor, read, edit, now, refuse } = context
  const own = accountOf(actor)
  const before = registrationOf(read, own, event)
  const found = eitherEventOf(context, event) ?? refuse('gone')
  if (!found.isOpen) return refuse('over')
  if (before) return { state: before.state }
  if (bannedUntil(read, own) > found.startsAt) return refuse('banned')
  if ((read(ownEvents, own).left[event] ?? 0) >= mostReturns) return refuse('tooOften', { most: mostReturns })
  const open = Object.keys(read(ownEvents, own).events).filter((id) => eitherEventOf(context, id)?.isOpen)
  if (open.length >= mostOwnEvents) return refuse('tooMany', { most: mostOwnEvents })
  const { registered, waiting, next: number } = read(eventSeats, event)
  // While users wait, a free place is theirs.
  const isWaiting = found.capacity !== null && (waiting > 0 || registered >= found.capacity)
  if (number >= mostNumbers || (isWaiting ? waiting : registered) >= mostPlaces) return refuse('full')
  const seats = edit(eventSeats, event)
  seats.next += 1
  if (isWaiting) seats.waiting += 1
  else seats.registered += 1
  edit(eventPlaces, placesKey(event, chunkOf(number))).places[number] = { account: own, isWaiting }
  const state = isWaiting ? 'waiting' : 'registered'
  edit(ownEvents, own).events[event] = { number, state, at: now }
  return { state }
}

export const leaveEvent: Rule<typeof commands.leaveEvent> = (context, { event }) => {
  removeRegistration(context, accountOf(context.actor), event)
  return {}
}

/** Takes a user out of an event. A place that becomes free goes to the first who waits. */
export function removeRegistration(context: Context, own: string, event: string) {
  if (takeOut(context, own, event)) countLeaving(context, own, event)
  moveUp(context, event)
}

/** For `mostReturns`: a user who lost the place to a ban has not left. */
function countLeaving(context: Context, own: string, event: string) {
  const { left } = context.edit(ownEvents, own)
  for (const id of Object.keys(left)) if (!eitherEventOf(context, id)?.isOpen) delete left[id]
  left[event] = (left[event] ?? 0) + 1
}

/** False where the user was not registered. */
export function takeOut({ read, edit }: Context, own: string, event: string): boolean {
  const found = registrationOf(read, own, event)
  if (!found) return false
  const { number, state } = found
  delete edit(ownEvents, own).events[event]
  delete edit(eventPlaces, placesKey(event, chunkOf(number))).places[number]
  const seats = edit(eventSeats, event)
  if (number === seats.next - 1) seats.next -= 1
  if (state === 'waiting') seats.waiting -= 1
  else seats.registered -= 1
  if (seats.registered + seats.waiting === 0) seats.next = 0
  seats.waitFrom = Math.min(seats.waitFrom, seats.next)
  return true
}

/** Gives free places to those who wait, in order; some at a time. */
export function moveUp(context: Context, event: string) {
  const found = eitherEventOf(context, event)
  if (!found?.isOpen) return
  const { capacity } = found
  const { registered, waiting } = context.read(eventSeats, event)
  const free = capacity === null ? waiting : Math.min(waiting, capacity - registered)
  for (let moved = 0; moved < Math.min(free, promotedAtOnce); moved += 1) promoteFirst(context, event, found)
  if (free > promotedAtOnce)
    context.schedule.set(`event ${event} waiting`, context.now, hubCommands.promoteWaiting.name, { event })
}

export const promoteWaiting: Rule<typeof hubCommands.promoteWaiting> = (context, { event }) => {
  moveUp(context, event)
  return {}
}

function promoteFirst(context: Context, event: string, { title, link }: EitherEvent) {
  const { read, edit, now } = context
  const first = waitingFrom(read, event).next().value
  if (!first) return
  const { number, account: waiting } = first
  const entry = edit(eventPlaces, placesKey(event, chunkOf(number))).places[number]
  if (entry) entry.isWaiting = false
  const own = edit(ownEvents, waiting).events[event]
  if (own) Object.assign(own, { state: 'registered', at: now })
  const seats = edit(eventSeats, event)
  seats.waiting -= 1
  seats.registered += 1
  seats.waitFrom = number + 1
  notify(context, {
    to: waiting,
    type: 'eventMoved',
    title: 'You have a place',
    message: `A place became free, and you moved up: you now have a place in ${title}.`,
    link,
    details: { event },
  })
}

/** Those who wait, in order. */
function* waitingFrom(read: Reading, event: string) {
  const { waitFrom, next } = read(eventSeats, event)
  for (let number = waitFrom; number < next; number += 1) {
    const { places } = read(eventPlaces, placesKey(event, chunkOf(number)))
    const place = places[number]
    if (place?.isWaiting) yield { number, account: place.account }
  }
}

/** The accounts that have a place, in order. */
export const registeredFor = (read: Reading, event: string): readonly string[] =>
  placesOf(read, event).flatMap((place) => (place.isWaiting ? [] : [place.account]))

/** Those who have a place or wait, in order. */
export function placesOf(read: Reading, event: string) {
  const { next } = read(eventSeats, event)
  const chunks = Array.from({ length: Math.ceil(next / placesPerDocument) }, (_, chunk) => chunk)
  return chunks.flatMap((chunk) => Object.values(read(eventPlaces, placesKey(event, chunk)).places))
}

/**
 * Notifies those who have a place or wait, and others.
 * @param shared the id of a notification that tells everyone the same: these users get only one of the two
 */
export function notifyPlaces(
  context: Context,
  event: string,
  message: string,
  { shared = null, others = [] }: { readonly shared?: string | null; readonly others?: readonly string[] } = {},
) {
  const found = eitherEventOf(context, event)
  if (!found) return
  const to = new Set([...placesOf(context.read, event).map((place) => place.account), ...others])
  const details = { event, ...(shared !== null && { shared }) }
  notifyMany(context, [...to], { type: 'eventMoved', title: found.title, message, link: found.link, details })
}

export const forgetRegistrations: Rule<typeof hubCommands.forgetRegistrations> = (
  context,
  { event, chunk, chunks },
) => {
  const { read, edit, schedule, now } = context
  const key = placesKey(event, chunk)
  const entries = Object.values(read(eventPlaces, key).places)
  for (const { account: own } of entries)
    if (registrationOf(read, own, event)) delete edit(ownEvents, own).events[event]
  if (entries.length > 0) edit(eventPlaces, key).places = {}
  if (chunk + 1 < chunks)
    schedule.set(`event ${event} registrations`, now, hubCommands.forgetRegistrations.name, {
      event,
      chunk: chunk + 1,
      chunks,
    })
  return {}
}

export function registrationOf(read: Reading, own: string, event: string) {
  const { events } = read(ownEvents, own)
  return Object.hasOwn(events, event) ? (events[event] ?? null) : null
}

/** A scheduled or a community event: registrations of both are kept in the same way. */
interface EitherEvent {
  readonly title: string
  /** The page that shows it. */
  readonly link: string
  readonly capacity: number | null
  /** Epoch ms. */
  readonly startsAt: number
  /** It has not begun. */
  readonly isOpen: boolean
}

export function eitherEventOf(context: Pick<Context, 'read'>, id: string): EitherEvent | null {
  const scheduled = eventOf(context, id)
  if (scheduled) {
    const { capacity, status, scheduledTime: startsAt } = scheduled
    return { title: titleOf(scheduled), link: linkOf(id), capacity, startsAt, isOpen: status === 'scheduled' }
  }
  const community = communityEventOf(context, id)
  if (!community) return null
  const { title, capacity, startTime: startsAt, status } = community
  return { title, link: communityLink, capacity, startsAt, isOpen: status === 'upcoming' }
}

export function waitingPlaceOf({ read, principal }: QueryContext<typeof commands.readWaitingPlace>, event: string) {
  const own = registrationOf(read, principal.id ?? '', event)
  if (own?.state !== 'waiting') return { place: null }
  let place = 0
  for (const { number } of waitingFrom(read, event)) {
    if (number > own.number) break
    place += 1
  }
  return { place }
}

/** One page: the first document from that number on with someone in it. Those before it whose users have all left are not pages. */
export function registrationsOf(
  { read }: QueryContext<typeof commands.listRegistrations>,
  { event, from }: { readonly event: string; readonly from: number },
) {
  const [page = [], [following] = []] = pagesFrom(read, event, from)
  const registrations = page.map((place) => {
    const { attended } = read(ownEvents, place.account)
    const { share, paid } = (Object.hasOwn(attended, event) && attended[event]) || {}
    const seen = share === undefined || paid === undefined ? null : { share, paid }
    return { ...place, name: read(account, place.account).name, attended: seen }
  })
  const { readings } = read(eventAttendance, event)
  return { registrations, readings, next: following ? chunkOf(following.number) * placesPerDocument : null }
}

/** This page and the one after it, as far as there are any. */
function pagesFrom(read: Reading, event: string, from: number) {
  const { next } = read(eventSeats, event)
  const pages: { readonly number: number; readonly account: string; readonly isWaiting: boolean }[][] = []
  for (let chunk = chunkOf(from); chunk * placesPerDocument < next && pages.length < 2; chunk += 1) {
    const page = Object.entries(read(eventPlaces, placesKey(event, chunk)).places)
      .map(([number, place]) => ({ number: Number(number), ...place }))
      .filter(({ number }) => number >= from)
    if (page.length > 0) pages.push(page)
  }
  return pages
}
