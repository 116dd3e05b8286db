import { mainServer } from '../../../shared/engine/ids.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import {
  announcedMinutes,
  type EventFields,
  endOf,
  eventSeries,
  events,
  keptMs,
  type ScheduledEvent,
  startWindowMs,
  titleOf,
} from '../../../shared/features/events/events.ts'
import type * as hubCommands from '../../../shared/features/events/hubCommands.ts'
import { advanceEvent as advanceCommand, settleEvent } from '../../../shared/features/events/hubCommands.ts'
import { remindedFromMinutes, wasReminded } from '../../../shared/features/events/reminders.ts'
import { longestMessage } from '../../../shared/features/notifications/notifications.ts'
import { hubSettings, isSwitchedOff } from '../../../shared/features/settings/hubSettings.ts'
import { isRecurrence, nextRun } from '../../engine/recurrence.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { type Issuer, issueAsHub, type OrderContext } from '../deliveries/issue.ts'
import { updateDelivery } from '../deliveries/store.ts'
import { notifyEveryone, notifyMany } from '../notifications/notify.ts'
import { removeBannedFrom } from './banned.ts'
import { announcementText, movedText, scheduledText } from './eventWords.ts'
import { notifyPlaces, registeredFor, registrationOf } from './registration.ts'
import { forgetSetters, inheritSetters } from './rewards.ts'
import { eventOf, linkOf, makeRoom, removeEvent, timerOf, updateEvent } from './store.ts'
import { wallAt } from './times.ts'

/** The worker reports the last readings of an event within this time after its end. */
const settleAfterMs = 5_000

type Times = Pick<ScheduledEvent, 'scheduledTime' | 'wall' | 'zone' | 'series'> & Partial<Pick<ScheduledEvent, 'moves'>>

/** Adds a scheduled event, with the timer of its next step. The caller has made room. Returns its id. */
export function addEvent(context: Context, fields: EventFields, times: Times): string {
  const { edit, newId, now } = context
  const id = newId()
  const one: ScheduledEvent = {
    moves: 0,
    ...fields,
    ...times,
    id,
    createdAt: now,
    status: 'scheduled',
    started: false,
    triggeredAt: null,
    endedAt: null,
    ended: null,
    reason: '',
    announced: {},
    isSaid: false,
    isSettled: false,
  }
  edit(events, mainServer).events[id] = one
  awaitNextStep(context, id)
  return id
}

/** The next event of a series after `after`, epoch ms. Returns its id; null if there are no more: then the series is over. */
export function nextOfSeries(context: Context, series: string, after: number): string | null {
  const { read, edit } = context
  const { series: all } = read(eventSeries, mainServer)
  const found = Object.hasOwn(all, series) ? all[series] : undefined
  if (!found) return null
  const { id: _id, rule, zone, createdAt: _at, ...fields } = plain(found)
  // The zone may be gone from the data of a later release.
  const at = isRecurrence({ rule, zone }) ? nextRun({ rule, zone }, after) : null
  if (at === null) {
    delete edit(eventSeries, mainServer).series[series]
    forgetSetters(context, series)
    return null
  }
  makeRoom(context)
  const event = addEvent(context, fields, { scheduledTime: at, wall: wallAt(zone, at), zone, series })
  inheritSetters(context, series, event)
  return event
}

/**
 * One step of an event's life, whenever it runs and however often. An event has one timer, which is set again with every step: a step, what
 * it writes and its timer are one entry of the journal, so that each happens once, even after a crash.
 */
export const advanceEvent: Rule<typeof hubCommands.advanceEvent> = (context, { event }) => {
  const one = eventOf(context, event)
  if (!one) return {}
  const { now } = context
  if (one.status === 'scheduled') advanceScheduled(context, plain(one))
  else if (one.status === 'active' && now >= endOf(one)) finishEvent(context, event)
  else if (one.status === 'completed' && now >= (one.endedAt ?? 0) + keptMs) removeEvent(context, event)
  else awaitNextStep(context, event)
  return {}
}

