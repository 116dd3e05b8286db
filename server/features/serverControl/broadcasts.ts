import { mainServer } from '../../../shared/engine/ids.ts'
import { isInvisible } from '../../../shared/engine/isInvisible.ts'
import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { longestBroadcast } from '../../../shared/features/deliveries/refusals.ts'
import {
  broadcasts,
  broadcastsKept,
  mostWaiting,
  repeatedForMs,
  repetitions,
  type SentBroadcast,
  styledText,
  type WaitingBroadcast,
} from '../../../shared/features/serverControl/broadcasts.ts'
import type * as commands from '../../../shared/features/serverControl/commands.ts'
import { advanceBroadcast as advanceCommand } from '../../../shared/features/serverControl/commands.ts'
import { ERASED } from '../../engine/erasedIds.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { accountOf } from '../account/rules.ts'
import { type Issuer, issue, issueAsHub, issuerOf, type OrderContext, recordAct } from '../deliveries/issue.ts'
import { dropUnsent, recordControl } from './orders.ts'

const minuteMs = 60_000

export const sendBroadcast: Rule<typeof commands.sendBroadcast> = (context, input) => {
  const { server, style, priority, delayMinutes, repeatMinutes } = input
  const { actor, read, edit, newId, now, refuse } = context
  if (!actor.can('broadcast')) return refuse('above')
  const text = input.text.trim()
  if (isInvisible(text)) return refuse('noMessage')
  // In code points, so that emoji count once.
  if ([...text].length > longestBroadcast) return refuse('tooLong')
  const waits = delayMinutes > 0 || repeatMinutes !== null
  if (waits && Object.keys(read(broadcasts, server).waiting).length >= mostWaiting) return refuse('tooManyWaiting')
  const one: WaitingBroadcast = {
    id: newId(),
    text,
    style,
    priority,
    nextAt: now + delayMinutes * minuteMs,
    everyMinutes: repeatMinutes,
    until: repeatMinutes === null ? null : now + repeatedForMs,
    times: 0,
    account: accountOf(actor),
  }
  recordControl(context, repeatMinutes !== null ? 'repeatBroadcast' : waits ? 'delayBroadcast' : 'broadcast', text)
  const issuer = issuerOf(context)
  const issued = delayMinutes === 0 ? send(context, server, one, issuer) : []
  if (!waits) return { deliveries: issued, waiting: null }
  const following = delayMinutes === 0 ? followingOf(one) : one
  if (following) setWaiting(context, server, following)
  else delete edit(broadcasts, server).waiting[one.id]
  return { deliveries: issued, waiting: one.id }
}

export const stopBroadcast: Rule<typeof commands.stopBroadcast> = (context, { server, id }) => {
  const { waiting } = context.read(broadcasts, server)
  stop(context, server, (Object.hasOwn(waiting, id) ? waiting[id] : undefined) ?? context.refuse('gone'))
  return {}
}

function stop(context: Context, server: string, { id, text }: WaitingBroadcast) {
  recordControl(context, 'stopBroadcast', text)
  delete context.edit(broadcasts, server).waiting[id]
  context.schedule.cancel(timerOf(id))
}

/** Stops what an account has ordered and may not order any more, and drops what was not sent yet. */
export function stopBroadcastsOf(context: Context, server: string, account: string) {
  for (const one of Object.values(plain(context.read(broadcasts, server)).waiting)) {
    if (one.account !== account) continue
    stop(context, server, one)
    dropUnsentOf(context, server, one, 'Its sender no longer has the permission for it.')
  }
}

/** Who sends what waited. */
const sender: Issuer = { account: null, name: 'broadcasts', role: null, elevated: false }
/** A broadcast later than this, because the hub was down, is not sent: its time has passed. */
const lateMs = 5 * minuteMs

/** Sending and the next timer are one entry of the journal: each time is sent once, even after a crash. */
export const advanceBroadcast: Rule<typeof advanceCommand> = (context, { server, id }) => {
  const { read, edit, now } = context
  const { waiting } = read(broadcasts, server)
  const found = Object.hasOwn(waiting, id) ? waiting[id] : undefined
  if (!found) return {}
  const one = plain(found)
  if (now < one.nextAt) {
    setWaiting(context, server, one)
    return {}
  }
  // It named a user who has erased their account.
  if (one.text === ERASED) {
    delete edit(broadcasts, server).waiting[id]
    return {}
  }
  const isLate = now - one.nextAt > lateMs
  if (!isLate) send(context, server, one, sender)
  const following = followingOf({ ...one, nextAt: isLate ? now : one.nextAt }, isLate ? one.times : undefined)
  if (following) setWaiting(context, server, following)
  else delete edit(broadcasts, server).waiting[id]
  return {}
}

/** What waits after one was sent; null where it was the last. */
function followingOf(one: WaitingBroadcast, times = one.times + 1): WaitingBroadcast | null {
  const { everyMinutes, until, nextAt } = one
  if (everyMinutes === null) return null
  const at = nextAt + everyMinutes * minuteMs
  return until !== null && at > until ? null : { ...one, nextAt: at, times }
}

function setWaiting({ edit, schedule }: Context, server: string, one: WaitingBroadcast) {
  edit(broadcasts, server).waiting[one.id] = one
  schedule.set(timerOf(one.id), one.nextAt, advanceCommand.name, { server, id: one.id })
}

const timerOf = (id: string) => `broadcast ${id}`

/** Issues as many deliveries as the priority says, and keeps the broadcast in the history. Those of an earlier time that were not sent are dropped. */
function send(context: Context, server: string, one: WaitingBroadcast, issuer: Issuer): string[] {
  const { edit, read, now } = context
  const { id, text, style, priority, everyMinutes, times } = one
  const action = { kind: 'broadcast', target: null, detail: { text: styledText(style, text) } } as const
  const order = { server, action, isUnlimited: issuer.account === null }
  dropUnsentOf(context, server, one)
  const issueOne = () => {
    if (issuer.account === null) return issueAsHub(context as OrderContext, order, issuer)
    const delivery = issue(context as OrderContext, order, issuer)
    recordAct(context, action.kind, { id: delivery, ...action })
    return delivery
  }
  const issued = Array.from({ length: repetitions[priority] }, issueOne)
  const sent: SentBroadcast = {
    id: `${id}-${times + 1}`,
    text,
    style,
    priority,
    at: now,
    nth: everyMinutes === null ? null : times + 1,
    deliveries: issued,
  }
  const before = plain(read(broadcasts, server).sent)
  edit(broadcasts, server).sent = [sent, ...before].slice(0, broadcastsKept)
  return issued
}

function dropUnsentOf(context: Context, server: string, { style, text }: WaitingBroadcast, why?: string) {
  const isOfIt = ({ by, attempts, detail }: Delivery) =>
    by === sender.name && attempts === 0 && detail.text === styledText(style, text)
  dropUnsent(context, server, isOfIt, why)
}

/** Broadcasts are messages to everyone, and go on without the account. */
export function forgetInBroadcasts({ read, edit }: Context, account: string) {
  for (const [id, one] of Object.entries(read(broadcasts, mainServer).waiting))
    if (one.account === account) Object.assign(edit(broadcasts, mainServer).waiting[id] ?? {}, { account: null })
}
