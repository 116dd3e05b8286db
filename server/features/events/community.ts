import { mainServer } from '../../../shared/engine/ids.ts'
import type * as commands from '../../../shared/features/events/commands.ts'
import {
  type CommunityEvent,
  communityEvents,
  mostCommunityEvents,
} from '../../../shared/features/events/communityEvents.ts'
import { furthestMs } from '../../../shared/features/events/events.ts'
import { advanceCommunityEvent as advanceCommand } from '../../../shared/features/events/hubCommands.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { removeBannedFrom } from './banned.ts'
import { inWords } from './eventWords.ts'
import { areOff } from './lifecycle.ts'
import { moveUp, notifyPlaces } from './registration.ts'
import { auditChange, auditEvent } from './schedule.ts'
import { communityEventOf, forgetPlaces, timerOf } from './store.ts'

export const createCommunityEvent: Rule<typeof commands.createCommunityEvent> = (context, fields) => {
  const { edit, newId, now, refuse } = context
  checkStart(context, fields.startTime)
  if (!makeRoom(context)) return refuse('tooMany', { most: mostCommunityEvents })
  const id = newId()
  edit(communityEvents, mainServer).events[id] = {
    ...fields,
    id,
    moves: 0,
    status: 'upcoming',
    ended: null,
    createdAt: now,
  }
  awaitNextStep(context, id)
  auditEvent(context, 'createCommunity', id, fields)
  return { event: id }
}

export const changeCommunityEvent: Rule<typeof commands.changeCommunityEvent> = (context, { event, ...changes }) => {
  const { refuse } = context
  const one = plain(communityEventOf(context, event) ?? refuse('gone'))
  if (one.status === 'completed') return refuse('gone')
  const { title, startTime } = { ...one, ...changes }
  const isMoved = startTime !== one.startTime
  if (isMoved) {
    if (one.status === 'active') return refuse('started')
    checkStart(context, startTime)
  }
  // Calendars have the end, too.
  const isMoveForCalendars = isMoved || (changes.duration ?? one.duration) !== one.duration
  const timesMoved = one.moves + (isMoveForCalendars ? 1 : 0)
  update(context, event, { ...changes, moves: timesMoved })
  if (isMoved) {
    removeBannedFrom(context, event)
    const begins = inWords({ zone: 'UTC', scheduledTime: startTime })
    notifyPlaces(context, event, `${title} was moved: it now begins on ${begins}.`)
  }
  awaitNextStep(context, event)
  const { startTime: _time, ...others } = changes
  const moves = isMoved ? [{ from: one.startTime, to: startTime }] : []
  auditChange(context, 'changeCommunity', event, { title }, { moves, changes: others })
  moveUp(context, event)
  return {}
}

export const removeCommunityEvent: Rule<typeof commands.removeCommunityEvent> = (context, { event, reason }) => {
  const one = communityEventOf(context, event) ?? context.refuse('gone')
  auditEvent(context, 'removeCommunity', event, one, { reason })
  if (one.status === 'upcoming') notifyPlaces(context, event, `${one.title} is cancelled. ${reason}`.trim())
  if (one.status === 'active' && reason !== '') notifyPlaces(context, event, `${one.title} was ended early. ${reason}`)
  remove(context, event)
  return {}
}

function checkStart({ now, refuse }: Context & { refuse(code: 'past' | 'tooFar'): never }, startTime: number) {
  if (startTime <= now) refuse('past')
  if (startTime - now > furthestMs) refuse('tooFar')
}

/** Makes room for one more: the event that was over first goes. False if none is over. */
function makeRoom(context: Context): boolean {
  const all = Object.values(context.read(communityEvents, mainServer).events)
  if (all.length < mostCommunityEvents) return true
  const [oldest] = all
    .filter(({ status }) => status === 'completed')
    .toSorted((one, other) => one.startTime - other.startTime)
  if (!oldest) return false
  remove(context, oldest.id)
  return true
}

function remove(context: Context, id: string) {
  delete context.edit(communityEvents, mainServer).events[id]
  context.schedule.cancel(timerOf(id))
  forgetPlaces(context, id)
}

export const advanceCommunityEvent: Rule<typeof advanceCommand> = (context, { event }) => {
  const one = communityEventOf(context, event)
  if (!one) return {}
  const status = statusAt(one, context.now)
  // Like a scheduled event, it does not begin while events are switched off. One that runs goes on.
  if (one.status === 'upcoming' && status !== 'upcoming' && areOff(context)) return cancel(context, one)
  if (status !== one.status) update(context, event, { status })
  awaitNextStep(context, event)
  return {}
}

function cancel(context: Context, { id, title }: CommunityEvent) {
  update(context, id, { status: 'completed', ended: 'cancelled' })
  notifyPlaces(context, id, `${title} is cancelled.`)
  return {}
}

function update({ edit }: Context, id: string, changes: Partial<CommunityEvent>) {
  Object.assign(edit(communityEvents, mainServer).events[id] ?? {}, changes)
}

const endOf = ({ startTime, duration }: Pick<CommunityEvent, 'startTime' | 'duration'>) => startTime + duration

const statusAt = (one: CommunityEvent, now: number): CommunityEvent['status'] =>
  now < one.startTime ? 'upcoming' : now < endOf(one) ? 'active' : 'completed'

function awaitNextStep(context: Context, event: string) {
  const one = communityEventOf(context, event)
  if (!one || one.status === 'completed') return
  const at = one.status === 'upcoming' ? one.startTime : endOf(one)
  context.schedule.set(timerOf(event), at, advanceCommand.name, { event })
}
