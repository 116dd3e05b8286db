import type { OwnSession } from '../../../shared/features/session/session.ts'

export interface OpenSession extends OwnSession {
  readonly id: string
}

/** Sessions of older releases were never seen after they were opened. */
export const lastSeen = ({ openedAt, seenAt }: Pick<OwnSession, 'openedAt' | 'seenAt'>) => Math.max(openedAt, seenAt)

/** This one first, then by when they were last in use. @param mine the public name of this one */
export const sessionOrder = (open: Readonly<Record<string, OwnSession>>, mine: string | null): OpenSession[] =>
  Object.entries(open)
    .map(([id, session]) => ({ ...session, id }))
    .sort((a, b) => Number(b.id === mine) - Number(a.id === mine) || lastSeen(b) - lastSeen(a))

/** What a person calls it. */
export const deviceOf = ({ device }: Pick<OwnSession, 'device'>) => device || 'An unknown device'
