import { mainServer } from '../../../shared/engine/ids.ts'
import type * as commands from '../../../shared/features/serverControl/commands.ts'
import { RestartSchedule, serverControl } from '../../../shared/features/serverControl/serverControl.ts'
import type { QueryContext } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { accountOf } from '../account/rules.ts'
import { previewOf, timeOf } from '../events/times.ts'
import { changeOwnerSetting, ownerSetting } from '../settings/changes.ts'
import {
  addPast,
  awaitStep,
  broadcastCancelled,
  coming,
  conclude,
  ruleOf,
  runAfter,
  setNext,
  showNotice,
} from './countdown.ts'
import { recordControl } from './orders.ts'

const minuteMs = 60_000
/** Between two restarts of a schedule. */
const leastMinutesApart = 60
const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** A schedule in words, for its history. */
export function scheduleInWords(schedule: RestartSchedule | null): string {
  if (schedule === null) return 'never'
  const { every, time, weekday, rule, zone, waitMinutes, apartMinutes, reason } = schedule
  const when =
    every === 'custom'
      ? `by "${rule}"`
      : every === 'daily'
        ? `daily at ${time}`
        : `${weekdayNames[weekday]}s at ${time}`
  return [
    `${when} (${zone})`,
    waitMinutes > 0 && `waits up to ${waitMinutes} min for an empty server`,
    apartMinutes > 0 && `not within ${apartMinutes} min of a start`,
    reason && `“${reason}”`,
  ]
    .filter(Boolean)
    .join('; ')
}

/** When the game server restarts again and again. */
export const restartSchedule = ownerSetting<RestartSchedule | null>({
  key: 'serverControl.restarts',
  name: 'the scheduled restarts',
  schema: RestartSchedule.nullable(),
  inWords: scheduleInWords,
  read: ({ read }) => read(serverControl, mainServer).schedule,
  write(context, value) {
    context.edit(serverControl, mainServer).schedule = value
    followSchedule(context, mainServer)
  },
})

/**
 * Sets the next restart of a changed schedule. One that players were warned of, that waits for an empty server or that an owner has skipped
 * keeps what was said of it where its time stays: of the change only the reason is new. Otherwise it is called off.
 */
function followSchedule(context: Context, server: string) {
  const { read, edit, now } = context
  const { schedule, next } = plain(read(serverControl, server))
  const isKnown = next !== null && (next.isSkipped || now >= next.at || Object.keys(next.warned).length > 0)
  if (!isKnown) return setNext(context, server, now)
  const { at, isSkipped, reason } = next
  if (schedule !== null && runAfter(schedule, at - 1) === at) {
    Object.assign(edit(serverControl, server).next ?? {}, { reason: schedule.reason })
    showNotice(context, server)
    return awaitStep(context, server, 'next')
  }
  broadcastCancelled(context, server, next)
  addPast(context, server, {
    at,
    decidedAt: now,
    outcome: isSkipped ? 'skipped' : 'cancelled',
    reason,
    delivery: null,
  })
  return setNext(context, server, now)
}

export const scheduleRestarts: Rule<typeof commands.scheduleRestarts> = (context, { server, schedule }) => {
  const { read, now, refuse } = context
  if (schedule !== null) {
    const at = timeOf(schedule.zone, { rule: ruleOf(schedule) }, now, (leastMinutesApart - 1) * minuteMs)
    if (typeof at !== 'number') return refuse(at.code as never, { rule: ruleOf(schedule), ...at.values })
  }
  const change = changeOwnerSetting(context, restartSchedule, schedule)
  return { nextAt: read(serverControl, server).next?.at ?? null, change }
}

export function previewRestarts(
  { now, refuse }: QueryContext<typeof commands.previewRestarts>,
  schedule: RestartSchedule,
) {
  const when = { rule: ruleOf(schedule) }
  const at = timeOf(schedule.zone, when, now, (leastMinutesApart - 1) * minuteMs)
  if (typeof at !== 'number') return refuse(at.code as never, { ...when, ...at.values })
  return { runs: previewOf(schedule.zone, when, at, now) }
}

export const restartSoon: Rule<typeof commands.restartSoon> = (context, { server, minutes, reason }) => {
  const { read, edit, now, refuse } = context
  if (read(serverControl, server).soon) return refuse('counting')
  const at = now + minutes * minuteMs
  edit(serverControl, server).soon = coming({ at, reason, account: accountOf(context.actor) })
  recordControl(context, 'restartSoon', reason)
  awaitStep(context, server, 'soon')
  return { at }
}

export const cancelRestart: Rule<typeof commands.cancelRestart> = (context, { server }) => {
  const one = context.read(serverControl, server).soon
  if (!one) return context.refuse('none')
  recordControl(context, 'cancelRestart', one.reason)
  broadcastCancelled(context, server, one)
  conclude(context, server, 'soon', 'cancelled')
  return {}
}

export const skipNextRestart: Rule<typeof commands.skipNextRestart> = (context, { server, at, isSkipped }) => {
  const { read, edit, refuse } = context
  const one = read(serverControl, server).next
  if (one?.at !== at) return refuse('gone')
  if (one.isSkipped === isSkipped) return {}
  if (isSkipped) broadcastCancelled(context, server, one)
  Object.assign(edit(serverControl, server).next ?? {}, { isSkipped, warned: {} })
  recordControl(context, isSkipped ? 'skipNext' : 'restoreNext', one.reason)
  showNotice(context, server)
  awaitStep(context, server, 'next')
  return {}
}

/** A countdown goes on without the account. */
export function forgetInCountdown({ read, edit }: Context, account: string) {
  if (read(serverControl, mainServer).soon?.account === account)
    Object.assign(edit(serverControl, mainServer).soon ?? {}, { account: null })
}
