import { z } from 'zod'
import { defineDocument, itsPlayerAtPage, nobody } from '../../engine/document.ts'
import { roles } from '../../engine/permissions.ts'
import { providers } from '../account/identity.ts'

/** Rights that a password has lent to one session. */
export const Raised = z.object({ role: z.enum(roles), until: z.number() })
export type Raised = z.infer<typeof Raised>

/** An open session. Its key is the SHA-256 of the token that only the browser holds. Never leaves the server. */
export const Session = z.object({
  accountId: z.string(),
  /** What the sign-in itself brought: in a demo any role, otherwise player. */
  role: z.enum(roles),
  demo: z.boolean(),
  provider: z.enum(providers).nullable().default(null),
  openedAt: z.number(),
  /** Epoch ms of the last use, to within `seenEveryMs`. */
  seenAt: z.number().default(0),
  /** However much it is used. */
  endsAt: z.number(),
  device: z.string().default(''),
  address: z.string().default(''),
  raised: Raised.nullable().default(null),
  /** The role whose view this is, read-only. */
  viewing: z.enum(roles).nullable().default(null),
})
export type Session = z.infer<typeof Session>

/** Open sessions by key. What is closed goes: a document of its own for each session would stay for ever. */
export const Sessions = z.object({ open: z.record(z.string(), Session).default({}) })
export type Sessions = z.infer<typeof Sessions>

export const sessions = defineDocument({ kind: 'sessions', schema: Sessions, readableBy: nobody, memory: 'journaled' })

/** What people see of one of their own sessions. */
export const OwnSession = Session.pick({
  provider: true,
  openedAt: true,
  seenAt: true,
  endsAt: true,
  device: true,
  address: true,
  raised: true,
})
export type OwnSession = z.infer<typeof OwnSession>

/** One's own open sessions, by their public names. Its key is the account's id. */
export const OwnSessions = z.object({ open: z.record(z.string(), OwnSession).default({}) })
export const ownSessions = defineDocument({
  kind: 'ownSessions',
  schema: OwnSessions,
  readableBy: itsPlayerAtPage,
  memory: 'journaled',
})

/** Where a session is kept: by the first two digits of its key, so that a change never touches more than a few others. */
export const bucketOf = (key: string) => key.slice(0, 2)
export const sessionBuckets = 256

/** By what a session is called outside: enough to find it, and of no use to come in. */
export const publicIdOf = (key: string) => key.slice(0, 16)

/** A session ends by itself after 30 days, however much it is used. */
export const sessionLengthMs = 30 * 24 * 3_600_000
/** And 7 days after it was last used. */
export const idleLengthMs = 7 * 24 * 3_600_000
/** How exactly the last use is known. */
export const seenEveryMs = 5 * 60_000
/** Of one account at the same time: whoever has more has lost sight of them. */
export const mostSessions = 200
/** What a password lends ends by itself. */
export const raisedLengthMs = 12 * 3_600_000

/** Epoch ms. Sessions of older releases were never seen. */
export const endOf = ({ openedAt, seenAt, endsAt }: Pick<Session, 'openedAt' | 'seenAt' | 'endsAt'>) =>
  Math.min(endsAt, Math.max(openedAt, seenAt) + idleLengthMs)

export const isOpen = (session: Session, now: number) => now < endOf(session)
