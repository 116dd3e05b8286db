import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, exportedAs, holdersOf, itsPlayer, nobody } from '../../engine/document.ts'
import { Id } from '../../engine/ids.ts'

/** The tiers of patrons, lowest first. */
export const patronTiers = ['None', 'Bronze', 'Silver', 'Gold', 'Diamond'] as const
export const PatronTier = z.enum(patronTiers)
export type PatronTier = z.infer<typeof PatronTier>
export const tierRank = (tier: PatronTier) => patronTiers.indexOf(tier)

/** What set a tier: an owner by hand, a donation, or its end. */
const tierSources = ['owner', 'donation', 'ended'] as const
export type TierSource = (typeof tierSources)[number]

const PatronShape = z.object({
  tier: PatronTier.default('None'),
  /** Epoch ms at which the tier was set; null for an account that never had one. */
  since: z.number().nullable().default(null),
  /** Epoch ms at which the tier ends by itself; null for one without an end. */
  until: z.number().nullable().default(null),
  source: z.enum(tierSources).default('owner'),
  /**
   * Beside the shown tier, what the other one gives: a donation beside an owner, an owner beside a donation. It is shown from the end of the
   * shown one on, and once that is taken back. Null for nothing.
   */
  beside: z.object({ tier: PatronTier, until: z.number().nullable() }).nullable().default(null),
})
export type Patron = z.infer<typeof PatronShape>

/** The tier of one account. The key is the account id. Only `setPatronTier` writes it. */
export const patron = defineDocument({
  kind: 'patron',
  schema: PatronShape,
  readableBy: (viewer, key) => itsPlayer(viewer, key) || viewer.can('ownerPanel'),
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('patron', (own: Patron) => own, {
    tier: 'theirs',
    since: 'theirs',
    until: 'theirs',
    source: 'theirs',
    beside: 'theirs',
  }),
  erased: 'cleared',
  audited: 'patronAudit',
})

/** All accounts with a tier other than None, so that they are found without reading every account; in buckets by `patronBucketOf`. */
export const patronIndex = defineDocument({
  kind: 'patronIndex',
  schema: z.object({ tiers: z.record(z.string(), PatronTier).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  // The same is in `patron`, which is exported.
  exported: null,
  erased: 'byFeature',
  audited: 'patronAudit',
})
const buckets = 16
export const patronBucketOf = (account: string) => String((account.codePointAt(account.length - 1) ?? 0) % buckets)
export const patronBuckets: readonly string[] = Array.from({ length: buckets }, (_, at) => String(at))

/** Owners and donations that changed a tier. */
export const patronAudit = defineArchive({
  kind: 'patronAudit',
  schema: z.object({
    byHub: z.boolean(),
    ...actorShape,
    target: z.object({ id: z.string(), name: z.string() }),
    from: PatronTier,
    to: PatronTier,
    /** Epoch ms. */
    until: z.number().nullable(),
    source: z.enum(tierSources),
    reason: z.string(),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { target: 'target.id', by: 'by' },
  fields: {
    byHub: 'event',
    target: { emptied: 'target' },
    from: 'event',
    to: 'event',
    until: 'event',
    source: 'event',
    reason: { emptied: ['target', 'by'] },
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ from, to, until, source, reason, ...row }) => ({
    ...row,
    subject: 'patrons',
    act: 'setTier',
    did: 'changed the patron tier of {target} from {from} to {to}',
    detail: {
      from,
      to,
      source,
      ...(typeof until === 'number' && { until: new Date(until).toISOString() }),
      ...(reason && { reason }),
    },
  }),
})

export const longestTierReason = 200

/**
 * Sets the tier of an account by hand, in place of one that an owner set before. A better one by donations stays shown. None takes both away:
 * then only later donations give a tier.
 */
export const setTier = defineCommand({
  name: 'patrons.setTier',
  permission: 'ownerPanel',
  input: z.object({
    account: Id,
    tier: PatronTier,
    /** Epoch ms; null for no end. */
    until: z.number().nullable().default(null),
    reason: z.string().trim().max(longestTierReason).default(''),
  }),
  output: z.object({}),
  refusals: {
    noAccount: 'There is no such account.',
    past: 'A tier must end in the future.',
    above: 'You can set tiers only for players of a lower role than yours. Ask an owner.',
    notYourself: "You can't set your own tier. Ask an owner.",
  },
  refusalKinds: { above: 'forbidden', notYourself: 'forbidden' },
})

/** The timer of a tier that has an end. */
export const endTier = defineCommand({
  name: 'patrons.endTier',
  permission: 'hub',
  input: z.object({ account: z.string() }),
  output: z.object({}),
  refusals: {},
})
