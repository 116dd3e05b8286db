import { z } from 'zod'
import { PlayerId } from '../../engine/ids.ts'
import { Identity } from './identity.ts'

/** A provider has said who somebody is. Their account is found, made, or linked to the one that they are signed in with. */
export const SignIn = z.object({
  identity: Identity,
  demo: z.boolean(),
  /** The account that they are signed in with already, if they are. */
  current: PlayerId.nullable(),
  /** How a new account is to be called, where that is known beforehand. */
  newAccount: PlayerId.nullable(),
})
export type SignIn = z.infer<typeof SignIn>

export const SignedIn = z.object({ account: PlayerId, outcome: z.enum(['created', 'found', 'linked']) })
export type SignedIn = z.infer<typeof SignedIn>

export const signInRefusals = {
  belongsToOther: 'That account belongs to somebody else here.',
  otherLinked: 'Another account of that provider is linked already. Unlink it first.',
} as const
