import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { givenName } from '../../engine/givenName.ts'
import { PlayerId } from '../../engine/ids.ts'
import { permissions } from '../../engine/permissions.ts'
import { longestTokenLabel } from './tokens.ts'

/** SHA-256 of the token, in hexadecimal. */
export const TokenHash = z.string().regex(/^[0-9a-f]{64}$/)

export const tokenLabelWords = "A token's name"

/** The HTTP route generates the token and shows it once: the command gets only the hash. */
export const makeToken = defineCommand({
  name: 'tokens.make',
  permission: 'play',
  input: z.object({
    hash: TokenHash,
    label: givenName({ what: tokenLabelWords, needed: 'Enter what the token is for.', longest: longestTokenLabel }),
    permissions: z.array(z.enum(permissions).exclude(['hub'])).min(1),
    /** Epoch ms. */
    endsAt: z.number(),
  }),
  output: z.object({ id: z.string() }),
  refusals: {
    notASession: 'You can do this only on a page, not with a token.',
    tooMuch: "A token can have only your account's own permissions.",
    badEnd: 'A token must end in the future and within a year.',
    full: "You've reached the limit of tokens. Revoke one first.",
    taken: 'That token already exists.',
  },
  refusalKinds: { notASession: 'forbidden', tooMuch: 'forbidden', badEnd: 'input' },
})

export const revokeToken = defineCommand({
  name: 'tokens.revoke',
  permission: 'play',
  input: z.object({ id: z.string().max(64) }),
  output: z.object({}),
  refusals: { gone: 'There is no such token.', notASession: 'You can do this only on a page, not with a token.' },
})

/** The token is in use. Sent at most every `tokenUsePrecisionMs`. */
export const recordTokenUse = defineCommand({
  name: 'tokens.recordUse',
  permission: 'hub',
  input: z.object({ hash: TokenHash }),
  output: z.object({}),
  refusals: {},
})

/** Removes the token if it has ended. */
export const reviewToken = defineCommand({
  name: 'tokens.review',
  permission: 'hub',
  input: z.object({ account: PlayerId, id: z.string() }),
  output: z.object({}),
  refusals: {},
})
