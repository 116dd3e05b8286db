import type { RowOf } from '../../../shared/engine/archive.ts'
import { mainServer } from '../../../shared/engine/ids.ts'
import type * as commands from '../../../shared/features/events/commands.ts'
import type { fieldRefusals, GivenFields } from '../../../shared/features/events/commands.ts'
import { eventAudit } from '../../../shared/features/events/eventAudit.ts'
import { type EventPlace, exactPlaceText, isSamePlace } from '../../../shared/features/events/eventPlace.ts'
import {
  type EventFields,
  type EventSeries,
  eventAttendance,
  eventDurationMs,
  eventSeries,
  events,
  fewestPathPoints,
  mostEvents,
  mostSeries,
  type ScheduledEvent,
  titleOf,
} from '../../../shared/features/events/events.ts'
import { hasLand, pathProblem } from '../../../shared/features/events/migrationPath.ts'
import { server } from '../../../shared/features/server/server.ts'
import { isOnMap } from '../../../shared/features/world/frame.ts'
import { regionAt } from '../../../shared/features/world/regions.ts'
import type { QueryContext } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { actorRow } from '../account/rules.ts'
import { accountOfPlayer } from './attendance.ts'
import {
  addEvent,
  beginEvent,
  broadcast,
  cancelScheduled,
  finishEvent,
  moveScheduled,
  nextOfSeries,
  notifyScheduled,
} from './lifecycle.ts'
import { moveUp, notifyPlaces } from './registration.ts'
import { forgetSetters, type RewardContext, setReward } from './rewards.ts'
import { eventOf, makeRoom, updateEvent } from './store.ts'
import { longestByRule, previewOf, timeOf } from './times.ts'

export const scheduleEvent: Rule<typeof commands.scheduleEvent> = (context, { fields: given, zone, when }) => {
  const { now, refuse } = context
  const fields = checkedFields(context as never, given)
  const at = timeOf(zone, when, now, fields.durationMs)
  if (typeof at !== 'number') return refuse(at.code, at.values)
  if ('rule' in when) return scheduleSeries(context, { fields, zone, rule: when.rule })
  if (!makeRoom(context)) return refuse('tooMany', { most: mostEvents })
  const event = addEvent(context, fields, { scheduledTime: at, wall: when.wall, zone, series: null })
  setReward(context, event, fields.reward)
  notifyScheduled(context, event)
  auditEvent(context, 'schedule', event, fields)
  return { event, series: null, scheduledTime: at }
}

type SeriesFields = Pick<EventSeries['series'][string], 'rule' | 'zone'> & { readonly fields: EventFields }

function scheduleSeries(context: Parameters<typeof scheduleEvent>[0], { fields, ...recurrence }: SeriesFields) {
  const { read, edit, newId, now, refuse } = context
  if (Object.keys(read(eventSeries, mainServer).series).length >= mostSeries)
    return refuse('tooManySeries', { most: mostSeries })
  if (!makeRoom(context)) return refuse('tooMany', { most: mostEvents })
  const id = newId()
  edit(eventSeries, mainServer).series[id] = { ...fields, ...recurrence, id, createdAt: now, moves: 0 }
  setReward(context, id, fields.reward)
  auditEvent(context, 'scheduleSeries', id, fields)
  const event = nextOfSeries(context, id, now) ?? refuse('neverFires', { rule: recurrence.rule })
  notifyScheduled(context, event)
  return { event, series: id, scheduledTime: eventOf(context, event)?.scheduledTime ?? now }
}

export const startEvent: Rule<typeof commands.startEvent> = (context, { fields: given }) => {
  const { now, refuse } = context
  // No one could register for it: with limited places its reward would be paid to no one.
  const fields = { ...checkedFields(context as never, given), capacity: null }
  if (!makeRoom(context)) return refuse('tooMany', { most: mostEvents })
  const event = addEvent(context, fields, { scheduledTime: now, wall: null, zone: 'UTC', series: null })
  setReward(context, event, fields.reward)
  beginEvent(context, event)
  auditEvent(context, 'start', event, fields)
  return { event }
}

