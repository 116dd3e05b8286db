import { hash } from 'node:crypto'
import { higherOf, type Permission, type Role } from '../../../shared/engine/permissions.ts'
import { reviewSession } from '../../../shared/features/session/commands.ts'
import {
  bucketOf,
  endOf,
  type Gate,
  gateNames,
  gates,
  isOpen,
  mostSessions,
  type OwnSession,
  ownSessions,
  publicIdOf,
  type Session,
  sessions,
} from '../../../shared/features/session/session.ts'
import type { Actor } from '../../engine/rule.ts'
import type { Scheduler } from '../../engine/schedule.ts'
import type { Transaction } from '../../engine/transaction.ts'

/** The part of a rule's context that the functions below use. */
interface SessionContext extends Transaction {
  readonly now: number
  readonly schedule: Scheduler
}

/** The key of a session or an API token: the hub keeps only this hash, from which the token cannot be derived. */
export function tokenHash(token: string): string {
  // One request asks for the hash of its token several times in a row.
  if (last.token !== token) last = { token, hash: hash('sha256', token) }
  return last.hash
}
let last = { token: '', hash: hash('sha256', '') }

/** Null if there is no such session, or if it has ended. */
export function findOpenSession(
  { read, now }: Pick<SessionContext, 'read' | 'now'>,
  key: string,
): Readonly<Session> | null {
  const session = read(sessions, bucketOf(key)).open[key]
  return session && isOpen(session, now) ? session : null
}

/** Saves a session in the index and in its owner's list, and schedules a review for when the session or its elevation ends. */
export function saveSession({ edit, schedule }: SessionContext, key: string, session: Session) {
  const { provider, openedAt, seenAt, endsAt, device, address, elevation, replaced } = session
  edit(sessions, bucketOf(key)).open[key] = session
  edit(ownSessions, session.accountId).open[publicIdOf(key)] = {
    provider,
    openedAt,
    seenAt,
    endsAt,
    device,
    address,
    elevation: elevation && { ...elevation },
    replaced,
  }
  const ends = [elevation?.until, ...Object.values(session.gates)].filter((until) => until !== undefined)
  const reviewAt = Math.min(endOf(session), ...ends)
  schedule.set(timerOf(key), reviewAt, reviewSession.name, { key })
}

/** Does nothing if there is no such session. */
export function removeSession({ edit, read, schedule }: SessionContext, key: string) {
  const session = read(sessions, bucketOf(key)).open[key]
  if (!session) return
  delete edit(sessions, bucketOf(key)).open[key]
  delete edit(ownSessions, session.accountId).open[publicIdOf(key)]
  schedule.cancel(timerOf(key))
}

/** Removes the session that a browser had before it signed in again. @returns its public id if it was of the same account */
export function removeReplaced(context: SessionContext, key: string | null, accountId: string): string | null {
  if (key === null) return null
  const former = findOpenSession(context, key)
  removeSession(context, key)
  return former?.accountId === accountId ? publicIdOf(key) : null
}

/** @param isMeant selects by session and public id; all if left out @returns the number of removed sessions */
export function removeSessionsOf(
  context: SessionContext,
  accountId: string,
  isMeant: (session: Readonly<OwnSession>, id: string) => boolean = () => true,
): number {
  const open = Object.entries(context.read(ownSessions, accountId).open)
  const meant = open.filter(([id, session]) => isMeant(session, id))
  for (const [id] of meant) removeByPublicId(context, accountId, id)
  return meant.length
}

/** Removes the least recently used sessions of an account that has more than `mostSessions`. */
export function limitSessions(context: SessionContext, accountId: string) {
  const open = Object.entries(context.read(ownSessions, accountId).open)
  const byUse = open.map(([id, { seenAt }]) => ({ id, seenAt })).sort((one, other) => one.seenAt - other.seenAt)
  for (const { id } of byUse.slice(0, Math.max(0, byUse.length - mostSessions)))
    removeByPublicId(context, accountId, id)
}

/** The key of an account's session by its public id; null if it has ended. */
export function keyOfPublicId({ read }: Pick<SessionContext, 'read'>, accountId: string, id: string): string | null {
  const { open } = read(sessions, bucketOf(id))
  const found = Object.entries(open).find(([key, session]) => publicIdOf(key) === id && session.accountId === accountId)
  return found?.[0] ?? null
}

/** The highest role that an open session gives its account, by a demo sign-in or by an elevation. */
export function highestSessionRole(context: Pick<SessionContext, 'read' | 'now'>, accountId: string): Role {
  let highest: Role = 'player'
  for (const id of Object.keys(context.read(ownSessions, accountId).open)) {
    const key = keyOfPublicId(context, accountId, id)
    const session = key === null ? null : findOpenSession(context, key)
    if (session) highest = higherOf(highest, roleOf(session, context.now))
  }
  return highest
}

/** The role that a session gives: of its sign-in, or of its elevation while that lasts. @param now epoch ms */
export const roleOf = ({ role, elevation }: Pick<Session, 'role' | 'elevation'>, now: number): Role =>
  elevation && elevation.until > now ? higherOf(role, elevation.role) : role

/** The permissions that codes gave to a session, while they last. @param now epoch ms */
export const gatePermissionsOf = ({ gates: open }: Pick<Session, 'gates'>, now: number): readonly Permission[] =>
  gateNames.flatMap((gate) => ((open[gate] ?? 0) > now ? [gates[gate]] : []))

/** Whether the session of the actor has the permission of a gate by its code. */
export function hasOpenGate(context: Pick<SessionContext, 'read' | 'now'>, actor: Actor, gate: Gate): boolean {
  const key = actor.id && actor.session ? keyOfPublicId(context, actor.id, actor.session.id) : null
  const session = key === null ? null : findOpenSession(context, key)
  return (session?.gates[gate] ?? 0) > context.now
}

function removeByPublicId(context: SessionContext, accountId: string, id: string) {
  const key = keyOfPublicId(context, accountId, id)
  if (key !== null) removeSession(context, key)
}

const timerOf = (key: string) => `session ${key}`
