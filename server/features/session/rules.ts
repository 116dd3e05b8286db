import { PlayerId } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import type * as accountCommands from '../../../shared/features/account/commands.ts'
import { sessionAudit, signIns } from '../../../shared/features/session/archives.ts'
import type * as commands from '../../../shared/features/session/commands.ts'
import {
  elevationLengthMs,
  endedSignIns,
  passwordAttempts,
  passwordAttemptsPerMinute,
  publicIdOf,
  type Session,
  sessionLengthMs,
  signInSecret,
} from '../../../shared/features/session/session.ts'
import { networkOf } from '../../engine/network.ts'
import type { Actor, Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import {
  accountOf,
  clearSteamPlayer,
  identityKey,
  rememberDiscord,
  resolveAccount,
  unlinkIdentity,
} from '../account/rules.ts'
import { revokeTokensOf } from '../tokens/rules.ts'
import {
  findOpenSession,
  keyOfPublicId,
  limitSessions,
  removeReplaced,
  removeSession,
  removeSessionsOf,
  saveSession,
  tokenHash,
} from './openSessions.ts'

/** Longer than a sign-in attempt lasts, so that an ended one cannot be used again. */
const endedSignInsKeptMs = 15 * 60_000
const notElevated = { elevation: null, gates: {}, viewing: null }

/** Finds, creates or links the account of an identity and opens a session, all in one change. For that command's type the context is copied. */
export const signIn: Rule<typeof commands.signIn> = (context, { identity, newAccount, attempt, ...opening }) => {
  endSignInAttempt(context, attempt)
  const current = currentAccount(context, { newAccount, ...opening })
  const found = resolveAccount(context, { identity, demo: opening.demo, current, newAccount })
  const { account: accountId } = found
  return { ...found, ...openSession({ ...context }, { ...opening, accountId, provider: identity.provider }) }
}

/** @param attempt hash of the state of a sign-in attempt; null for a sign-in without one */
function endSignInAttempt({ read, edit, now, refuse }: Context<typeof commands.signIn>, attempt: string | null) {
  if (attempt === null) return
  if (Object.hasOwn(read(endedSignIns).at, attempt)) refuse('used')
  const { at } = edit(endedSignIns)
  for (const [old, endedAt] of Object.entries(at)) if (Math.abs(now - endedAt) > endedSignInsKeptMs) delete at[old]
  at[attempt] = now
}

type SignInInput = Parameters<typeof signIn>[1]

/** The account to link the identity to: that of the replaced session. A sign-in for a named account links to no other. */
function currentAccount(
  context: Context<typeof commands.signIn>,
  { replaces, demo, newAccount }: Pick<SignInInput, 'replaces' | 'demo' | 'newAccount'>,
): PlayerId | null {
  const former = replaces === null ? null : findOpenSession(context, replaces)
  if (former === null || former.demo !== demo) return null
  if (newAccount !== null && newAccount !== former.accountId) return null
  // A user who views the site as a role may change nothing.
  if (former.viewing !== null) context.refuse('viewing')
  return PlayerId.parse(former.accountId)
}

/** Ends the sessions that were opened with the identity, except the one that asks. */
export const unlink: Rule<typeof accountCommands.unlink> = (context, { provider }) => {
  const { actor, edit, refuse } = context
  const id = accountOf(actor)
  if (!actor.session) return refuse('notASession')
  const own = edit(account, id)
  const identity = own[provider]
  if (identity === null) return refuse('notLinked')
  const other = provider === 'steam' ? 'discord' : 'steam'
  if (own[other] === null) return refuse('last')
  const key = identityKey(identity, own.demo)
  unlinkIdentity(context, key, id)
  own[provider] = null
  if (provider === 'steam') clearSteamPlayer(own)
  else rememberDiscord(own, key)
  if (own.active === provider) own.active = other
  own.name = own[own.active]?.displayName ?? own.name
  const current = actor.session.id
  removeSessionsOf(context, id, (open, session) => session !== current && open.provider === provider)
  return {}
}

export const openSession: Rule<typeof commands.openSession> = (context, { key, replaces, ...opening }) => {
  const { read, refuse, now, archive } = context
  if (read(account, opening.accountId).createdAt === 0) refuse('noAccount')
  if (findOpenSession(context, key)) refuse('taken')
  const endsAt = now + sessionLengthMs
  // In the same change: if the new session is refused, the user keeps the old one.
  const replaced = removeReplaced(context, replaces, opening.accountId)
  removeSession(context, key)
  saveSession(context, key, { ...opening, openedAt: now, seenAt: now, endsAt, replaced, ...notElevated })
  limitSessions(context, opening.accountId)
  const { accountId, role, demo, provider, address } = opening
  const given = role === 'player' ? {} : { role }
  archive(signIns, { account: accountId, ...given, demo, provider })
  archive(sessionAudit, {
    act: 'session.open',
    by: accountId,
    ...given,
    provider,
    address,
    session: publicIdOf(key),
    agent: opening.agent || null,
  })
  return { endsAt }
}

export const closeSession: Rule<typeof commands.closeSession> = (context, { key }) => {
  const session = findOpenSession(context, key)
  removeSession(context, key)
  if (session)
    context.archive(sessionAudit, {
      act: 'session.close',
      by: session.accountId,
      address: session.address,
      session: publicIdOf(key),
      agent: session.agent || null,
    })
  return {}
}

export const recordSessionUse: Rule<typeof commands.recordSessionUse> = (context, { key, address }) => {
  const session = findOpenSession(context, key)
  if (session) saveSession(context, key, { ...copyOf(session), seenAt: context.now, address })
  return {}
}

/** Gives the session another key: a copy of the cookie from before the elevation opens nothing. */
export const elevateSession: Rule<typeof commands.elevateSession> = (context, { key, newKey, role }) => {
  const session = findOpenSession(context, key)
  if (!session || findOpenSession(context, newKey)) return context.refuse('gone')
  const until = Math.min(context.now + elevationLengthMs, session.endsAt)
  replaceKey(context, { key, newKey, session: { ...copyOf(session), elevation: { role, until } } })
  auditOf(context, { act: 'session.elevate', role, session, key: newKey })
  return { until, endsAt: session.endsAt }
}

/** As an elevation, but gives one permission and leaves the role. */
export const openGate: Rule<typeof commands.openGate> = (context, { key, newKey, gate }) => {
  const session = findOpenSession(context, key)
  if (!session || findOpenSession(context, newKey)) return context.refuse('gone')
  const until = Math.min(context.now + elevationLengthMs, session.endsAt)
  replaceKey(context, { key, newKey, session: { ...copyOf(session), gates: { ...session.gates, [gate]: until } } })
  auditOf(context, { act: 'session.openGate', gate, session, key: newKey })
  return { until, endsAt: session.endsAt }
}

interface Replacement {
  readonly key: string
  readonly newKey: string
  readonly session: Session
}

function replaceKey(context: Context, { key, newKey, session }: Replacement) {
  removeSession(context, key)
  removeSession(context, newKey)
  saveSession(context, newKey, { ...session, seenAt: context.now, viewing: null, replaced: publicIdOf(key) })
}

interface SessionAct {
  readonly act: string
  readonly session: Readonly<Session>
  readonly key: string
  readonly role?: string
  readonly gate?: string
}

const auditOf = ({ archive }: Pick<Context, 'archive'>, { session, key, ...act }: SessionAct) =>
  archive(sessionAudit, {
    ...act,
    by: session.accountId,
    address: session.address,
    session: publicIdOf(key),
    agent: session.agent || null,
  })

const attemptWindowMs = 60_000
/** Beyond this number the oldest attempts are forgotten. */
const mostAttempts = 1_000

export const beginPasswordAttempt: Rule<typeof commands.beginPasswordAttempt> = (context, { accountId, address }) => {
  const { edit, read, now, newId, refuse } = context
  const [account, network] = [tokenHash(accountId), tokenHash(networkOf(address))]
  // Times in the future do not count: a clock that was set back must not lock a user out.
  const recent = Object.entries(read(passwordAttempts).recent).filter(
    ([, { at }]) => at > now - attemptWindowMs && at <= now,
  )
  const ofAccount = recent.filter(([, one]) => one.account === account)
  const ofNetwork = recent.filter(([, one]) => one.network === network)
  if (Math.max(ofAccount.length, ofNetwork.length) >= passwordAttemptsPerMinute) refuse('tooMany')
  const attempt = newId()
  const kept = recent.slice(-mostAttempts + 1)
  edit(passwordAttempts).recent = Object.fromEntries([...kept, [attempt, { at: now, account, network }]])
  return { attempt }
}

export const withdrawPasswordAttempt: Rule<typeof commands.withdrawPasswordAttempt> = ({ edit }, { attempt }) => {
  delete edit(passwordAttempts).recent[attempt]
  return {}
}

/** The hash of an address is as good as the address: there are few addresses to try. */
export function forgetPasswordAttempts(edit: Context['edit'], accountId: string) {
  const { recent } = edit(passwordAttempts)
  const account = tokenHash(accountId)
  for (const [attempt, one] of Object.entries(recent)) if (one.account === account) delete recent[attempt]
}

export const recordWrongPassword: Rule<typeof commands.recordWrongPassword> = ({ archive, read }, input) => {
  const { accountId, wanted, address, session, agent } = input
  // The account may have been erased while the password was checked.
  const isKnown = read(account, accountId).createdAt > 0
  const origin = isKnown ? { address, session, agent: agent || null } : {}
  archive(sessionAudit, { act: 'session.wrongPassword', by: accountId, wanted, ...origin })
  return {}
}

export const reviewSession: Rule<typeof commands.reviewSession> = (context, { key }) => {
  const session = findOpenSession(context, key)
  if (!session) removeSession(context, key)
  else {
    const { elevation, gates } = session
    const ended = {
      ...(elevation !== null && elevation.until <= context.now && { elevation: null, viewing: null }),
      gates: Object.fromEntries(Object.entries(gates).filter(([, until]) => until > context.now)),
    }
    saveSession(context, key, { ...copyOf(session), ...ended })
  }
  return {}
}

/** Keeps the first secret: browsers may carry attempts that were signed with it. */
export const keepSignInSecret: Rule<typeof commands.keepSignInSecret> = ({ read, edit }, { secret }) => {
  if (read(signInSecret).secret === null) edit(signInSecret).secret = secret
  return {}
}

export const endElevation: Rule<typeof commands.endElevation> = (context) => {
  const { key, session } = ownSession(context, context.refuse)
  if (session.elevation === null && Object.keys(session.gates).length === 0) return context.refuse('notElevated')
  saveSession(context, key, { ...copyOf(session), ...notElevated })
  audit(context, 'session.endElevation')
  return {}
}

export const revokeSession: Rule<typeof commands.revokeSession> = (context, { session: id }) => {
  const { accountId } = ownSession(context, context.refuse)
  const key = keyOfPublicId(context, accountId, id) ?? context.refuse('gone')
  removeSession(context, key)
  audit(context, 'session.revoke', { revoked: id })
  return {}
}

export const closeSessions: Rule<typeof commands.closeSessions> = (context, { keepThis, tokens }) => {
  const { accountId, id: current } = ownSession(context, context.refuse)
  const closed = removeSessionsOf(context, accountId, (_session, id) => !keepThis || id !== current)
  const revoked = tokens ? revokeTokensOf(context, accountId) : 0
  audit(context, 'session.closeAll', { closed, revoked })
  return { closed, revoked }
}

export const viewAs: Rule<typeof commands.viewAs> = (context, { role }) => {
  const { key, session } = ownSession(context, context.refuse)
  if (role !== null && !mayView(context.actor)) return context.refuse('notAllowed')
  if (session.viewing === role) return {}
  saveSession(context, key, { ...copyOf(session), viewing: role })
  audit(context, 'session.viewAs', { role })
  return {}
}

/** A user who views the site as a role had the permission to view, and may change to another role. */
const mayView = (actor: Actor) => actor.can('manageAdmins') || actor.session?.viewing != null

/** The session that asks. Refuses a program with a token. */
function ownSession(context: Context, refuse: (code: 'notASession') => never) {
  const accountId = accountOf(context.actor)
  const id = context.actor.session?.id ?? refuse('notASession')
  const key = keyOfPublicId(context, accountId, id) ?? refuse('notASession')
  return { accountId, id, key, session: findOpenSession(context, key) ?? refuse('notASession') }
}

const audit = ({ actor, archive, origin }: Context, act: string, more: object = {}) =>
  archive(sessionAudit, { act, by: accountOf(actor), ...more, ...origin })

const copyOf = (session: Readonly<Session>): Session => ({ ...plain(session as Session) })
