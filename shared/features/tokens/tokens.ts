import { z } from 'zod'
import { defineDocument, itsPlayerAtPage, nobody } from '../../engine/document.ts'
import { permissions } from '../../engine/permissions.ts'

/** What its owner sees of a token: never the token, of which only a hash is kept. */
export const Token = z.object({
  label: z.string(),
  permissions: z.array(z.enum(permissions)),
  createdAt: z.number(),
  endsAt: z.number(),
  /** Epoch ms, to within `usedEveryMs`; null while it was never used. */
  usedAt: z.number().nullable().default(null),
})
export type Token = z.infer<typeof Token>

/** One's own tokens, by their public names. Its key is the account's id. */
export const Tokens = z.object({ tokens: z.record(z.string(), Token).default({}) })
export const tokens = defineDocument({
  kind: 'tokens',
  schema: Tokens,
  readableBy: itsPlayerAtPage,
  memory: 'journaled',
})

/** Whose token has this hash, in buckets by its first two digits. */
export const TokenOwners = z.object({
  owners: z.record(z.string(), z.object({ accountId: z.string(), id: z.string() })).default({}),
})
export const tokenOwners = defineDocument({
  kind: 'tokenOwners',
  schema: TokenOwners,
  readableBy: nobody,
  memory: 'journaled',
})

/** So that it is known for what it is wherever it turns up. */
export const tokenPrefix = 'wht_'
export const mostTokens = 20
export const usedEveryMs = 5 * 60_000
/** A token lasts a year at most. */
export const longestTokenMs = 366 * 24 * 3_600_000
export const tokenIdOf = (hash: string) => hash.slice(0, 16)
