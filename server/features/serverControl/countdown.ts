import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { isUnderWay } from '../../../shared/features/deliveries/hostOrders.ts'
import { gameHost } from '../../../shared/features/gameHost/gameHost.ts'
import { server as serverStatus } from '../../../shared/features/server/server.ts'
import { advanceRestart as advanceCommand } from '../../../shared/features/serverControl/commands.ts'
import {
  type ComingKind,
  type ComingRestart,
  comingKinds,
  type PastRestart,
  type RestartSchedule,
  restartsKept,
  serverControl,
  serverNotices,
  warnedMinutes,
} from '../../../shared/features/serverControl/serverControl.ts'
import { derive } from '../../engine/feature.ts'
import { isRecurrence, nextRun } from '../../engine/recurrence.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { openHostOrders } from '../deliveries/rules.ts'
import { changedDeliveries } from '../deliveries/store.ts'
import { dropUnsentWarnings, issueBroadcast, issueRestart } from './orders.ts'

const minuteMs = 60_000
/** How long after its time a restart is still ordered, when the hub was down. */
const lateMs = 10 * minuteMs
/** How long the hub waits before it looks again whether the server is empty. */
const lookEveryMs = 30_000
/** A count of players no older than this is trusted. */
const freshMs = 60_000

/** The schedule as five fields of cron. */
export function ruleOf({ every, time, weekday, rule }: Pick<RestartSchedule, 'every' | 'time' | 'weekday' | 'rule'>) {
  if (every === 'custom') return rule
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return `${minute} ${hour} * * ${every === 'weekly' ? weekday : '*'}`
}

/**
 * One step of a coming restart, whenever it runs and however often. What it does, what it writes and its next timer are one entry of the
 * journal, so that each warning and the restart happen once, even after a crash.
 */
export const advanceRestart: Rule<typeof advanceCommand> = (context, { server, which }) => {
  const { read, now } = context
  const found = read(serverControl, server)[which]
  if (!found) return {}
  const one = plain(found)
  if (one.isSkipped) {
    const isOver = now >= skippedUntil(read(serverControl, server).schedule, one)
    return isOver ? conclude(context, server, which, 'skipped') : awaitStep(context, server, which)
  }
  // An owner who starts a countdown while the server is off wants a restart.
  const isOff = which === 'next' && read(serverControl, server).offSince !== null
  if (isOff) return leaveOut(context, server, which, one, 'off')
  if (isTooClose(context, server, one)) return leaveOut(context, server, which, one, 'apart')
  const isEmpty = isServerEmpty(context, server)
  if (now >= one.at && now <= lastAt(one) + lateMs && isEmpty) return restart(context, server, which, one)
  if (now >= lastAt(one)) {
    // Players are not disconnected without a warning.
    const isMissed = now > lastAt(one) + lateMs || Object.keys(one.warned).length === 0
    return isMissed ? miss(context, server, which) : restart(context, server, which, one)
  }
  warn(context, server, which, one)
  return awaitStep(context, server, which)
}

/** Epoch ms at which it happens even if players are in the game. */
const lastAt = ({ at, waitMinutes }: Pick<ComingRestart, 'at' | 'waitMinutes'>) => at + waitMinutes * minuteMs

/** Epoch ms until which a skipped one can be restored: for as long as it would have waited, but not into the warnings of the next one. */
function skippedUntil(planned: RestartSchedule | null, one: ComingRestart): number {
  const following = runAfter(planned, one.at) ?? Number.POSITIVE_INFINITY
  return Math.max(one.at, Math.min(lastAt(one), following - warnedMinutes[0] * minuteMs))
}

/** Epoch ms; null where none comes. */
export function runAfter(planned: RestartSchedule | null, after: number): number | null {
  const timing = planned && { rule: ruleOf(planned), zone: planned.zone }
  return timing && isRecurrence(timing) ? nextRun(timing, after) : null
}

