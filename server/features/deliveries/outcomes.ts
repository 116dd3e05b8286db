import { account } from '../../../shared/features/account/account.ts'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import type * as commands from '../../../shared/features/deliveries/hubCommands.ts'
import type { Rule } from '../../engine/rule.ts'
import { type Issuer, issueAsHub } from './issue.ts'
import { findDelivery, updateDelivery } from './store.ts'

export const beginAttempt: Rule<typeof commands.beginAttempt> = (context, { server, id, link, command, again }) => {
  const one = findDelivery(context, server, id)
  if (one?.state !== 'queued' || (one.attempts > 0 && !again)) return context.refuse('moved')
  const attempt = one.attempts + 1
  const sending = { state: 'sending', link, command, sentAt: context.now, attempts: attempt, why: null } as const
  updateDelivery(context, server, one, sending)
  return { attempt }
}

export const endAttempt: Rule<typeof commands.endAttempt> = (context, input) => {
  const { server, id, attempt, state, reply, why, changed } = input
  const one = findDelivery(context, server, id)
  if (!one || one.attempts !== attempt || !mayEnd(one, state)) return context.refuse('moved')
  const settledAt = isOpenState(state) ? null : context.now
  // On a later attempt "nothing changed" may be the effect of an earlier attempt.
  updateDelivery(context, server, one, { state, reply, why, settledAt, changed: changed || attempt > 1 })
  return {}
}

/** A queued delivery can only end as given up: `unknown` if an earlier attempt was lost, else `failed`. */
function mayEnd({ state, attempts }: Delivery, outcome: 'confirmed' | 'refused' | 'failed' | 'unknown') {
  if (state === 'sending') return true
  if (state === 'unknown') return outcome !== 'unknown'
  return state === 'queued' && outcome === (attempts > 0 ? 'unknown' : 'failed')
}

export const requeue: Rule<typeof commands.requeue> = (context, { server, id, attempt, sent, why }) => {
  const one = findDelivery(context, server, id)
  if (one?.state !== 'sending' || one.attempts !== attempt) return context.refuse('moved')
  const queued = { state: 'queued', link: null, sentAt: null, attempts: sent ? attempt : attempt - 1, why } as const
  updateDelivery(context, server, one, queued)
  return {}
}

export const moveToManual: Rule<typeof commands.moveToManual> = (context, { server, id, command, why }) => {
  const one = findDelivery(context, server, id)
  if (one?.state !== 'queued' || one.attempts > 0) return context.refuse('moved')
  // Staff do not carry out by hand what players may do to their own dinosaur.
  const outcome = one.own
    ? ({ state: 'failed', why: 'No link can do this now.', settledAt: context.now } as const)
    : ({ state: 'manual', why } as const)
  updateDelivery(context, server, one, { ...outcome, command, link: null })
  return {}
}

export const issueOrder: Rule<typeof commands.issueOrder> = (context, { server, action, by }) => {
  const isKnown = by.account !== null && context.read(account, by.account).createdAt > 0
  const issuer: Issuer = { account: isKnown ? by.account : null, name: by.name, role: null, elevated: false }
  return { id: issueAsHub(context, { server, action }, issuer) }
}
