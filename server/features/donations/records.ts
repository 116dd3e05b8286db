import { createHash } from 'node:crypto'
import type { RowOf } from '../../../shared/engine/archive.ts'
import { account } from '../../../shared/features/account/account.ts'
import { forgetDonor } from '../../../shared/features/donations/commands.ts'
import {
  type DonationSource,
  donationHistory,
  donationRecords,
  donationSettings,
  donationSources,
  donationSums,
  donorKeptMs,
  longestDonor,
  longestMessage,
  mostUnmatched,
  ownDonations,
  type TierRow,
  tierByDonations,
  tierOf,
  type UnmatchedDonation,
  unmatchedDonations,
} from '../../../shared/features/donations/donations.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { type PatronTier, patron } from '../../../shared/features/patrons/patrons.ts'
import type { Context } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { actorRow } from '../account/rules.ts'
import { notify } from '../notifications/notify.ts'
import { notifyOfTier, setPatronTier } from '../patrons/feature.ts'

type Reads = Pick<Context, 'read'>

export interface NewDonation {
  readonly book: string
  readonly source: DonationSource
  /** As the service names it: with the service it names the donation for all time. */
  readonly transaction: string
  /** The transaction is the hub's own, since there is none. */
  readonly isUnnamed?: boolean
  readonly amount: number
  readonly currency: string
  /** Null while the donor is unknown. */
  readonly account: string | null
  readonly donor: string
  readonly message: string
  readonly steamIds: readonly string[]
  /** The account that an owner is shown as a hint while the donor is unknown. */
  readonly suggested?: string | null
}

/** Where a donation is recorded: the document, and the field in it. The hash has no more than it must of what a service calls it. */
function placeOf(book: string, source: DonationSource, transaction: string) {
  const hash = createHash('sha256').update(`${book} ${source} ${transaction}`).digest('hex')
  return { key: hash.slice(0, 2), field: hash.slice(2, 42) }
}
const recordName = ({ key, field }: ReturnType<typeof placeOf>) => `${key}/${field}`

/** A donation by its name, as lists have it; null if there is none. */
export function recordOf({ read }: Reads, record: string) {
  const [key = '', field = ''] = record.split('/')
  const { records } = read(donationRecords, key)
  return Object.hasOwn(records, field) ? (records[field] ?? null) : null
}
/** The record of a transaction; null if there is none. What owners enter may be a payment that a service reports, too. */
export function recordedAs(context: Reads, book: string, source: DonationSource, transaction: string): string | null {
  const isOwners = (one: DonationSource) => one === 'hand' || one === 'csv'
  const same = donationSources.filter((one) => one === source || isOwners(one) || isOwners(source))
  const records = same.map((one) => recordName(placeOf(book, one, transaction)))
  return records.find((record) => recordOf(context, record) !== null) ?? null
}

export function editRecord({ edit }: Pick<Context, 'edit'>, record: string) {
  const [key = '', field = ''] = record.split('/')
  return edit(donationRecords, key).records[field]
}

/** Records a donation and gives its donor the tier. Returns its record; null if it was recorded before: then nothing changes. */
export function addDonation(
  context: Context,
  given: NewDonation,
): { record: string; id: string; tier: PatronTier } | null {
  const { edit, newId, now } = context
  const { book, source, transaction, amount, currency } = given
  if (recordedAs(context, book, source, transaction) !== null) return null
  const place = placeOf(book, source, transaction)
  const record = recordName(place)
  const id = newId()
  const known = { id, source, amount, currency, at: now, book, account: null, isRefunded: false, isUnpaid: false }
  edit(donationRecords, place.key).records[place.field] = known
  addToSums(context, book, currency, { received: amount, donations: 1 })
  note(context, 'receive', {
    ...known,
    record,
    transaction: given.isUnnamed ? '' : transaction,
    account: given.account,
  })
  if (given.account === null) keepUnmatched(context, { ...given, id, record })
  const tier = given.account === null ? 'None' : give(context, record, given.account)
  return { record, id, tier }
}

/** Makes an account the donor: it has the donation, and the tier from now on. Returns the tier that the account has. */
export function give(context: Context, record: string, own: string): PatronTier {
  const { read, edit, now } = context
  const known = editRecord(context, record)
  if (!known) return 'None'
  known.account = own
  const { id, source, amount, currency, at, isRefunded, book } = plain(known)
  const { tiers, days } = read(donationSettings, book)
  const tier = tierOf(tiers, amount, currency)
  edit(ownDonations, own).donations[id] = { source, amount, currency, at, isRefunded, tier, days, from: now, record }
  if (isRefunded) return read(patron, own).tier
  const reason = `Donation of ${moneyText(amount, currency)}`
  const after = followDonations(context, own, reason)
  const perks = perksOf(tiers, after)
  const thanks = after === 'None' ? '' : ` You are a ${after} patron.${perks === '' ? '' : ` ${perks}`}`
  notify(context, {
    to: own,
    type: 'campaign',
    title: 'Thank you for your donation',
    message: `Your donation of ${moneyText(amount, currency)} has arrived.${thanks}`.slice(0, 500),
    link: null,
    key: thanksKey(id),
  })
  return after
}

/** Names the notification of thanks for a donation, so that it goes when the donation is withdrawn or moved. */
export const thanksKey = (id: string) => `donation ${id}`

