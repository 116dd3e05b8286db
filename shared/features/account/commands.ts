import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { PlayerId } from '../../engine/ids.ts'
import { Identity, providers } from './identity.ts'

/**
 * A provider has said who somebody is. Finds their account, makes one, or links the identity to the account that they are
 * signed in with: all or nothing. Doing the same again changes nothing.
 */
export const signIn = defineCommand({
  name: 'account.signIn',
  permission: 'hub',
  input: z.object({
    identity: Identity,
    demo: z.boolean(),
    /** The account that they are signed in with already, if they are. */
    current: PlayerId.nullable(),
    /** How a new account is to be called, where that is known beforehand. */
    newAccount: PlayerId.nullable(),
  }),
  output: z.object({ account: PlayerId, outcome: z.enum(['created', 'found', 'linked']) }),
  refusals: {
    belongsToOther: 'That account belongs to somebody else here.',
    otherLinked: 'Another account of that provider is linked already. Unlink it first.',
  },
  secrets: ['identity'],
})

/** Whoever came in by it is out, but for the session that asks. */
export const unlink = defineCommand({
  name: 'account.unlink',
  permission: 'play',
  input: z.object({ provider: z.enum(providers) }),
  output: z.object({}),
  refusals: {
    notASession: 'This is done from a page, not by a program.',
    notLinked: 'No account of that provider is linked.',
    last: 'This is the only account that you can sign in with. Link the other one first.',
  },
})

/** Whose name and picture are shown. */
export const switchActive = defineCommand({
  name: 'account.switchActive',
  permission: 'play',
  input: z.object({ provider: z.enum(providers) }),
  output: z.object({}),
  refusals: {
    notASession: 'This is done from a page, not by a program.',
    notLinked: 'No account of that provider is linked.',
  },
})