function advanceScheduled(context: Context, one: ScheduledEvent) {
  const { now } = context
  const late = now - one.scheduledTime
  if (late > startWindowMs) return missEvent(context, one)
  // Everyone who is registered gets a notice; a series goes on with its next event.
  if (late >= 0 && areOff(context)) return cancelScheduled(context, one.id)
  if (late >= 0) return beginEvent(context, one.id)
  const minutes = dueAnnouncement(one, now)
  if (minutes !== null) announce(context, one, minutes)
  awaitNextStep(context, one.id)
}

/** An owner has switched events off: none begins, and none is announced. */
export const areOff = ({ read }: Pick<Context, 'read'>) => isSwitchedOff(read(hubSettings), 'events')

/** On every page by the document, in the game by a broadcast, and to registered users once by a notification. */
function announce(context: Context, one: ScheduledEvent, minutes: number) {
  const { now, read } = context
  removeBannedFrom(context, one.id)
  const text = announcementText(one, one.scheduledTime - now)
  updateEvent(context, one.id, { announced: { ...one.announced, [minutes]: now } })
  if (areOff(context)) return
  broadcast(context, one, text)
  if (minutes > remindedFromMinutes) return
  const isNew = (own: string) => !wasReminded(one, registrationOf(read, own, one.id)?.at ?? 0)
  notifyMany(context, registeredFor(read, one.id).filter(isNew), {
    type: 'eventReminder',
    title: titleOf(one),
    message: `${text} You are registered.`,
    link: linkOf(one.id),
    details: { event: one.id },
  })
}

/** Starts an event whose time has come, or one that staff start at once. */
export function beginEvent(context: Context, event: string) {
  const { now } = context
  const found = eventOf(context, event)
  if (found?.status !== 'scheduled') return
  const one = plain(found)
  const announced = { ...one.announced, 0: now }
  updateEvent(context, event, { status: 'active', started: true, triggeredAt: now, announced })
  broadcast(context, one, announcementText(one, 0))
  notifyEveryoneOf(context, one, `${titleOf(one)} begins`, announcementText(one, 0), { isUrgent: true })
  awaitNextStep(context, event)
  if (one.series !== null) nextOfSeries(context, one.series, Math.max(now, one.scheduledTime))
}

/** Ends a running event. Rewards are paid when the last readings are in. */
export function finishEvent(context: Context, event: string) {
  const { now, schedule } = context
  updateEvent(context, event, { status: 'completed', endedAt: now })
  schedule.set(`event ${event} settles`, now + settleAfterMs, settleEvent.name, { event, from: 0 })
  awaitNextStep(context, event)
}

/** The hub was down at the event's time: it is not started late. */
function missEvent(context: Context, one: ScheduledEvent) {
  const { now } = context
  updateEvent(context, one.id, { status: 'completed', endedAt: now, ended: 'missed', isSettled: true })
  dropWaitingBroadcasts(context, one)
  const message = `${titleOf(one)} did not start: the hub was down at that time.`
  const shared = notifyEveryoneOf(context, one, `${titleOf(one)} was missed`, message)
  notifyPlaces(context, one.id, message, { shared })
  awaitNextStep(context, one.id)
  if (one.series !== null) nextOfSeries(context, one.series, now)
}

interface Move {
  /** Null if the time stays. */
  readonly time: Pick<Times, 'scheduledTime' | 'wall'> | null
  /** Whether its place has changed. The event already has the new one. */
  readonly isElsewhere: boolean
}

/** Announces that a scheduled event was moved. Before a new time it is announced again; what was already said in the game is corrected there. */
export function moveScheduled(context: Context, event: string, move: Move) {
  const found = eventOf(context, event)
  if (!found) return
  const { time } = move
  const one = { ...plain(found), ...(time && { ...time, announced: {} }) }
  updateEvent(context, event, one)
  removeBannedFrom(context, event)
  const [title, text] = [titleOf(one), movedText(one, move)]
  if (one.isSaid) broadcast(context, one, `${title} was moved. ${text}`)
  const shared = notifyEveryoneOf(context, one, `${title} was moved`, text)
  notifyPlaces(context, one.id, `${title} was moved. ${text}`, { shared })
  awaitNextStep(context, event)
}

