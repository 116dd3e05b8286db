import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayerAtPage, nobody } from '../../engine/document.ts'
import { permissions } from '../../engine/permissions.ts'

/** The fields that the owner sees of a token. The hub keeps the token's hash, never the token. */
export const Token = z.object({
  label: z.string(),
  permissions: z.array(z.enum(permissions)),
  createdAt: z.number(),
  endsAt: z.number(),
  /** Epoch ms of the last use, to within `tokenUsePrecisionMs`; null if never used. */
  usedAt: z.number().nullable().default(null),
})
export type Token = z.infer<typeof Token>

/** A user's tokens by public id. The key is the account id. */
export const Tokens = z.object({ tokens: z.record(z.string(), Token).default({}) })
export const tokens = defineDocument({
  kind: 'tokens',
  schema: Tokens,
  readableBy: itsPlayerAtPage,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('tokens', (own: z.output<typeof Tokens>) => Object.values(own.tokens), {
    label: 'theirs',
    permissions: 'theirs',
    createdAt: 'theirs',
    endsAt: 'theirs',
    usedAt: 'theirs',
  }),
  erased: 'cleared',
  typedTexts: ['tokens.*.label'],
  audited: null,
})

/** The owner of each token by the token's hash, in buckets by the first two digits. */
export const TokenOwners = z.object({
  owners: z.record(z.string(), z.object({ accountId: z.string(), id: z.string() })).default({}),
})
export const tokenOwners = defineDocument({
  kind: 'tokenOwners',
  schema: TokenOwners,
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

export const longestTokenLabel = 60

/** Identifies a leaked token as one of Waterhole. */
export const tokenPrefix = 'wht_'
export const mostTokens = 20
export const tokenUsePrecisionMs = 5 * 60_000
/** One year. */
export const longestTokenMs = 366 * 24 * 3_600_000
export const tokenIdOf = (hash: string) => hash.slice(0, 16)
