import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { PlayerId } from '../../engine/ids.ts'
import { roles } from '../../engine/permissions.ts'
import { engineRefusals } from '../../engine/refusals.ts'
import { providers } from '../account/identity.ts'
import { SignedIn, SignIn, signInRefusals } from '../account/signIn.ts'
import { gateNames, SignInSecret } from './session.ts'

/** SHA-256 of the session's token, in hexadecimal. */
export const SessionKey = z.string().regex(/^[0-9a-f]{64}$/)
/** A session's public id: the start of its key. */
export const SessionId = z.string().regex(/^[0-9a-f]{16}$/)

export const openSession = defineCommand({
  name: 'session.open',
  permission: 'hub',
  input: z.object({
    key: SessionKey,
    accountId: PlayerId,
    role: z.enum(roles),
    demo: z.boolean(),
    provider: z.enum(providers).nullable().default(null),
    device: z.string().max(120).default(''),
    address: z.string().max(60).default(''),
    /** The first characters of the browser's user agent. */
    agent: z.string().max(50).default(''),
    /** The session to close in the same change. */
    replaces: SessionKey.nullable().default(null),
  }),
  output: z.object({ endsAt: z.number() }),
  refusals: { taken: 'That session is already open.', noAccount: 'There is no such account.' },
  secrets: ['device', 'address', 'agent'],
})

/**
 * Signs in with an identity that a provider has confirmed: finds, creates or links the account and opens a session, in one change.
 * Links to the account of the session in `replaces`.
 */
export const signIn = defineCommand({
  name: 'session.signIn',
  permission: 'hub',
  input: openSession.input
    .omit({ accountId: true, provider: true })
    .extend(SignIn.omit({ current: true, demo: true }).shape)
    .extend({
      /** SHA-256 of the state of the sign-in attempt, in hexadecimal; null for a sign-in without one. */
      attempt: SessionKey.nullable().default(null),
    }),
  output: SignedIn.extend(openSession.output.shape),
  refusals: {
    ...signInRefusals,
    ...openSession.refusals,
    viewing: "You can't link accounts while you view the site as a role.",
    used: 'That sign-in has already ended.',
  },
  secrets: ['identity', 'device', 'address', 'agent'],
})

/** Sets the secret with which nodes sign the attempts that browsers carry. The first one is kept. */
export const keepSignInSecret = defineCommand({
  name: 'session.keepSignInSecret',
  permission: 'hub',
  input: z.object({ secret: SignInSecret }),
  output: z.object({}),
  refusals: {},
  secrets: ['secret'],
})

export const closeSession = defineCommand({
  name: 'session.close',
  permission: 'hub',
  input: z.object({ key: SessionKey }),
  output: z.object({}),
  refusals: {},
})

/** The session is in use. Sent at most every `sessionUsePrecisionMs`. */
export const recordSessionUse = defineCommand({
  name: 'session.recordUse',
  permission: 'hub',
  input: z.object({ key: SessionKey, address: z.string().max(60) }),
  output: z.object({}),
  refusals: {},
  secrets: ['address'],
})

/** After the right password: gives the session another key, and the rights of a role for `elevationLengthMs`. */
export const elevateSession = defineCommand({
  name: 'session.elevate',
  permission: 'hub',
  input: z.object({ key: SessionKey, newKey: SessionKey, role: z.enum(roles) }),
  output: z.object({ until: z.number(), endsAt: z.number() }),
  refusals: { gone: 'That session has ended. Sign in again.' },
})

/** After the right code: gives the session another key, and the permission of a gate for `elevationLengthMs`. */
export const openGate = defineCommand({
  name: 'session.openGate',
  permission: 'hub',
  input: elevateSession.input.omit({ role: true }).extend({ gate: z.enum(gateNames) }),
  output: elevateSession.output,
  refusals: elevateSession.refusals,
})

/**
 * Counts an attempt at a password before it is checked: until it is known to be right it counts as wrong, so that attempts at the same
 * time, at several nodes, do not evade the limit.
 */
export const beginPasswordAttempt = defineCommand({
  name: 'session.beginPasswordAttempt',
  permission: 'hub',
  input: z.object({ accountId: PlayerId, address: z.string().max(60) }),
  output: z.object({ attempt: z.string() }),
  refusals: { tooMany: engineRefusals.tooManyGuesses },
  secrets: ['address'],
})

/** The password of the attempt was right, or was not checked: it does not count. */
export const withdrawPasswordAttempt = defineCommand({
  name: 'session.withdrawPasswordAttempt',
  permission: 'hub',
  input: z.object({ attempt: z.string().max(60) }),
  output: z.object({}),
  refusals: {},
})

/** Records a wrong password in the audit. */
export const recordWrongPassword = defineCommand({
  name: 'session.recordWrongPassword',
  permission: 'hub',
  input: z.object({
    accountId: PlayerId,
    wanted: z.string().max(40),
    address: z.string().max(60),
    session: z.string().max(40).nullable().default(null),
    agent: z.string().max(50).default(''),
  }),
  output: z.object({}),
  refusals: {},
  secrets: ['address', 'agent'],
})

/** The user ends the elevation of this session. */
export const endElevation = defineCommand({
  name: 'session.endElevation',
  permission: 'play',
  input: z.object({}),
  output: z.object({}),
  refusals: {
    notElevated: 'This session has no upgraded role.',
    notASession: 'You can do this only on a page, not with a token.',
  },
})

export const revokeSession = defineCommand({
  name: 'session.revoke',
  permission: 'play',
  input: z.object({ session: SessionId }),
  output: z.object({}),
  refusals: {
    gone: 'That session has already ended.',
    notASession: 'You can do this only on a page, not with a token.',
  },
})

/** Closes the user's sessions, with or without this one, and revokes the user's tokens if requested. */
export const closeSessions = defineCommand({
  name: 'session.closeAll',
  permission: 'play',
  input: z.object({ keepThis: z.boolean(), tokens: z.boolean().default(false) }),
  output: z.object({ closed: z.int(), revoked: z.int() }),
  refusals: { notASession: 'You can do this only on a page, not with a token.' },
})

/** Views the site read-only with the rights of a role; null ends the view. */
export const viewAs = defineCommand({
  name: 'session.viewAs',
  permission: 'play',
  whileViewing: true,
  input: z.object({ role: z.enum(['admin', 'moderator', 'player']).nullable() }),
  output: z.object({}),
  refusals: {
    notAllowed: 'You need “Manage admins” to view the site as a role.',
    notASession: 'You can do this only on a page, not with a token.',
  },
})

/** Removes the session or its elevation if it has ended, and schedules the next review. */
export const reviewSession = defineCommand({
  name: 'session.review',
  permission: 'hub',
  input: z.object({ key: SessionKey }),
  output: z.object({}),
  refusals: {},
})
