import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/session/commands.ts'
import { raisedLengthMs, sessionLengthMs } from '../../../shared/features/session/session.ts'
import type { Rule } from '../../engine/rule.ts'
import { close, copyOf, crowdOut, keep, ordinary, standing } from './openSessions.ts'

export const openSession: Rule<typeof commands.openSession> = (context, { key, instead, ...wanted }) => {
  const { read, refuse, now, record } = context
  if (read(account, wanted.accountId).createdAt === 0) refuse('noAccount')
  if (standing(context, key)) refuse('taken')
  const endsAt = now + sessionLengthMs
  // In one change with the new one: whoever could not be let in anew keeps the session that they had.
  if (instead !== null) close(context, instead)
  close(context, key)
  keep(context, key, { ...wanted, openedAt: now, seenAt: now, endsAt, raised: null, viewing: null })
  crowdOut(context, wanted.accountId)
  const { accountId, role, demo, provider, address } = wanted
  record('signIns', accountId, { role, demo, provider })
  record('audit', 'sessions', { act: 'session.open', by: accountId, role, provider, address })
  return { endsAt }
}

export const closeSession: Rule<typeof commands.closeSession> = (context, { key }) => {
  const session = standing(context, key)
  close(context, key)
  if (session)
    context.record('audit', 'sessions', {
      ...{ act: 'session.close', by: session.accountId, address: session.address },
    })
  return {}
}

export const seeSession: Rule<typeof commands.seeSession> = (context, { key, address }) => {
  const session = standing(context, key)
  if (session) keep(context, key, { ...copyOf(session), seenAt: context.now, address })
  return {}
}

/** The token that was good without the lent rights is good for nothing afterwards. */
export const raiseSession: Rule<typeof commands.raiseSession> = (context, { key, next, role }) => {
  const { now, refuse, record } = context
  const session = standing(context, key)
  if (!session || standing(context, next)) return refuse('gone')
  const raised = { role, until: Math.min(now + raisedLengthMs, session.endsAt) }
  const raisedSession = { ...copyOf(session), raised, seenAt: now, viewing: null }
  close(context, key)
  close(context, next)
  keep(context, next, raisedSession)
  record('audit', 'raise', { act: 'session.raise', by: session.accountId, role, address: session.address })
  return { until: raised.until, endsAt: session.endsAt }
}

export const noteWrongPassword: Rule<typeof commands.noteWrongPassword> = ({ record }, input) => {
  const { accountId, wanted, address } = input
  record('audit', 'raise', { act: 'session.wrongPassword', by: accountId, wanted, address })
  return {}
}

export const reviewSession: Rule<typeof commands.reviewSession> = (context, { key }) => {
  const session = standing(context, key)
  if (!session) close(context, key)
  else {
    const isOver = session.raised !== null && session.raised.until <= context.now
    keep(context, key, { ...copyOf(session), ...(isOver && ordinary) })
  }
  return {}
}
