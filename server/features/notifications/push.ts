import { createHash } from 'node:crypto'
import { kindOfType } from '../../../shared/features/notifications/kinds.ts'
import {
  isUrgent as isUrgentOne,
  type Notification,
  notifications,
  sharedNotifications,
  urgentForMs,
} from '../../../shared/features/notifications/notifications.ts'
import type * as commands from '../../../shared/features/notifications/push.ts'
import {
  defaultPushHosts,
  endpointProblem,
  type Outgoing,
  outboxBucketOf,
  outboxBuckets,
  pushAccounts,
  pushKeys,
  pushOutbox,
  pushOwners,
  pushSetup,
  pushSubscriptions,
  queueShared as queueSharedCommand,
} from '../../../shared/features/notifications/push.ts'
import {
  channelsOf,
  isQuiet,
  mostPushDevices,
  notificationSettings,
  type QuietHours,
} from '../../../shared/features/notifications/settings.ts'
import { endOf, type OwnSession, ownSessions } from '../../../shared/features/session/session.ts'
import { changedKeys } from '../../engine/draftKeys.ts'
import { ERASED } from '../../engine/erasedIds.ts'
import { derive } from '../../engine/feature.ts'
import { nextRun } from '../../engine/recurrence.ts'
import { type Context, defineSetting, type Rule } from '../../engine/rule.ts'
import { timerBucketOf, timers } from '../../engine/schedule.ts'
import { accountOf } from '../account/rules.ts'

/** Hosts to which messages are pushed. */
export const pushHosts = defineSetting<readonly string[]>('pushHosts', defaultPushHosts)

/** What comes shortly after the first one goes with it; */
const gatheringMs = 5_000
/** and after a message the next one of its type waits, and stands for all that came meanwhile. */
const digestMs = 5 * 60_000

type PushContext = Pick<Context, 'read' | 'edit' | 'now'>

const entryOf = (to: string, type: string) => `${to} ${type}`

/** Lets a notification be pushed to the devices of its user, at the time that quiet hours and earlier messages allow. */
export function queuePush({ read, edit, now }: PushContext, to: string, one: Notification): void {
  const settings = read(notificationSettings, to)
  if (Object.keys(settings.devices).length === 0 || !channelsOf(settings, one.type).push) return
  const { isCritical = false } = kindOfType(one.type)
  const isUrgent = isUrgentOne(one)
  if (isUrgent && !isCritical && isQuiet(settings.quietHours, now)) return
  const { waiting } = edit(pushOutbox, outboxBucketOf(to))
  const key = entryOf(to, one.type)
  const before = waiting[key]
  const soonest = isCritical || isUrgent ? now : Math.max(now + (before ? 0 : gatheringMs), before?.notBefore ?? 0)
  waiting[key] = {
    to,
    type: one.type,
    title: one.title,
    message: one.message,
    other: one.other,
    link: one.link,
    count: (before?.count ?? 0) + 1,
    notBefore: isCritical || isUrgent ? soonest : loudFrom(settings.quietHours, soonest),
    expiresAt: isUrgent ? now + urgentForMs : null,
    attempts: 0,
    sent: [],
  }
}

/** Whether its text named an erased user. */
export const isErased = ({ title, message }: Pick<Outgoing, 'title' | 'message'>) =>
  title === ERASED || message === ERASED

/** A message that names an erased user is not sent: what is left of it is in the inbox. A pause has no text that is sent. */
export const dropErasedMessages = derive(pushOutbox, ({ read, edit }, bucket, before) => {
  const { waiting } = read(pushOutbox, bucket)
  for (const key of changedKeys(waiting, before.waiting)) {
    const one = waiting[key]
    if (one && one.count > 0 && isErased(one)) delete edit(pushOutbox, bucket).waiting[key]
  }
})

/** The first time from then on that is outside of quiet hours, epoch ms. */
const loudFrom = (hours: QuietHours, at: number) => (isQuiet(hours, at) ? quietEndOf(hours, at) : at)

/** When quiet hours end next, epoch ms. */
const quietEndOf = ({ to, zone }: QuietHours, now: number) =>
  nextRun({ rule: `${to % 60} ${Math.floor(to / 60)} * * *`, zone }, now) ?? now