/** @param reason in the words of staff; empty for none */
export function cancelScheduled(context: Context, event: string, reason: string = '') {
  const { now } = context
  const found = eventOf(context, event)
  if (!found) return
  const one = plain(found)
  updateEvent(context, event, { status: 'completed', endedAt: now, ended: 'cancelled', reason, isSettled: true })
  const title = `${titleOf(one)} is cancelled`
  const text = `${title}. ${reason}`.trim()
  const isShared = !areOff(context)
  if (isShared && one.isSaid) broadcast(context, one, text)
  else dropWaitingBroadcasts(context, one)
  const shared = isShared
    ? notifyEveryoneOf(context, one, title, `${titleOf(one)} will not take place. ${reason}`.trim())
    : null
  notifyPlaces(context, one.id, text, { shared })
  awaitNextStep(context, event)
  if (one.series !== null) nextOfSeries(context, one.series, Math.max(now, one.scheduledTime))
}

/** Notifies everyone that staff have scheduled it. */
export function notifyScheduled(context: Context, event: string) {
  const one = eventOf(context, event)
  if (!one) return
  notifyEveryoneOf(context, one, `${titleOf(one)} is scheduled`, `${scheduledText(one)} ${one.description}`.trim())
}

/**
 * Notifies everyone, and the community's channel if the owner wants that: the texts fit an event of Discord. Returns the id of the
 * notification.
 */
function notifyEveryoneOf(
  context: Context,
  one: Readonly<ScheduledEvent>,
  title: string,
  message: string,
  more: { readonly isUrgent?: true } = {},
): string {
  const { id, scheduledTime, durationMs, locationName } = one
  const details = {
    ...more,
    event: id,
    startsAt: scheduledTime,
    endsAt: scheduledTime + durationMs,
    location: locationName,
  }
  return notifyEveryone(context, {
    type: 'eventAnnounced',
    title: title.slice(0, 100),
    message: message.slice(0, longestMessage),
    link: linkOf(id),
    details,
  })
}

function awaitNextStep(context: Context, event: string) {
  const one = eventOf(context, event)
  if (!one) return
  const { schedule, now } = context
  schedule.set(timerOf(event), stepAt(one, now), advanceCommand.name, { event })
}

function stepAt(one: ScheduledEvent, now: number): number {
  if (one.status === 'scheduled') return nextStepAt(one, now)
  return one.status === 'active' ? endOf(one) : (one.endedAt ?? now) + keptMs
}

const minuteMs = 60_000
const announcer: Issuer = { account: null, name: 'events', role: null, elevated: false }

type Announced = Pick<ScheduledEvent, 'scheduledTime' | 'announced'>

/** The announcement that is due and was not made, as minutes before the start; null for none. Only the latest of several is due. */
function dueAnnouncement({ scheduledTime, announced }: Announced, now: number): number | null {
  const latest = announcedMinutes.findLast((minutes) => minutes > 0 && scheduledTime - minutes * minuteMs <= now)
  return latest === undefined || Object.hasOwn(announced, latest) ? null : latest
}

/** Epoch ms at which the next announcement, or the start, is due. */
const nextStepAt = ({ scheduledTime }: Announced, now: number): number =>
  announcedMinutes.map((minutes) => scheduledTime - minutes * minuteMs).find((at) => at > now) ?? scheduledTime

/** Sends a broadcast to all players in the game. Earlier ones of the same event that were not sent yet are dropped. */
export function broadcast(context: Context, event: Readonly<ScheduledEvent>, text: string) {
  dropWaitingBroadcasts(context, event)
  const action = { kind: 'broadcast', target: null, detail: { text, event: event.id } } as const
  issueAsHub(context as OrderContext, { server: mainServer, action, isUnlimited: true }, announcer)
  updateEvent(context, event.id, { isSaid: true })
}

/** Drops the broadcasts of an event that were not sent yet, because they are no longer true: a later one replaces them, or it was cancelled. */
function dropWaitingBroadcasts(context: Context, event: Readonly<ScheduledEvent>) {
  const { read, now } = context
  const dropped = { state: 'dropped', settledAt: now, why: 'A later announcement replaced it.' } as const
  const isStale = ({ kind, by, state, detail }: (typeof entries)[number]) =>
    kind === 'broadcast' &&
    by === announcer.name &&
    (state === 'queued' || state === 'manual') &&
    detail.event === event.id
  const entries = Object.values(read(deliveries, mainServer).entries)
  for (const one of entries.filter(isStale)) updateDelivery(context, mainServer, one, dropped)
}