/** The warning that is due and was not given. Only the latest of several is due: the hub was down for the others. */
function warn(context: Context, server: string, which: ComingKind, one: ComingRestart) {
  const { now, edit } = context
  const left = lastAt(one) - now
  const minutes = warnedMinutes.findLast((before) => left <= before * minuteMs)
  if (minutes !== undefined && !Object.hasOwn(one.warned, minutes)) {
    const run = edit(serverControl, server)[which]
    if (run) run.warned[minutes] = now
    issueBroadcast(context, server, warningText(one, left, now))
  }
  showNotice(context, server)
}

function warningText({ at, waitMinutes, reason }: ComingRestart, left: number, now: number) {
  const minutes = Math.max(1, Math.ceil(left / minuteMs))
  const soonest = waitMinutes > 0 && now < at ? ', or earlier when it is empty' : ''
  return `Server restarts in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}${soonest}.${reason ? ` ${reason}` : ''}`
}

function restart(context: Context, server: string, which: ComingKind, one: ComingRestart) {
  if (openHostOrders(context, server).length > 0) return conclude(context, server, which, 'busy')
  return conclude(context, server, which, 'ordered', issueRestart(context, server, one.reason))
}

/** The server was started so recently that it is left out, or was shut down: then no player is there. */
function leaveOut(context: Context, server: string, which: ComingKind, one: ComingRestart, outcome: 'apart' | 'off') {
  const isWarned = Object.keys(one.warned).length > 0
  if (!isWarned && context.now < one.at) return awaitLater(context, server, which, one)
  if (outcome === 'off') dropUnsentWarnings(context, server)
  else broadcastCancelled(context, server, one)
  return conclude(context, server, which, outcome)
}

const miss = (context: Context, server: string, which: ComingKind) => {
  dropUnsentWarnings(context, server)
  return conclude(context, server, which, 'missed')
}

export function broadcastCancelled(context: Context, server: string, { warned }: ComingRestart) {
  dropUnsentWarnings(context, server)
  if (Object.keys(warned).length > 0) issueBroadcast(context, server, 'The restart of the server is cancelled.')
}

/** Ends a coming restart, and sets the next one of the schedule. */
export function conclude(
  context: Context,
  server: string,
  which: ComingKind,
  outcome: PastRestart['outcome'],
  delivery: string | null = null,
) {
  const { edit, read, now, schedule } = context
  const one = read(serverControl, server)[which]
  if (!one) return {}
  const { at, reason } = one
  addPast(context, server, { at, decidedAt: now, outcome, reason, delivery })
  edit(serverControl, server)[which] = null
  schedule.cancel(timerOf(which))
  if (which === 'next') setNext(context, server, Math.max(now, at))
  showNotice(context, server)
  return {}
}

/** What an order given now makes needless. */
export function endCountdown(context: Context, server: string) {
  if (!context.read(serverControl, server).soon) return
  dropUnsentWarnings(context, server)
  conclude(context, server, 'soon', 'cancelled')
}

export function addPast({ edit, read }: Context, server: string, one: PastRestart) {
  const { past } = plain(read(serverControl, server))
  edit(serverControl, server).past = [one, ...past].slice(0, restartsKept)
}

export const coming = (given: Pick<ComingRestart, 'at'> & Partial<ComingRestart>): ComingRestart => ({
  waitMinutes: 0,
  apartMinutes: 0,
  reason: '',
  isSkipped: false,
  warned: {},
  account: null,
  ...given,
})

type StepContext = Pick<Context, 'read' | 'edit' | 'now' | 'schedule'>

/** The next restart of the schedule after `after`, epoch ms; none where it never comes, or where this release does not know the zone. */
export function setNext(context: StepContext, server: string, after: number) {
  const { read, edit, schedule } = context
  const planned = read(serverControl, server).schedule
  const at = runAfter(planned, after)
  if (!planned || at === null) {
    edit(serverControl, server).next = null
    schedule.cancel(timerOf('next'))
  } else {
    const { waitMinutes, apartMinutes, reason } = planned
    edit(serverControl, server).next = coming({ at, waitMinutes, apartMinutes, reason })
    awaitStep(context, server, 'next')
  }
  showNotice(context, server)
}

const timerOf = (which: ComingKind) => `restart ${which}`

export function awaitStep({ read, schedule, now }: StepContext, server: string, which: ComingKind) {
  const one = read(serverControl, server)[which]
  const due = one && (one.isSkipped ? skippedUntil(read(serverControl, server).schedule, one) : stepAt(one, now))
  if (due) schedule.set(timerOf(which), due, advanceCommand.name, { server, which })
  return {}
}