export const subscribePush: Rule<typeof commands.subscribePush> = (context, { endpoint, keys, device }) => {
  const { actor, read, edit, refuse, setting, now } = context
  if (!actor.session) return refuse('notASession')
  const own = accountOf(actor)
  const problem = endpointProblem(endpoint, setting(pushHosts))
  if (problem === 'otherHost') return refuse(problem, { host: new URL(endpoint).hostname })
  if (problem !== null) return refuse(problem)
  const id = createHash('sha256').update(endpoint).digest('hex').slice(0, 16)
  const { devices } = read(notificationSettings, own)
  if (!Object.hasOwn(devices, id) && Object.keys(devices).length >= mostPushDevices) return refuse('tooMany')
  const { accounts: owners } = read(pushOwners, id.slice(0, 1))
  const former = Object.hasOwn(owners, id) ? owners[id] : undefined
  if (former !== undefined && former !== own) removeDevices(context, former, [id])
  edit(pushOwners, id.slice(0, 1)).accounts[id] = own
  edit(pushSubscriptions, own).devices[id] = { endpoint, ...keys, session: actor.session.id, refusals: null }
  edit(notificationSettings, own).devices[id] = { device, addedAt: devices[id]?.addedAt ?? now, sentAt: null }
  edit(pushAccounts, outboxBucketOf(own)).accounts[own] = true
  return { id }
}

export const unsubscribePush: Rule<typeof commands.unsubscribePush> = (context, { id }) => {
  removeDevices(context, accountOf(context.actor), [id])
  return {}
}

/**
 * What a session subscribed ends when the session is revoked, even while its page is closed: a browser that was lost gets nothing more. Without
 * any session left all devices end. A session that has run out leaves its own: push is for users who have been away. A browser whose session is
 * replaced keeps its own.
 */
export const followSessions = derive(ownSessions, (context, own, before) => {
  const { read, now } = context
  const { open } = read(ownSessions, own)
  for (const [id, { replaced }] of Object.entries(open))
    if (replaced !== null && !Object.hasOwn(before.open, id)) moveDevices(context, own, replaced, id)
  const revoked = Object.keys(before.open).filter((id) => !Object.hasOwn(open, id) && !hasRunOut(before.open[id], now))
  if (revoked.length === 0) return
  const isLast = Object.keys(open).length === 0
  const devices = Object.entries(read(pushSubscriptions, own).devices)
  const ended = devices.filter(([, { session }]) => isLast || (session !== null && revoked.includes(session)))
  removeDevices(
    context,
    own,
    ended.map(([id]) => id),
  )
})
const hasRunOut = (session: OwnSession | undefined, now: number) => session !== undefined && endOf(session) <= now

function moveDevices({ read, edit }: PushContext, own: string, from: string, to: string) {
  for (const [id, { session }] of Object.entries(read(pushSubscriptions, own).devices))
    if (session === from) Object.assign(edit(pushSubscriptions, own).devices[id] ?? {}, { session: to })
}

/** Without a device nothing waits for the user any more. */
function removeDevices({ read, edit }: PushContext, own: string, ids: readonly string[]) {
  const known = ids.filter((id) => Object.hasOwn(read(notificationSettings, own).devices, id))
  for (const id of known) {
    delete edit(pushSubscriptions, own).devices[id]
    delete edit(notificationSettings, own).devices[id]
    delete edit(pushOwners, id.slice(0, 1)).accounts[id]
  }
  if (known.length > 0 && Object.keys(read(notificationSettings, own).devices).length === 0)
    removeFromOutbox({ read, edit }, own)
}

/** Before the settings of an erased person are cleared: nothing is pushed to them, and nothing that waits names them. */
export function removeFromPush({ read, edit, now }: PushContext, erased: string) {
  removeDevices({ read, edit, now }, erased, Object.keys(read(notificationSettings, erased).devices))
  forgetInOutbox({ read, edit }, erased)
}

function removeFromOutbox({ read, edit }: Pick<Context, 'read' | 'edit'>, own: string) {
  const bucket = outboxBucketOf(own)
  if (Object.hasOwn(read(pushAccounts, bucket).accounts, own)) delete edit(pushAccounts, bucket).accounts[own]
  for (const [key, { to }] of Object.entries(read(pushOutbox, bucket).waiting))
    if (to === own) delete edit(pushOutbox, bucket).waiting[key]
}

/** The name of the other user in a message that waits. */
function forgetInOutbox({ read, edit }: Pick<Context, 'read' | 'edit'>, erased: string) {
  for (let bucket = 0; bucket < outboxBuckets; bucket += 1)
    for (const [key, { other }] of Object.entries(read(pushOutbox, String(bucket)).waiting))
      if (other === erased) Object.assign(edit(pushOutbox, String(bucket)).waiting[key] ?? {}, { other: null })
}

export const keepPushKeys: Rule<typeof commands.keepPushKeys> = ({ read, edit }, keys) => {
  if (read(pushKeys).publicKey !== null) return {}
  Object.assign(edit(pushKeys), keys)
  edit(pushSetup).publicKey = keys.publicKey
  return {}
}

