import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { PatronTier } from '../patrons/patrons.ts'
import { longestNameOrId } from '../profile/profile.ts'
import { changedSinceText } from '../settings/commands.ts'
import {
  CurrencyCode,
  donationSources,
  longestDonor,
  longestMessage,
  Money,
  MoneyOrUnknown,
  TierDays,
  TierRows,
} from './donations.ts'

/** The place of a donation among all of them, as `readDonations` has it. */
const record = z.string().min(1).max(120)
export const longestTransaction = 120
const Transaction = z.string().trim().min(1).max(longestTransaction)
/** An account id, a SteamID or a name. */
const Donor = z.string().trim().max(longestNameOrId)

/** A donation as an owner enters it. */
export const GivenDonation = z.strictObject({
  amount: Money,
  currency: CurrencyCode,
  /** As the service or the bank names it; '' for one that has none. */
  transaction: z.string().trim().max(longestTransaction).default(''),
  /** Account id, SteamID or name of the donor; '' where it is unknown. */
  account: Donor.default(''),
  donor: z.string().trim().max(longestDonor).default(''),
})
export type GivenDonation = z.output<typeof GivenDonation>

const accountRefusals = {
  unknown: 'No account was found for: {names}.',
  ambiguous: 'Several accounts have this name: {names}. Enter their SteamIDs instead.',
}
/** Of staff below an owner: a donation gives a tier, and campaigns pay patrons. */
const notYourself = "You can't record or move a donation to your own account. Ask an owner."
const gone = 'That donation is not on the list any more.'
const noSuch = 'There is no such donation.'
const refusalKinds = { notYourself: 'forbidden' } as const

export const recordDonation = defineCommand({
  name: 'donations.record',
  permission: 'ownerPanel',
  input: GivenDonation,
  output: z.object({ id: Id, record, tier: PatronTier }),
  refusals: { ...accountRefusals, notYourself, repeated: 'A donation with this transaction is recorded already.' },
  refusalKinds,
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
  input: z
    .object({
      source: z.enum(donationSources),
      transaction: Transaction,
      event: z.enum(['paid', 'refunded']),
      amount: MoneyOrUnknown,
      currency: CurrencyCode,
      donor: z.string().max(longestDonor),
      message: z.string().max(longestMessage),
      steamIds: z.array(z.string()).max(5),
      discordId: z.string().nullable(),
    })
    .refine(({ event, amount }) => event === 'refunded' || amount > 0, 'A payment has an amount.'),
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
  input: z.strictObject({ id: Id, account: Donor.min(1, 'Enter a SteamID or a name.') }),
  output: z.object({ account: z.string(), name: z.string(), tier: PatronTier }),
  refusals: { ...accountRefusals, notYourself, gone },
  refusalKinds,
})

/** Takes a donation off the list without a donor. */
export const setAsideDonation = defineCommand({
  name: 'donations.setAside',
  permission: 'ownerPanel',
  input: z.strictObject({ id: Id }),
  output: z.object({}),
  refusals: { gone },
})

/** Notes that a donation was refunded: it counts no longer, and what it gave of a tier ends. */
export const refundDonation = defineCommand({
  name: 'donations.refund',
  permission: 'ownerPanel',
  input: z.strictObject({ record }),
  output: z.object({}),
  refusals: { gone: noSuch, refunded: 'It was refunded already.' },
})

/** Names one donation: a record that was withdrawn and recorded again is another one. */
const Named = z.strictObject({ record, id: Id })

/** Takes a refund back that was noted by mistake: the donation counts again, and gives what it gave. */
export const undoRefund = defineCommand({
  name: 'donations.undoRefund',
  permission: 'ownerPanel',
  input: Named,
  output: z.object({}),
  refusals: {
    gone: noSuch,
    notRefunded: 'It is not refunded.',
    unpaid: 'Its refund arrived before its payment, so the payment was never counted.',
    notYourself: "You can't take back a refund of your own donation. Ask an owner.",
  },
  refusalKinds,
})

/** Withdraws a donation that an owner recorded by mistake, as if it had never been: its transaction can be recorded again. */
export const withdrawDonation = defineCommand({
  name: 'donations.withdraw',
  permission: 'ownerPanel',
  input: Named,
  output: z.object({}),
  refusals: {
    gone: noSuch,
    refunded: 'It was refunded. Take that back first.',
    fromService: 'It came from a payment service. Note a refund instead.',
  },
})

/** Says whose a donation is, even of one that another account has: the account gets the tier from now on, and the former one loses what it gave. */
export const moveDonation = defineCommand({
  name: 'donations.move',
  permission: 'ownerPanel',
  input: Named.extend({ account: Donor.min(1, 'Enter a SteamID or a name.') }),
  output: z.object({ account: z.string(), name: z.string(), tier: PatronTier }),
  refusals: { ...accountRefusals, notYourself, gone: noSuch, refunded: 'It was refunded: it gives no tier.' },
  refusalKinds,
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
        state: z.enum(['received', 'refunded', 'withdrawn']),
      }),
    ),
    next: z.int().nullable(),
  }),
})

/** What the tier of the player gives them, in the words of the owners; '' for nothing. */
export const readOwnPerks = defineQuery({
  name: 'donations.perks',
  permission: 'play',
  input: z.strictObject({}),
  output: z.object({ perks: z.string() }),
})