/** What a tier gives, in words; '' for nothing. */
export const perksOf = (tiers: readonly TierRow[], tier: PatronTier) =>
  tiers.find((row) => row.tier === tier && row.perks !== '')?.perks ?? ''

/** Keeps what donations give of a tier in step with them. What an owner gives stays beside it. Returns the tier that is shown after it. */
export function followDonations(context: Context, own: string, reason: string): PatronTier {
  const { read, now } = context
  const best = tierByDonations(Object.values(plain(read(ownDonations, own).donations)), now)
  const given = best ?? { tier: 'None' as const, until: null }
  setPatronTier(context, { account: own, ...given, source: 'donation', reason }, 'donations')
  return read(patron, own).tier
}

/** Takes a donation out of the sums and ends what it gave. False if that was done before. */
export function takeBack(context: Context, record: string, transaction: string): boolean {
  const { edit } = context
  const known = editRecord(context, record)
  if (!known || known.isRefunded) return false
  known.isRefunded = true
  const { id, amount, currency, account: own, book } = plain(known)
  addToSums(context, book, currency, { refunded: amount, refunds: 1 })
  note(context, 'refund', { ...plain(known), record, transaction })
  if (own === null) {
    moveUnmatched(context, { book, id }, 'entries', 'refunded')
    return true
  }
  const donation = edit(ownDonations, own).donations[id]
  if (donation) donation.isRefunded = true
  const before = context.read(patron, own).tier
  followDonations(context, own, `Donation of ${moneyText(amount, currency)} refunded`)
  notifyOfTier(context, own, before)
  return true
}

/** A refund that a service reports before the payment, which then counts for nothing when it comes. */
export function refundAhead(context: Context, given: Omit<NewDonation, 'account' | 'donor' | 'message' | 'steamIds'>) {
  const { edit, newId, now } = context
  const { book, source, transaction, amount, currency } = given
  const place = placeOf(book, source, transaction)
  const known = {
    id: newId(),
    source,
    amount,
    currency,
    at: now,
    book,
    account: null,
    isRefunded: true,
    isUnpaid: true,
  }
  edit(donationRecords, place.key).records[place.field] = known
  note(context, 'refund', { ...known, record: recordName(place), transaction })
}

export function addToSums(
  { edit }: Pick<Context, 'edit'>,
  book: string,
  currency: string,
  more: Partial<Record<keyof Sum, number>>,
) {
  const { sums } = edit(donationSums, book)
  const sum = sums[currency] ?? { received: 0, refunded: 0, donations: 0, refunds: 0 }
  sums[currency] = {
    received: sum.received + (more.received ?? 0),
    refunded: sum.refunded + (more.refunded ?? 0),
    donations: sum.donations + (more.donations ?? 0),
    refunds: sum.refunds + (more.refunds ?? 0),
  }
  // The only one was withdrawn: nothing is known again.
  if (sums[currency]?.donations === 0) delete sums[currency]
}
interface Sum {
  received: number
  refunded: number
  donations: number
  refunds: number
}

/** On the list of those that an owner assigns. The oldest of too many leave it. */
function keepUnmatched(context: Context, given: NewDonation & { readonly id: string; readonly record: string }) {
  const { edit, now, schedule } = context
  const { book, id, record, source, amount, currency, donor, message, steamIds, suggested = null } = given
  addLast(edit(unmatchedDonations, book).entries, {
    id,
    record,
    source,
    amount,
    currency,
    at: now,
    donor: donor.slice(0, longestDonor),
    message: message.slice(0, longestMessage),
    steamIds: [...steamIds],
    suggested,
  })
  if (donor !== '' || message !== '') schedule.set(`donor ${id}`, now + donorKeptMs, forgetDonor.name, { book, id })
}

function addLast(all: Record<string, UnmatchedDonation>, one: UnmatchedDonation) {
  all[one.id] = one
  const ids = Object.keys(all)
  for (const oldest of ids.slice(0, Math.max(0, ids.length - mostUnmatched))) delete all[oldest]
}

type Part = 'entries' | 'refunded'

/** Moves a donation that waits for its donor. Nothing happens where it is not in that part. */
export function moveUnmatched(
  { read, edit }: Pick<Context, 'read' | 'edit'>,
  { book, id }: { readonly book: string; readonly id: string },
  from: Part,
  to: Part,
) {
  const before = read(unmatchedDonations, book)[from]
  if (!Object.hasOwn(before, id)) return
  const one = plain(before[id]) as UnmatchedDonation
  const own = edit(unmatchedDonations, book)
  delete own[from][id]
  addLast(own[to], one)
}

interface Noted {
  readonly id: string
  readonly record: string
  readonly book: string
  readonly source: DonationSource
  readonly transaction: string
  readonly amount: number
  readonly currency: string
  readonly account: string | null
}

/** A line of the history, which the audit shows. */
export function note(context: Context, act: RowOf<typeof donationHistory>['act'], one: Noted) {
  const { actor, read } = context
  const { id, record, book, source, transaction, amount, currency, account: own } = one
  const isOwner = actor.id !== null && actor.role !== null
  context.archive(donationHistory, {
    act,
    book,
    id,
    record,
    source,
    transaction,
    amount,
    currency,
    sum: moneyText(amount, currency),
    target: own === null ? null : { id: own, name: read(account, own).name },
    byHub: !isOwner,
    ...(isOwner ? actorRow(context) : { by: 'donations', role: null, elevated: false, ...context.origin }),
  })
}