/**
 * A subscription ends once its service has refused each of so many messages, over so long a time: by then it is not a mistake of this hub that its
 * owner corrects within days.
 */
const mostRefusals = 10
const refusedForMs = 7 * 86_400_000

/** Counts a refusal by the service of a device. Whether it was the last one. */
function isRefusedForGood({ read, edit, now }: PushContext, to: string, id: string): boolean {
  const { devices } = read(pushSubscriptions, to)
  const device = Object.hasOwn(devices, id) ? devices[id] : undefined
  if (!device) return false
  const { count, since } = device.refusals ?? { count: 0, since: now }
  Object.assign(edit(pushSubscriptions, to).devices[id] ?? {}, { refusals: { count: count + 1, since } })
  return count + 1 >= mostRefusals && now - since >= refusedForMs
}

function noteSent({ read, edit, now }: PushContext, to: string, id: string) {
  if (!Object.hasOwn(read(notificationSettings, to).devices, id)) return
  Object.assign(edit(notificationSettings, to).devices[id] ?? {}, { sentAt: now })
  const { devices } = read(pushSubscriptions, to)
  if (Object.hasOwn(devices, id) && devices[id]?.refusals)
    Object.assign(edit(pushSubscriptions, to).devices[id] ?? {}, { refusals: null })
}

export const reportPush: Rule<typeof commands.reportPush> = (context, outcome) => {
  const { to, type, count, sent, gone, refused, retryAt } = outcome
  const { read, edit, now } = context
  for (const id of sent) noteSent(context, to, id)
  const ended = [...gone, ...refused.filter((id) => isRefusedForGood(context, to, id))]
  const bucket = outboxBucketOf(to)
  const key = entryOf(to, type)
  const one = read(pushOutbox, bucket).waiting[key]
  if (one) {
    const { isCritical = false, isUrgent = false } = kindOfType(type)
    const { quietHours } = read(notificationSettings, to)
    const allowedFrom = (at: number) => (isCritical || isUrgent ? at : loudFrom(quietHours, at))
    const own = edit(pushOutbox, bucket).waiting[key] ?? one
    const more = Math.max(0, one.count - count)
    if (retryAt !== null && more === 0)
      Object.assign(own, { attempts: own.attempts + 1, notBefore: allowedFrom(retryAt), sent: [...own.sent, ...sent] })
    else Object.assign(own, { count: more, notBefore: allowedFrom(now + digestMs), attempts: 0, sent: [] })
  }
  if (ended.length > 0) removeDevices(context, to, ended)
  // Pauses that are over.
  for (const [known, { count: left, notBefore }] of Object.entries(read(pushOutbox, bucket).waiting))
    if (left === 0 && notBefore <= now) delete edit(pushOutbox, bucket).waiting[known]
  return {}
}

export const queueShared: Rule<typeof commands.queueShared> = (context, { id, bucket, after, waits }) => {
  const { read, schedule, now } = context
  const left = after.filter((timer) => Object.hasOwn(read(timers, timerBucketOf(timer)).due, timer))
  if (left.length > 0 && waits < mostWaits) {
    const next = { id, bucket, after: left, waits: waits + 1 }
    schedule.set(`notifications/${id}`, now + waitMs * 2 ** waits, queueSharedCommand.name, next)
    return {}
  }
  const { entries } = read(sharedNotifications)
  const one = Object.hasOwn(entries, id) ? entries[id] : undefined
  if (!one) return {}
  let [next, queued] = [bucket, 0]
  for (; next < outboxBuckets && queued < mostQueuedAtOnce; next += 1)
    for (const account of Object.keys(read(pushAccounts, String(next)).accounts)) {
      if (!isPushedAnyway(context, account, id)) queuePush(context, account, one)
      queued += 1
    }
  if (next < outboxBuckets)
    schedule.set(`notifications/${id}/${next}`, now, queueSharedCommand.name, { id, bucket: next })
  return {}
}

/** Whether a notification of their own tells the user the same. */
function isPushedAnyway({ read }: PushContext, to: string, shared: string) {
  const own = Object.values(read(notifications, to).entries).find(({ details }) => details.shared === shared)
  return own !== undefined && channelsOf(read(notificationSettings, to), own.type).push
}

/** Until it looks for the first time whether users have been notified of the same by one of their own; then twice as long each time. */
const waitMs = 1_000
/** About eight minutes in all. */
const mostWaits = 9
/** About: the rest of a bucket goes with it. */
const mostQueuedAtOnce = 100
