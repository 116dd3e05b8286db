import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { PlayerId } from '../../engine/ids.ts'
import { roles } from '../../engine/permissions.ts'
import { providers } from '../account/identity.ts'
import { SignedIn, SignIn, signInRefusals } from '../account/signIn.ts'
import { SignInSecret } from './signIns.ts'

/** SHA-256 of the token, in hexadecimal. */
export const SessionKey = z.string().regex(/^[0-9a-f]{64}$/)
/** The public name of a session. */
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
    /** The session that this one takes the place of: it closes in the same moment. */
    instead: SessionKey.nullable().default(null),
  }),
  output: z.object({ endsAt: z.number() }),
  refusals: { taken: 'That session is open already.', noAccount: 'There is no such account.' },
  secrets: ['device', 'address'],
})

/**
 * A provider has said who somebody is: their account is found, made or linked, and their session opened, all or nothing. Linked
 * to the account whose session they come with (`instead`), as it stands at this moment.
 */
export const enter = defineCommand({
  name: 'session.enter',
  permission: 'hub',
  input: openSession.input
    .omit({ accountId: true, provider: true })
    .extend(SignIn.omit({ current: true, demo: true }).shape)
    .extend({
      /** SHA-256 of the state of the sign-in that has come to its end, in hexadecimal; null where there was none. */
      attempt: SessionKey.nullable().default(null),
    }),
  output: SignedIn.extend(openSession.output.shape),
  refusals: {
    ...signInRefusals,
    ...openSession.refusals,
    viewing: 'Nothing is linked while the site is viewed as a role.',
    used: 'That sign-in has been ended before.',
  },
  secrets: ['identity', 'device', 'address'],
})

/** With what nodes sign what browsers carry through a sign-in; the first one stays. */
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

/** It is in use. Told at most every `seenEveryMs`. */
export const seeSession = defineCommand({
  name: 'session.see',
  permission: 'hub',
  input: z.object({ key: SessionKey, address: z.string().max(60) }),
  output: z.object({}),
  refusals: {},
  secrets: ['address'],
})

/** A password was right: the session goes on under another key, with the rights of a role for some hours. */
export const raiseSession = defineCommand({
  name: 'session.raise',
  permission: 'hub',
  input: z.object({ key: SessionKey, next: SessionKey, role: z.enum(roles) }),
  output: z.object({ until: z.number(), endsAt: z.number() }),
  refusals: { gone: 'That session has ended. Sign in again.' },
})

/** A password was wrong. Changes nothing, and is written into the audit. */
export const noteWrongPassword = defineCommand({
  name: 'session.noteWrongPassword',
  permission: 'hub',
  input: z.object({ accountId: PlayerId, wanted: z.string().max(40), address: z.string().max(60) }),
  output: z.object({}),
  refusals: {},
  secrets: ['address'],
})

/** Gives back what a password has lent. */
export const lowerSession = defineCommand({
  name: 'session.lower',
  permission: 'play',
  input: z.object({}),
  output: z.object({}),
  refusals: {
    notRaised: 'No rights were lent to this session.',
    notASession: 'This is done from a page, not by a program.',
  },
})

export const revokeSession = defineCommand({
  name: 'session.revoke',
  permission: 'play',
  input: z.object({ session: SessionId }),
  output: z.object({}),
  refusals: { gone: 'That session has ended already.', notASession: 'This is done from a page, not by a program.' },
})

/** All of one's own, this one too if wished; and the tokens of one's programs, if wished. */
export const closeSessions = defineCommand({
  name: 'session.closeAll',
  permission: 'play',
  input: z.object({ keepThis: z.boolean(), tokens: z.boolean().default(false) }),
  output: z.object({ closed: z.int(), revoked: z.int() }),
  refusals: { notASession: 'This is done from a page, not by a program.' },
})

/** See what a role sees, and change nothing; null to see and act as oneself again. */
export const viewAs = defineCommand({
  name: 'session.viewAs',
  permission: 'play',
  whileViewing: true,
  input: z.object({ role: z.enum(['admin', 'moderator', 'player']).nullable() }),
  output: z.object({}),
  refusals: {
    notAllowed: 'Only who may manage admins can view the site as a role.',
    notASession: 'This is done from a page, not by a program.',
  },
})

/** Looks whether it has ended, or what was lent to it has, and when to look again. */
export const reviewSession = defineCommand({
  name: 'session.review',
  permission: 'hub',
  input: z.object({ key: SessionKey }),
  output: z.object({}),
  refusals: {},
})
