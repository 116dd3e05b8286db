import type * as commands from '../../../shared/features/session/commands.ts'
import type { Actor, Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { revokeAllOf } from '../tokens/ownTokens.ts'
import { close, closeAllOf, copyOf, keep, keyOfOwn, ordinary, standing } from './openSessions.ts'

/** What a person does with their own sessions, from a page: a program with a token has no say in them. */
function ownSession(context: Context, refuse: (code: 'notASession') => never) {
  const account = accountOf(context.actor)
  const id = context.actor.session?.id ?? refuse('notASession')
  const key = keyOfOwn(context, account, id) ?? refuse('notASession')
  return { account, id, key, session: standing(context, key) ?? refuse('notASession') }
}

const note = ({ actor, record, address }: Context, list: string, act: string, more: object = {}) =>
  record('audit', list, { act, by: accountOf(actor), ...more, address })

export const lowerSession: Rule<typeof commands.lowerSession> = (context) => {
  const { key, session } = ownSession(context, context.refuse)
  if (session.raised === null) return context.refuse('notRaised')
  keep(context, key, { ...copyOf(session), ...ordinary })
  note(context, 'raise', 'session.lower')
  return {}
}

export const revokeSession: Rule<typeof commands.revokeSession> = (context, { session: id }) => {
  const { account } = ownSession(context, context.refuse)
  const key = keyOfOwn(context, account, id) ?? context.refuse('gone')
  close(context, key)
  note(context, 'sessions', 'session.revoke', { session: id })
  return {}
}

export const closeSessions: Rule<typeof commands.closeSessions> = (context, { keepThis, tokens }) => {
  const { account, id: mine } = ownSession(context, context.refuse)
  const closed = closeAllOf(context, account, (_session, id) => !keepThis || id !== mine)
  const revoked = tokens ? revokeAllOf(context, account) : 0
  note(context, 'sessions', 'session.closeAll', { closed, revoked })
  return { closed, revoked }
}

export const viewAs: Rule<typeof commands.viewAs> = (context, { role }) => {
  const { key, session } = ownSession(context, context.refuse)
  if (role !== null && !mayView(context.actor)) return context.refuse('notAllowed')
  if (session.viewing === role) return {}
  keep(context, key, { ...copyOf(session), viewing: role })
  note(context, 'viewAs', 'session.viewAs', { role })
  return {}
}

/** From one view into another, too: whoever views has come there with the right to. */
const mayView = (actor: Actor) => actor.can('manageAdmins') || actor.session?.viewing != null
