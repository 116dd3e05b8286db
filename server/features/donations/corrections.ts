import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/donations/commands.ts'
import {
  bookOf,
  donationRecords,
  ownDonations,
  unmatchedDonations,
} from '../../../shared/features/donations/donations.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { patron } from '../../../shared/features/patrons/patrons.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { accountLinkedTo } from '../account/rules.ts'
import { accountsNamed } from '../campaigns/named.ts'
import { takeNotification } from '../notifications/notify.ts'
import { addToSums, editRecord, followDonations, give, moveUnmatched, note, recordOf, thanksKey } from './records.ts'
import { checkNotOwn, isDemoOwner, match, unmatchedOf } from './rules.ts'

// What owners correct: a refund that was none, a donation that was recorded by mistake, one that another account has.

interface Named {
  readonly record: string
  readonly id: string
}

/** A donation of the owner's book; null if there is none. */
function donationOf(context: Context, { record, id }: Named) {
  const known = plain(recordOf(context, record))
  return known?.id === id && known.book === bookOf(isDemoOwner(context)) ? known : null
}

export const undoRefund: Rule<typeof commands.undoRefund> = (context, named) => {
  const known = donationOf(context, named) ?? context.refuse('gone')
  if (!known.isRefunded) return context.refuse('notRefunded')
  if (known.isUnpaid) return context.refuse('unpaid')
  const { id, book, amount, currency, account: own } = known
  // They may have linked their Steam account meanwhile.
  const donor = own === null ? donorOfRefunded(context, known) : own
  checkNotOwn(context, donor)
  const kept = editRecord(context, named.record)
  if (kept) kept.isRefunded = false
  addToSums(context, book, currency, { refunded: -amount, refunds: -1 })
  note(context, 'undoRefund', { ...known, record: named.record, transaction: '' })
  if (own === null) {
    moveUnmatched(context, known, 'refunded', 'entries')
    const waiting = unmatchedOf(context, book, id)
    if (waiting && donor !== null) match(context, book, waiting, donor)
    return {}
  }
  const donation = context.edit(ownDonations, own).donations[id]
  if (donation) donation.isRefunded = false
  followDonations(context, own, `Donation of ${moneyText(amount, currency)}`)
  return {}
}

/** The account by now of the SteamID in a donation that was refunded while it waited for its donor; null if there is none. */
function donorOfRefunded({ read }: Context, { book, id }: Known): string | null {
  const { refunded } = read(unmatchedDonations, book)
  const steamIds = Object.hasOwn(refunded, id) ? (refunded[id]?.steamIds ?? []) : []
  return steamIds.flatMap((one) => accountLinkedTo(read, 'steam', one, book === bookOf(true)) ?? [])[0] ?? null
}

export const withdraw: Rule<typeof commands.withdrawDonation> = (context, named) => {
  const known = donationOf(context, named) ?? context.refuse('gone')
  if (known.source !== 'hand' && known.source !== 'csv') return context.refuse('fromService')
  if (known.isRefunded) return context.refuse('refunded')
  const { book, amount, currency } = known
  takeFromDonor(context, known, 'withdrawn')
  takeFromList(context, known)
  addToSums(context, book, currency, { received: -amount, donations: -1 })
  const [key = '', field = ''] = named.record.split('/')
  delete context.edit(donationRecords, key).records[field]
  note(context, 'withdraw', { ...known, record: named.record, transaction: '' })
  return {}
}

export const move: Rule<typeof commands.moveDonation> = (context, { account: text, ...named }) => {
  const { read } = context
  const known = donationOf(context, named) ?? context.refuse('gone')
  if (known.isRefunded) return context.refuse('refunded')
  const [own = ''] = accountsNamed(context, [text], isDemoOwner(context))
  const { name } = read(account, own)
  if (own === known.account) return { account: own, name, tier: read(patron, own).tier }
  checkNotOwn(context, own)
  takeFromDonor(context, known, 'moved to another account')
  takeFromList(context, known)
  const tier = give(context, named.record, own)
  note(context, 'move', { ...known, record: named.record, transaction: '', account: own })
  return { account: own, name, tier }
}

type Known = NonNullable<ReturnType<typeof donationOf>>

/** The account that has it loses it, the thanks for it, and what it gave of a tier. */
function takeFromDonor(context: Context, { id, account: own, amount, currency }: Known, why: string) {
  if (own === null) return
  delete context.edit(ownDonations, own).donations[id]
  takeNotification(context, own, thanksKey(id))
  followDonations(context, own, `Donation of ${moneyText(amount, currency)} ${why}`)
}

/** It waits for an owner no longer. */
function takeFromList({ read, edit, schedule }: Context, { book, id }: Known) {
  if (!Object.hasOwn(read(unmatchedDonations, book).entries, id)) return
  delete edit(unmatchedDonations, book).entries[id]
  schedule.cancel(`donor ${id}`)
}