export const changeEvent: Rule<typeof commands.changeEvent> = (context, given) => {
  const { event, wall, place, andLater, ...others } = given
  const { now, refuse } = context
  const one = plain(eventOf(context, event) ?? refuse('gone'))
  if (one.status !== 'scheduled') return refuse('started')
  const isMoved = wall !== undefined && wall !== one.wall
  if (isMoved && one.series !== null) return refuse('recurs')
  const at = isMoved ? timeOf(one.zone, { wall }, now, one.durationMs) : one.scheduledTime
  if (typeof at !== 'number') return refuse(at.code, at.values)
  checkGap(context, one, others.durationMs)
  const changes = { ...others, ...(place && checkedPlace(context as never, { ...one, ...place })) }
  if (others.reward !== undefined) setReward(context, event, others.reward)
  const time = isMoved ? { scheduledTime: at, wall } : null
  const placed = placeMove(one, changes)
  const isMove = time !== null || isMoveForCalendars(one, changes)
  updateEvent(context, event, { ...changes, moves: one.moves + (isMove ? 1 : 0) })
  if (time || placed) moveScheduled(context, event, { time, isElsewhere: placed !== null })
  const moves = [...(isMoved ? [{ from: one.scheduledTime, to: at }] : []), ...(placed ? [placed] : [])]
  auditChange(context, 'change', event, { ...one, ...changes }, { moves, changes: others })
  moveUp(context, event)
  if (andLater && one.series !== null) changeSeries(context, one.series, changes)
  return {}
}

/** Calendars show the place and the end. */
const isMoveForCalendars = (before: EventFields, changes: Partial<EventFields>) =>
  placeMove(before, changes) !== null || (changes.durationMs ?? before.durationMs) !== before.durationMs

/** An event that recurs is over before the next one begins. */
function checkGap(context: Parameters<typeof changeEvent>[0], one: ScheduledEvent, durationMs: number | undefined) {
  const { read, now, refuse } = context
  const { series: all } = read(eventSeries, mainServer)
  const series = one.series !== null && Object.hasOwn(all, one.series) ? all[one.series] : undefined
  if (!series || durationMs === undefined) return
  const { minutes, most } = longestByRule(series, now)
  if (durationMs > most * 60_000) refuse('tooLong', { minutes, most })
}

/** Changes the events of a series that are not scheduled yet. */
function changeSeries(context: RewardContext, id: string, changes: Partial<EventFields>) {
  const { read, edit } = context
  const { series: all } = read(eventSeries, mainServer)
  const one = Object.hasOwn(all, id) ? plain(all[id]) : undefined
  if (!one) return
  if (changes.reward !== undefined) setReward(context, id, changes.reward)
  const moves = one.moves + (isMoveForCalendars(one, changes) ? 1 : 0)
  edit(eventSeries, mainServer).series[id] = { ...one, ...changes, moves }
  auditEvent(context, 'changeSeries', id, { ...one, ...changes }, placeMove(one, changes))
}

export const cancelEvent: Rule<typeof commands.cancelEvent> = (context, { event, reason }) => {
  const one = eventOf(context, event)
  if (!one || one.status === 'completed') return context.refuse('gone')
  auditEvent(context, 'cancel', event, one, { reason })
  if (one.status === 'active') endEarly(context, plain(one), reason)
  else cancelScheduled(context, event, reason)
  return {}
}

/** Without a reason it ends as if its time were over. With one, those who take part or have a place are notified. */
function endEarly(context: Context, one: ScheduledEvent, reason: string) {
  const { read } = context
  finishEvent(context, one.id)
  if (reason === '') return
  updateEvent(context, one.id, { reason })
  const text = `${titleOf(one)} was ended early. ${reason}`
  broadcast(context, one, text)
  const { players } = read(eventAttendance, one.id)
  const others = Object.keys(players).flatMap((player) => accountOfPlayer(read, player) ?? [])
  notifyPlaces(context, one.id, text, { others })
}

export const endSeries: Rule<typeof commands.endSeries> = (context, { series, reason }) => {
  const { read, edit, refuse } = context
  const { series: all } = read(eventSeries, mainServer)
  const one = (Object.hasOwn(all, series) ? all[series] : undefined) ?? refuse('gone')
  auditEvent(context, 'endSeries', series, one, { reason })
  delete edit(eventSeries, mainServer).series[series]
  forgetSetters(context, series)
  const isNext = (event: ScheduledEvent) => event.series === series && event.status === 'scheduled'
  for (const { id } of Object.values(plain(read(events, mainServer).events)).filter(isNext))
    cancelScheduled(context, id, reason)
  return {}
}

