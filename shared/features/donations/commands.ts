import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineQuery } from '../../engine/query.ts'
import { PatronTier } from '../patrons/patrons.ts'
import { changedSinceText } from '../settings/commands.ts'
import { CurrencyCode, donationSources, longestDonor, longestMessage, Money, TierDays, TierRows } from './donations.ts'

const id = z.string().min(1).max(64)
const Transaction = z.string().trim().min(1).max(120)
/** An account id, a SteamID or a name. */
const Donor = z.string().trim().max(100)

/** A donation as an owner enters it. */
export const GivenDonation = z.strictObject({
  amount: Money,
  currency: CurrencyCode,
  /** As the service or the bank names it; '' for one that has none. */
  transaction: z.string().trim().max(120).default(''),
  /** Account id, SteamID or name of the donor; '' where it is unknown. */
  account: Donor.default(''),
  donor: z.string().trim().max(longestDonor).default(''),
})
export type GivenDonation = z.output<typeof GivenDonation>

const accountRefusals = {
  unknown: 'No account was found for: {names}.',
  ambiguous: 'Several accounts have this name: {names}. Enter their SteamIDs instead.',
}
const gone = 'That donation is not on the list any more.'

export const recordDonation = defineCommand({
  name: 'donations.record',
  permission: 'ownerPanel',
  input: GivenDonation,
  output: z.object({ id, tier: PatronTier }),
  refusals: { ...accountRefusals, repeated: 'A donation with this transaction is recorded already.' },
})

/** Lines of one CSV file: all of them are recorded or none. */
export const mostLines = 500
export const recordDonations = defineCommand({
  name: 'donations.recordMany',
  permission: 'ownerPanel',
  input: z.strictObject({
    lines: z
      .array(GivenDonation.extend({ line: z.int(), transaction: Transaction }))
      .min(1)
      .max(mostLines),
  }),
  /** `repeated`: those that were recorded before. */
  output: z.object({ recorded: z.int(), repeated: z.int() }),
  refusals: { wrongLines: 'Nothing was recorded. {problems}' },
})

/** What a service told by a signed call. A repetition changes nothing. */
export const receiveDonation = defineCommand({
  name: 'donations.receive',
  permission: 'hub',
  input: z.object({
    source: z.enum(donationSources),
    transaction: Transaction,
    event: z.enum(['paid', 'refunded']),
    amount: Money,
    currency: CurrencyCode,
    donor: z.string().max(longestDonor),
    message: z.string().max(longestMessage),
    steamIds: z.array(z.string()).max(5),
    discordId: z.string().nullable(),
  }),
  output: z.object({ outcome: z.enum(['recorded', 'repeated', 'refunded', 'unknown']) }),
  refusals: {},
  secrets: ['donor', 'message', 'steamIds', 'discordId'],
})
export type ReceivedDonation = z.output<(typeof receiveDonation)['input']>

/** A service sent its test call. It changes no sum. */
export const receiveDonationTest = defineCommand({
  name: 'donations.receiveTest',
  permission: 'hub',
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})

/** Says whose a donation is: the account gets the tier from now on. */
export const assignDonation = defineCommand({
  name: 'donations.assign',
  permission: 'ownerPanel',
  input: z.strictObject({ id, account: Donor.min(1, 'Enter a SteamID or a name.') }),
  output: z.object({ account: z.string(), name: z.string(), tier: PatronTier }),
  refusals: { ...accountRefusals, gone },
})

/** Takes a donation off the list without a donor. */
export const setAsideDonation = defineCommand({
  name: 'donations.setAside',
  permission: 'ownerPanel',
  input: z.strictObject({ id }),
  output: z.object({}),
  refusals: { gone },
})

/** Notes that a donation was refunded: it counts no longer, and what it gave of a tier ends. */
export const refundDonation = defineCommand({
  name: 'donations.refund',
  permission: 'ownerPanel',
  input: z.strictObject({ record: z.string().min(1).max(120) }),
  output: z.object({}),
  refusals: { gone: 'There is no such donation.', refunded: 'It was refunded already.' },
})

export const changeDonationTiers = defineCommand({
  name: 'donations.changeTiers',
  permission: 'ownerPanel',
  input: z.strictObject({
    tiers: TierRows,
    days: TierDays,
    /** What the owner saw when they began to edit. Another table now refuses the change. Null: whatever it is. */
    seen: z.strictObject({ tiers: TierRows, days: TierDays }).nullable().default(null),
  }),
  output: z.object({}),
  refusals: {
    twice: 'Two lines give {tier} for {currency}. Keep one of them.',
    changedSince: changedSinceText,
  },
})

/** Forgets the name and the message of an unmatched donor, after their time. */
export const forgetDonor = defineCommand({
  name: 'donations.forgetDonor',
  permission: 'hub',
  input: z.object({ book: z.string(), id: z.string() }),
  output: z.object({}),
  refusals: {},
})

/** The donations of the owner's book, the latest first. */
export const readDonations = defineQuery({
  name: 'donations.list',
  permission: 'ownerPanel',
  input: z.strictObject({ before: z.int().nullable().default(null), limit: z.int().min(1).max(100).default(25) }),
  output: z.object({
    donations: z.array(
      z.object({
        id: z.string(),
        record: z.string(),
        at: z.number(),
        source: z.enum(donationSources),
        transaction: z.string(),
        amount: z.int(),
        currency: z.string(),
        /** Null while the donor is unknown, and of an erased one. */
        account: z.string().nullable(),
        name: z.string(),
        isRefunded: z.boolean(),
      }),
    ),
    next: z.int().nullable(),
  }),
})
