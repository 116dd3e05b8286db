import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayerAtPage, nobody, notPersonal } from '../../engine/document.ts'
import { hashBuckets } from '../../engine/hashBuckets.ts'
import { roles } from '../../engine/permissions.ts'
import { providers } from '../account/identity.ts'

/** The rights of a role that a password gave to one session. `until`: epoch ms. */
const Elevation = z.object({ role: z.enum(roles), until: z.number() })

/** Places that open for holders of a permission, or for those who know a code of the owner. */
export const gates = { challenges: 'manageChallenges', events: 'manageEvents' } as const
export type Gate = keyof typeof gates
export const gateNames = ['challenges', 'events'] as const satisfies readonly Gate[]

/** A password, an owner key or the code of a gate, as a user enters it. */
export const longestSecret = 1_024

/** An open session. Its key is the SHA-256 of the token, which only the browser has. Never leaves the server. */
export const Session = z.object({
  accountId: z.string(),
  /** The role of the sign-in: any role in the demo, otherwise player. */
  role: z.enum(roles),
  demo: z.boolean(),
  provider: z.enum(providers).nullable().default(null),
  openedAt: z.number(),
  /** Epoch ms of the last use, to within `sessionUsePrecisionMs`. */
  seenAt: z.number().default(0),
  /** Epoch ms at which the session ends, however much it is used. */
  endsAt: z.number(),
  device: z.string().default(''),
  address: z.string().default(''),
  agent: z.string().default(''),
  elevation: Elevation.nullable().default(null),
  /** Until when, epoch ms, the code of a gate gives this session its permission. */
  gates: z.partialRecord(z.enum(gateNames), z.number()).default({}),
  /** The role as which the user views the site, read-only. */
  viewing: z.enum(roles).nullable().default(null),
  /** Public id of the session of the same account that the same browser had before; null for the first one. */
  replaced: z.string().nullable().default(null),
})
export type Session = z.infer<typeof Session>

/** Open sessions by key, in buckets. Documents are never deleted, so a session has no document of its own. */
const Sessions = z.object({ open: z.record(z.string(), Session).default({}) })

export const sessions = defineDocument({
  kind: 'sessions',
  schema: Sessions,
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: 'sessionAudit',
})

/** The fields that users see of their own sessions. */
export const OwnSession = Session.pick({
  provider: true,
  openedAt: true,
  seenAt: true,
  endsAt: true,
  device: true,
  address: true,
  elevation: true,
  replaced: true,
})
export type OwnSession = z.infer<typeof OwnSession>

/** A user's open sessions by public id. The key is the account id. */
const OwnSessions = z.object({ open: z.record(z.string(), OwnSession).default({}) })
export const ownSessions = defineDocument({
  kind: 'ownSessions',
  schema: OwnSessions,
  readableBy: itsPlayerAtPage,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('sessions', ({ open }: z.output<typeof OwnSessions>) => Object.values(open), {
    provider: 'theirs',
    openedAt: 'theirs',
    seenAt: 'theirs',
    endsAt: 'theirs',
    device: 'theirs',
    address: 'theirs',
    elevation: 'theirs',
    replaced: 'theirs',
  }),
  erased: 'cleared',
  audited: null,
})

/** The bucket of a session: the first two digits of its key. A change copies only the bucket. */
export const bucketOf = (key: string) => key.slice(0, 2)
/** The keys of all buckets of sessions. */
export const sessionBuckets = hashBuckets

/** A session's public id: finds the session, but does not open it. */
export const publicIdOf = (key: string) => key.slice(0, 16)

/** A session ends after 30 days, however much it is used, */
export const sessionLengthMs = 30 * 24 * 3_600_000
/** and 7 days after its last use. */
export const idleLengthMs = 7 * 24 * 3_600_000
/** The last use is recorded to within this time. */
export const sessionUsePrecisionMs = 5 * 60_000
/** Open sessions of one account. */
export const mostSessions = 200
/** An elevation ends after 12 hours, and so does what the code of a gate gives. */
export const elevationLengthMs = 12 * 3_600_000

/** Epoch ms. A session of an older release has no `seenAt`. */
export const endOf = ({ openedAt, seenAt, endsAt }: Pick<Session, 'openedAt' | 'seenAt' | 'endsAt'>) =>
  Math.min(endsAt, Math.max(openedAt, seenAt) + idleLengthMs)

export const isOpen = (session: Session, now: number) => now < endOf(session)

/** 256 bits, in hexadecimal. */
export const SignInSecret = z.string().regex(/^[0-9a-f]{64}$/)

/** The secret with which nodes sign the sign-in attempts that browsers carry from one node to another. */
export const signInSecret = defineDocument({
  kind: 'signInSecret',
  schema: z.object({ secret: SignInSecret.nullable().default(null) }),
  readableBy: nobody,
  memory: 'journaled',
  ...notPersonal('is a random number of the hub'),
})

/** Epoch ms at which each sign-in attempt ended, by the hash of its state: an attempt opens one session, on any node. */
export const endedSignIns = defineDocument({
  kind: 'endedSignIns',
  schema: z.object({ at: z.record(z.string(), z.number()).default({}) }),
  readableBy: nobody,
  memory: 'live',
  ...notPersonal('holds hashes of random numbers for 15 minutes'),
})

/** Attempts at passwords that were wrong, or are not decided yet, by their id. All nodes and the next leader count these. */
export const passwordAttempts = defineDocument({
  kind: 'passwordAttempts',
  schema: z.object({
    recent: z
      .record(z.string(), z.object({ at: z.number(), /** Hashes. */ account: z.string(), network: z.string() }))
      .default({}),
  }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})
/** Of one account, and of one network. */
export const passwordAttemptsPerMinute = 5