export function previewTimes(
  { now, refuse }: QueryContext<typeof commands.previewTimes>,
  { zone, when }: { readonly zone: string; readonly when: { readonly wall: string } | { readonly rule: string } },
) {
  const at = timeOf(zone, when, now, 0)
  if (typeof at !== 'number') return refuse(at.code, at.values)
  return { runs: previewOf(zone, when, at, now) }
}

type Named = Pick<EventFields, 'type' | 'title'> | { readonly title: string }
/** Times of an event before and after it was moved, epoch ms, or its places in words. */
type Move = { readonly from: number; readonly to: number } | { readonly fromPlace: string; readonly toPlace: string }

/** Null where users find it at the same place as before. */
function placeMove(before: EventFields, changes: Partial<EventFields>): Move | null {
  const after = { ...before, ...changes }
  if (isSamePlace(before, after)) return null
  return { fromPlace: exactPlaceText(before), toPlace: exactPlaceText(after) }
}

/** Writes a line of the audit. */
export function auditEvent(
  context: Context,
  act: RowOf<typeof eventAudit>['act'],
  event: string,
  named: Named,
  more: Move | { readonly reason: string } | null = null,
) {
  const title = 'type' in named ? titleOf(named) : named.title
  context.archive(eventAudit, { act, event, title, ...more, ...actorRow(context) })
}

/** Writes a line for each move, and one for what was changed otherwise. @param changes without time and place */
export function auditChange(
  context: Context,
  act: 'change' | 'changeCommunity',
  event: string,
  named: Named,
  { moves, changes }: { readonly moves: readonly Move[]; readonly changes: object },
) {
  for (const move of moves) auditEvent(context, act, event, named, move)
  if (moves.length === 0 || Object.keys(changes).length > 0) auditEvent(context, act, event, named)
}

type FieldContext = Context & { refuse(code: keyof typeof fieldRefusals, values?: object): never }

/** The fields of an event as staff gave them: what its type needs is there and fits the map, and what it has no use for is left out. */
function checkedFields(context: FieldContext, { durationMs, ...given }: GivenFields): EventFields {
  const fields = {
    ...given,
    durationMs: durationMs ?? eventDurationMs[given.type],
    species: null,
    population: null,
    migrationPath: null,
    location: null,
    locationName: '',
  }
  if (given.type === 'Great Migration') return { ...fields, ...migrationOf(context, given) }
  return { ...fields, ...placeOf(context, given) }
}

function checkedPlace(context: FieldContext, given: GivenFields): EventPlace {
  const { migrationPath, location, locationName, radius } = checkedFields(context, given)
  return { migrationPath, location, locationName, radius }
}

type Given = Omit<GivenFields, 'durationMs'>

function migrationOf(context: FieldContext, { species, population, migrationPath }: Given) {
  const { refuse } = context
  if (species === null || population === null) return refuse('needsSpecies')
  if (migrationPath === null || migrationPath.length < fewestPathPoints) return refuse('needsPath')
  const problem = pathProblem(migrationPath, species, knowsLand(context))
  if (problem !== null) {
    const { code, ...values } = problem
    return refuse(code, { ...values, species })
  }
  return { species, population, migrationPath: migrationPath.map(({ x, y }) => ({ x, y })) }
}

function placeOf(context: FieldContext, { type, location, locationName, radius }: Given) {
  const { refuse } = context
  if (location === null) return type === 'King of the Hill' ? refuse('needsPlace') : {}
  const { x, y } = location
  if (!isOnMap(location)) return refuse('offMap', { point: 1 })
  if (knowsLand(context) && !hasLand(location, radius))
    return refuse('placeInWater', { x: Math.round(x), y: Math.round(y) })
  return { location: { x, y }, locationName: locationName || (regionAt(x, y)?.name ?? '') }
}

/** On a map that the owner provides, the hub does not know where the land is. */
const knowsLand = ({ read }: Pick<Context, 'read'>) => read(server, mainServer).mapImage === null
