import { reviewSession } from '../../../shared/features/session/commands.ts'
import {
  bucketOf,
  endOf,
  isOpen,
  mostSessions,
  type OwnSession,
  ownSessions,
  publicIdOf,
  type Session,
  sessions,
} from '../../../shared/features/session/session.ts'
import type { Scheduler } from '../../engine/timers.ts'
import type { Transaction } from '../../engine/transaction.ts'
import { plain } from '../../engine/transaction.ts'

export interface Changing extends Transaction {
  readonly now: number
  readonly schedule: Scheduler
}

const timerOf = (key: string) => `session ${key}`

/** The session as it stands, if it is one still. */
export function standing({ read, now }: Changing, key: string): Readonly<Session> | null {
  const session = read(sessions, bucketOf(key)).open[key]
  return session && isOpen(session, now) ? session : null
}

/** Keeps a session where it is looked up and where its owner sees it, and looks at it again when something of it ends. */
export function keep({ edit, schedule }: Changing, key: string, session: Session) {
  const { provider, openedAt, seenAt, endsAt, device, address, raised } = session
  edit(sessions, bucketOf(key)).open[key] = session
  edit(ownSessions, session.accountId).open[publicIdOf(key)] = {
    ...{ provider, openedAt, seenAt, endsAt, device, address },
    raised: raised && { ...raised },
  }
  const reviewAt = Math.min(endOf(session), raised?.until ?? Number.POSITIVE_INFINITY)
  schedule.set(timerOf(key), reviewAt, reviewSession.name, { key })
}

/** Closing what is closed already changes nothing. */
export function close({ edit, read, schedule }: Changing, key: string) {
  const session = read(sessions, bucketOf(key)).open[key]
  if (!session) return
  delete edit(sessions, bucketOf(key)).open[key]
  delete edit(ownSessions, session.accountId).open[publicIdOf(key)]
  schedule.cancel(timerOf(key))
}

/** The key of one of somebody's own sessions by its public name; null when it has ended. */
export function keyOfOwn({ read }: Transaction, accountId: string, id: string): string | null {
  const { open } = read(sessions, bucketOf(id))
  const found = Object.entries(open).find(([key, session]) => publicIdOf(key) === id && session.accountId === accountId)
  return found?.[0] ?? null
}

/** @param isMeant of a session and its public name @returns how many were open */
export function closeAllOf(
  context: Changing,
  accountId: string,
  isMeant: (session: Readonly<OwnSession>, id: string) => boolean = () => true,
): number {
  const meant = Object.entries(context.read(ownSessions, accountId).open).filter(([id, session]) =>
    isMeant(session, id),
  )
  for (const [id] of meant) {
    const key = keyOfOwn(context, accountId, id)
    if (key !== null) close(context, key)
  }
  return meant.length
}

export const copyOf = (session: Readonly<Session>): Session => ({ ...plain(session as Session) })

/** Without what was lent: what was viewed by it is seen no more either. */
export const ordinary = { raised: null, viewing: null } as const

/** Those that were not used for longest go, when somebody has more than can be kept. */
export function crowdOut(context: Changing, accountId: string) {
  const open = Object.entries(context.read(ownSessions, accountId).open)
  const byUse = open.map(([id, { seenAt }]) => ({ id, seenAt })).sort((one, other) => one.seenAt - other.seenAt)
  for (const { id } of byUse.slice(0, Math.max(0, byUse.length - mostSessions))) {
    const key = keyOfOwn(context, accountId, id)
    if (key !== null) close(context, key)
  }
}