/** Looks again at the next step, and gives no warning that is due now. */
function awaitLater({ schedule, now }: Context, server: string, which: ComingKind, one: ComingRestart) {
  schedule.set(timerOf(which), laterStepAt(one, now), advanceCommand.name, { server, which })
  return {}
}

/** Epoch ms at which something is due next: now, where a warning is due already. */
function stepAt(one: ComingRestart, now: number): number {
  const last = lastAt(one)
  const current = warnedMinutes.findLast((minutes) => last - minutes * minuteMs <= now)
  const isDue = current !== undefined && now < last && !Object.hasOwn(one.warned, current)
  return isDue ? now : laterStepAt(one, now)
}

function laterStepAt(one: ComingRestart, now: number): number {
  const last = lastAt(one)
  const warnings = warnedMinutes.map((minutes) => last - minutes * minuteMs).filter((at) => at > now)
  const look = now >= one.at ? now + lookEveryMs : one.at
  return Math.min(...warnings, look, Math.max(last, now + 1))
}

/** What every page shows: the restart that the host carries out; otherwise the earlier one of two that are counted down. */
export function showNotice({ read, edit, now }: Pick<Context, 'read' | 'edit' | 'now'>, server: string) {
  const control = read(serverControl, server)
  const [first] = comingKinds
    .flatMap((which) => control[which] ?? [])
    .filter((one) => !one.isSkipped && (Object.keys(one.warned).length > 0 || now >= one.at))
    .toSorted((one, other) => lastAt(one) - lastAt(other))
  const before = read(serverNotices, server).restart
  const counted = first ? { at: lastAt(first), from: first.at, reason: first.reason } : null
  const shown = restartUnderWay(read, server, now) ?? counted
  if (JSON.stringify(plain(before)) !== JSON.stringify(shown)) edit(serverNotices, server).restart = shown
}

function restartUnderWay(read: Context['read'], server: string, now: number) {
  const one = Object.values(read(deliveries, server).entries).find(
    (each) => each.kind === 'restart' && isUnderWay(each, now),
  )
  if (!one) return null
  const at = one.sentAt ?? one.queuedAt
  return { at, from: at, reason: one.detail.reason ?? '' }
}

/** Shows pages that a restart was sent, and no longer once its outcome is known. */
export const followRestarts = derive(deliveries, (context, server, before) => {
  for (const one of changedDeliveries(context, server, before)) {
    const known = before.entries[one.id]
    if (one.kind === 'restart' && (known?.state !== one.state || known.why !== one.why))
      return showNotice(context, server)
  }
})

function isServerEmpty({ read, now }: Pick<Context, 'read' | 'now'>, server: string): boolean {
  const { playerCount, readAt, link } = read(serverStatus, server)
  return link.name === 'up' && playerCount === 0 && readAt !== null && Math.abs(now - readAt) <= freshMs
}

/** Whether the server was started, or ordered to restart, less than `apartMinutes` before its time. */
function isTooClose({ read }: Pick<Context, 'read'>, server: string, { at, apartMinutes }: ComingRestart): boolean {
  const { reading } = read(gameHost, server)
  const starts = [
    read(serverStatus, server).startedAt,
    reading && reading.uptimeMs !== null ? reading.readAt - reading.uptimeMs : null,
    read(serverControl, server).past.find((one) => mayHaveStarted(read, server, one))?.decidedAt ?? null,
  ].filter((one) => one !== null)
  return starts.some((startedAt) => at - startedAt < apartMinutes * minuteMs)
}

/** Not one that was taken back, refused or settled as not done. */
function mayHaveStarted(read: Context['read'], server: string, { outcome, delivery }: PastRestart): boolean {
  const { entries } = read(deliveries, server)
  const state = delivery !== null && Object.hasOwn(entries, delivery) ? entries[delivery]?.state : undefined
  return outcome === 'ordered' && (state === undefined || !unstarted.has(state))
}
const unstarted: ReadonlySet<string> = new Set(['failed', 'refused', 'cancelled', 'dropped'])
