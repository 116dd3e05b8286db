import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { defineDocument, exportedAs, holdersOf, itsPlayer, nobody, notPersonal } from '../../engine/document.ts'
import { PatronTier, tierRank } from '../patrons/patrons.ts'
import { isCurrencyCode, moneyText, mostMoney } from './money.ts'

/** Where a donation came from: an owner's hand, a CSV file, or the signed call of a service. */
export const donationSources = ['hand', 'csv', 'kofi', 'tebex', 'patreon'] as const
export type DonationSource = (typeof donationSources)[number]
export const sourceNames: Readonly<Record<DonationSource, string>> = {
  hand: 'By hand',
  csv: 'CSV file',
  kofi: 'Ko-fi',
  tebex: 'Tebex',
  patreon: 'Patreon',
}

/** Minor units, as cents. */
export const Money = z.int().min(1).max(mostMoney)
/** Of a refund: 0 where the service does not report it. */
export const MoneyOrUnknown = z.int().min(0).max(mostMoney)
export const CurrencyCode = z.string().refine(isCurrencyCode, 'a currency of ISO 4217, such as EUR')

/** Donations of the demo are kept apart from real ones: the keys of the documents below. */
export const bookOf = (isDemo: boolean) => (isDemo ? 'demo' : 'main')

const Sum = z.object({
  /** Minor units. */
  received: z.int().default(0),
  refunded: z.int().default(0),
  donations: z.int().default(0),
  refunds: z.int().default(0),
})

/** What was donated, by currency: never converted into one another. The key is that of `bookOf`. */
export const donationSums = defineDocument({
  kind: 'donationSums',
  schema: z.object({ sums: z.record(z.string(), Sum).default({}) }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It has sums over all donations, and tells no donor apart.' },
  audited: 'donationHistory',
})

/**
 * When a service last sent its test call: it shows that address and secret are right, and counts as nothing. Epoch ms. The key is that of
 * `bookOf`.
 */
export const donationTests = defineDocument({
  kind: 'donationTests',
  schema: z.object({ kofiAt: z.number().nullable().default(null) }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  ...notPersonal('has the time of a call without a donor'),
})

export interface Revenue {
  readonly currency: string
  /** Minor units: what was received without what was refunded. */
  readonly amount: number
  readonly donations: number
}
/** The revenue in each currency, the largest number of donations first. Null until there is a donation: nothing is known then. */
export function revenueOf({ sums }: z.output<typeof donationSums.schema>): readonly Revenue[] | null {
  const known = Object.entries(sums)
  if (known.length === 0) return null
  return known
    .map(([currency, { received, refunded, donations }]) => ({ currency, amount: received - refunded, donations }))
    .toSorted((one, other) => other.donations - one.donations)
}

const Known = z.object({
  id: z.string(),
  source: z.enum(donationSources),
  /** 0 only of a refund that came before its payment, and without an amount. */
  amount: MoneyOrUnknown,
  currency: z.string(),
  /** Epoch ms at which it was recorded. */
  at: z.number(),
  book: z.string(),
  /** The donor's; null while that is unknown, and of an erased one. */
  account: z.string().nullable(),
  isRefunded: z.boolean(),
  /** A service reported the refund before the payment, which was never counted. */
  isUnpaid: z.boolean().default(false),
})

/**
 * Every donation, by a hash of its service and transaction: so that each is recorded once, even when a service reports it again years later. In
 * buckets by the first two digits of the hash.
 */
export const donationRecords = defineDocument({
  kind: 'donationRecords',
  schema: z.object({ records: z.record(z.string(), Known).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'several',
  // The same is in `ownDonations`, which is exported.
  exported: null,
  // The amount stays in the sums, without the donor.
  erased: 'byFeature',
  audited: 'donationHistory',
})

const Own = z.object({
  source: z.enum(donationSources),
  amount: Money,
  currency: z.string(),
  at: z.number(),
  isRefunded: z.boolean(),
  /** What it gives, and from when on for how many days. None once an owner took the tier away. */
  tier: PatronTier,
  days: z.int(),
  from: z.number(),
  /** Its place in `donationRecords`. */
  record: z.string(),
})
export type OwnDonation = z.output<typeof Own>

/** The donations of one account, by id. The key is the account id. */
export const ownDonations = defineDocument({
  kind: 'ownDonations',
  schema: z.object({ donations: z.record(z.string(), Own).default({}) }),
  readableBy: (viewer, key) => itsPlayer(viewer, key) || viewer.can('ownerPanel'),
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'donations',
    ({ donations }: { donations: Readonly<Record<string, OwnDonation>> }) =>
      Object.values(donations).map((one) => ({ ...one, sum: sumInWords(one) })),
    {
      source: 'theirs',
      amount: 'theirs',
      currency: 'theirs',
      sum: 'theirs',
      at: 'theirs',
      isRefunded: 'theirs',
      tier: 'theirs',
      days: 'theirs',
      from: 'theirs',
      record: 'theirs',
    },
  ),
  erased: 'cleared',
  audited: 'donationHistory',
})

/** Also of a currency that this engine does not know, or knows no longer. */
const sumInWords = ({ amount, currency }: { readonly amount: number; readonly currency: string }) =>
  isCurrencyCode(currency) ? moneyText(amount, currency) : `${amount} minor units of ${currency}`

/** Beyond this the oldest donations without an account leave the list; they stay in the sums and the history. */
export const mostUnmatched = 500
export const longestDonor = 100
export const longestMessage = 200
/** So long the name and the message of an unmatched donor are kept. */
export const donorKeptMs = 90 * 24 * 3_600_000

const Unmatched = z.object({
  id: z.string(),
  record: z.string(),
  source: z.enum(donationSources),
  amount: Money,
  currency: z.string(),
  at: z.number(),
  /** As the service tells them; '' after `donorKeptMs`. No e-mail address is kept. */
  donor: z.string(),
  message: z.string(),
  /** SteamIDs in it that lead to no account. */
  steamIds: z.array(z.string()),
  /** The only account whose name the message was when it came: a hint for the owner, since anyone can take a name. Goes with the message. */
  suggested: z.string().nullable().default(null),
})
export type UnmatchedDonation = z.output<typeof Unmatched>

/** Donations that an owner has to assign. The key is that of `bookOf`. */
export const unmatchedDonations = defineDocument({
  kind: 'unmatchedDonations',
  schema: z.object({
    entries: z.record(z.string(), Unmatched).default({}),
    /** Those that were refunded while they waited, at most as many: an owner may take the refund back. */
    refunded: z.record(z.string(), Unmatched).default({}),
  }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  typedTexts: ['entries.*.donor', 'entries.*.message', 'refunded.*.donor', 'refunded.*.message'],
  audited: 'donationHistory',
})

export const mostTierRows = 20
export const longestPerks = 200
const perks = z.string().trim().max(longestPerks).default('')
/** A donation of at least this amount gives the tier. */
export const TierRow = z.strictObject({
  tier: PatronTier.exclude(['None']),
  currency: CurrencyCode,
  amount: Money,
  perks,
})
export type TierRow = z.output<typeof TierRow>
export const TierRows = z.array(TierRow).max(mostTierRows)
export const mostTierDays = 366
export const TierDays = z.int().min(1).max(mostTierDays)

/** The owner's table: which amount gives which tier, for how long, and with which perks. The key is that of `bookOf`. */
export const donationSettings = defineDocument({
  kind: 'donationSettings',
  schema: z.object({ tiers: TierRows.default([]), days: TierDays.default(30) }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It has amounts and tiers, and nothing about persons.' },
  typedTexts: ['tiers.*.perks'],
  audited: 'settingChanges',
})

/** The highest tier that an amount gives: only rows in its own currency count. */
export function tierOf(tiers: readonly TierRow[], amount: number, currency: string): PatronTier {
  const given = tiers.filter((row) => row.currency === currency && amount >= row.amount).map(({ tier }) => tier)
  return given.toSorted((one, other) => tierRank(other) - tierRank(one))[0] ?? 'None'
}

const dayMs = 24 * 3_600_000
/**
 * The highest tier that donations give at `now`, and its end. Donations of one tier follow one another, so that two of 30 days are 60. Null
 * for none.
 */
export function tierByDonations(donations: readonly OwnDonation[], now: number) {
  const ends = new Map<PatronTier, number>()
  for (const { tier, days, from, isRefunded } of donations.toSorted((one, other) => one.from - other.from))
    if (!isRefunded && tier !== 'None') ends.set(tier, Math.max(ends.get(tier) ?? 0, from) + days * dayMs)
  const [best] = [...ends]
    .filter(([, until]) => until > now)
    .toSorted(([one], [other]) => tierRank(other) - tierRank(one))
  return best ? { tier: best[0], until: best[1] } : null
}

const did = {
  receive: 'recorded a donation of {sum}',
  assign: 'assigned a donation of {sum} to {target}',
  refund: 'noted that a donation of {sum} was refunded',
  setAside: 'set aside a donation of {sum} without a donor',
  move: 'moved a donation of {sum} to {target}',
  undoRefund: 'took back the refund of a donation of {sum}',
  withdraw: 'withdrew a donation of {sum} that was recorded by mistake',
} as const

/** What happened with donations. The donor's name is not in it: amounts stay when a donor is erased. */
export const donationHistory = defineArchive({
  kind: 'donationHistory',
  schema: z.object({
    act: z.enum(Object.keys(did) as [keyof typeof did, ...(keyof typeof did)[]]),
    book: z.string(),
    id: z.string(),
    record: z.string(),
    source: z.enum(donationSources),
    /** As the service names it; '' of one that an owner recorded without. */
    transaction: z.string(),
    /** Minor units. */
    amount: z.int(),
    currency: z.string(),
    /** As `EUR 12.50`. */
    sum: z.string(),
    /** The donor's account, where known. */
    target: z.object({ id: z.string(), name: z.string() }).nullable(),
    byHub: z.boolean(),
    ...actorShape,
  }),
  readableBy: holdersOf('ownerPanel'),
  persons: { target: 'target.id', by: 'by' },
  fields: {
    act: 'event',
    book: 'event',
    id: 'event',
    record: 'event',
    source: 'event',
    transaction: { emptied: 'target' },
    amount: 'event',
    currency: 'event',
    sum: 'event',
    target: { emptied: 'target' },
    byHub: 'event',
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ source, sum, id, ...row }) => ({
    ...row,
    subject: 'campaigns',
    did: did[row.act],
    detail: { sum, source: sourceNames[source], id },
  }),
})
