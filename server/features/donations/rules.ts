import { z } from 'zod'
import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/donations/commands.ts'
import type { ReceivedDonation } from '../../../shared/features/donations/commands.ts'
import {
  bookOf,
  donationRecords,
  donationSettings,
  donationTests,
  ownDonations,
  TierDays,
  type TierRow,
  TierRows,
  type UnmatchedDonation,
  unmatchedDonations,
} from '../../../shared/features/donations/donations.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { type Patron, patron } from '../../../shared/features/patrons/patrons.ts'
import type { PersonRemoval } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { ofPersons } from '../account/persons.ts'
import { accountLinkedTo, accountOf } from '../account/rules.ts'
import { accountsFor, accountsNamed } from '../campaigns/named.ts'
import { givenTiersOf } from '../patrons/feature.ts'
import { changeOwnerSetting, isChangedSince, ownerSetting } from '../settings/changes.ts'
import { addDonation, followDonations, give, note, recordedAs, recordOf, refundAhead, takeBack } from './records.ts'

/** Whether the owner is one of the demo: such an owner sees and writes the donations of the demo alone. */
export const isDemoOwner = ({ read, actor }: Pick<Context, 'read' | 'actor'>) => read(account, accountOf(actor)).demo

/** Recognises the actor's own accounts, to which they may assign no donation, and so no tier; none for owners. */
const ownAccounts = ({ read, actor }: Pick<Context, 'read' | 'actor'>) =>
  actor.role === 'owner' ? () => false : ofPersons(read, [accountOf(actor)])

/** @param donor null while it is unknown */
export function checkNotOwn(context: Context & { refuse(code: 'notYourself'): never }, donor: string | null) {
  if (donor !== null && ownAccounts(context)(donor)) context.refuse('notYourself')
}

export const recordDonation: Rule<typeof commands.recordDonation> = (context, given) => {
  const isDemo = isDemoOwner(context)
  const [donor = null] = given.account === '' ? [] : accountsNamed(context, [given.account], isDemo)
  checkNotOwn(context, donor)
  const isUnnamed = given.transaction === ''
  const transaction = given.transaction || context.newId()
  const base = { book: bookOf(isDemo), source: 'hand', transaction, isUnnamed, message: '', steamIds: [] } as const
  const added = addDonation(context, { ...base, ...amountOf(given), account: donor, donor: given.donor })
  return added ?? context.refuse('repeated')
}

const amountOf = ({ amount, currency }: { readonly amount: number; readonly currency: string }) => ({
  amount,
  currency,
})
const mostProblems = 10

/** All lines or none. A line that was recorded before is counted and skipped. */
export const recordDonations: Rule<typeof commands.recordDonations> = (context, { lines }) => {
  const isDemo = isDemoOwner(context)
  const book = bookOf(isDemo)
  const found = accountsFor(
    context,
    lines.map((line) => line.account).filter((text) => text !== ''),
    isDemo,
  )
  const problems: string[] = []
  const lineOf = new Map<string, number>()
  const isOwn = ownAccounts(context)
  for (const { line, account: text, transaction } of lines) {
    const accounts = found.get(text) ?? []
    if (text !== '' && accounts.length === 0) problems.push(`Line ${line}: no account was found for "${text}".`)
    if (accounts.length > 1) problems.push(`Line ${line}: several accounts are named "${text}". Enter a SteamID.`)
    if (accounts.some(isOwn)) problems.push(`Line ${line}: "${text}" is your own account. Ask an owner to record it.`)
    const before = lineOf.get(transaction)
    if (before !== undefined) problems.push(`Line ${line}: the transaction "${transaction}" is on line ${before}, too.`)
    lineOf.set(transaction, line)
  }
  const more = problems.length > mostProblems ? ` And ${problems.length - mostProblems} more.` : ''
  if (problems.length > 0) context.refuse('wrongLines', { problems: problems.slice(0, mostProblems).join(' ') + more })
  let recorded = 0
  for (const { account: text, transaction, donor, ...given } of lines) {
    const [own = null] = found.get(text) ?? []
    const base = { book, source: 'csv', transaction, message: '', steamIds: [], donor } as const
    if (addDonation(context, { ...base, ...amountOf(given), account: own })) recorded += 1
  }
  return { recorded, repeated: lines.length - recorded }
}

export const receive: Rule<typeof commands.receiveDonation> = (context, given) => {
  const book = bookOf(false)
  const { source, transaction, event } = given
  if (event === 'refunded') {
    const record = recordedAs(context, book, source, transaction)
    if (record !== null) return { outcome: takeBack(context, record, transaction) ? 'refunded' : 'repeated' }
    refundAhead(context, { ...amountOf(given), book, source, transaction })
    return { outcome: 'unknown' }
  }
  const { event: _paid, discordId: _id, ...rest } = given
  const own = donorOf(context, given)
  const suggested = own === null ? accountByName(context, given.message) : null
  const added = addDonation(context, { ...rest, book, account: own, suggested })
  return { outcome: added ? 'recorded' : 'repeated' }
}

export const receiveTest: Rule<typeof commands.receiveDonationTest> = ({ edit, now }) => {
  edit(donationTests, bookOf(false)).kofiAt = now
  return {}
}

/**
 * The account of a donor: by a SteamID or a Discord id that the service knows or the message has, or by a message that is an account id. Never by
 * a name: any player can take the name of another one, or be called what many donors write.
 */
function donorOf(context: Context, { steamIds, discordId, message }: ReceivedDonation): string | null {
  for (const id of steamIds) {
    const own = accountLinkedTo(context.read, 'steam', id, false)
    if (own !== undefined) return own
  }
  const byDiscord = discordId === null ? undefined : accountLinkedTo(context.read, 'discord', discordId, false)
  if (byDiscord !== undefined) return byDiscord
  const id = message.trim()
  const { createdAt, demo } = context.read(account, id)
  return createdAt > 0 && !demo ? id : null
}

/** Longer messages are not names. */
const longestName = 60

/** The only account whose name is the whole message. */
function accountByName(context: Context, message: string): string | null {
  const name = message.trim()
  if (name === '' || name.length > longestName) return null
  const [own = null, ...others] = accountsFor(context, [name], false).get(name) ?? []
  return others.length > 0 ? null : own
}

export const assignDonation: Rule<typeof commands.assignDonation> = (context, { id, account: text }) => {
  const isDemo = isDemoOwner(context)
  const one = unmatchedOf(context, bookOf(isDemo), id) ?? context.refuse('gone')
  const [own = ''] = accountsNamed(context, [text], isDemo)
  checkNotOwn(context, own)
  const tier = match(context, bookOf(isDemo), one, own)
  return { account: own, name: context.read(account, own).name, tier }
}

/** Takes a donation off the list and gives it to an account. */
export function match(context: Context, book: string, one: UnmatchedDonation, own: string) {
  const { edit, schedule } = context
  delete edit(unmatchedDonations, book).entries[one.id]
  schedule.cancel(`donor ${one.id}`)
  const tier = give(context, one.record, own)
  note(context, 'assign', { ...one, book, transaction: '', account: own })
  return tier
}

export const setAside: Rule<typeof commands.setAsideDonation> = (context, { id }) => {
  const book = bookOf(isDemoOwner(context))
  const one = unmatchedOf(context, book, id) ?? context.refuse('gone')
  delete context.edit(unmatchedDonations, book).entries[id]
  context.schedule.cancel(`donor ${id}`)
  note(context, 'setAside', { ...one, book, transaction: '', account: null })
  return {}
}

export function unmatchedOf({ read }: Pick<Context, 'read'>, book: string, id: string): UnmatchedDonation | null {
  const { entries } = read(unmatchedDonations, book)
  return Object.hasOwn(entries, id) ? plain(entries[id] ?? null) : null
}

export const refundDonation: Rule<typeof commands.refundDonation> = (context, { record }) => {
  const one = recordOf(context, record)
  if (one?.book !== bookOf(isDemoOwner(context))) return context.refuse('gone')
  return takeBack(context, record, '') ? {} : context.refuse('refunded')
}

interface Tiers {
  readonly tiers: readonly TierRow[]
  readonly days: number
}

const tiersSettingOf = (isDemo: boolean) =>
  ownerSetting<Tiers>({
    key: isDemo ? 'donations.demoTiers' : 'donations.tiers',
    name: 'the tiers of donations',
    schema: z.object({ tiers: TierRows, days: TierDays }),
    inWords: ({ tiers, days }) =>
      tiers.length === 0
        ? 'none'
        : `${tiers.map(({ tier, amount, currency }) => `${tier} from ${moneyText(amount, currency)}`).join(', ')}; ${days === 1 ? '1 day' : `${days} days`}`,
    read: ({ read }) => read(donationSettings, bookOf(isDemo)),
    write({ edit }, { tiers, days }) {
      Object.assign(edit(donationSettings, bookOf(isDemo)), { tiers: [...tiers], days })
    },
  })

/** Which donation gives which tier, for how long: of real donations and of those of the demo. */
export const tiersSetting = tiersSettingOf(false)
export const demoTiersSetting = tiersSettingOf(true)

export const changeTiers: Rule<typeof commands.changeDonationTiers> = (context, { tiers, days, seen: shown }) => {
  const setting = isDemoOwner(context) ? demoTiersSetting : tiersSetting
  const seen = new Set<string>()
  for (const { tier, currency } of tiers) {
    if (seen.has(`${tier} ${currency}`)) return context.refuse('twice', { tier, currency })
    seen.add(`${tier} ${currency}`)
  }
  if (shown && isChangedSince(context, setting, shown, { tiers, days }))
    return context.refuse('changedSince', { now: setting.inWords(setting.read(context)) })
  changeOwnerSetting(context, setting, { tiers, days })
  return {}
}

const forgotten = () => ({ donor: '', message: '', steamIds: [], suggested: null })

export const forgetDonor: Rule<typeof commands.forgetDonor> = ({ read, edit }, { book, id }) => {
  for (const part of ['entries', 'refunded'] as const) {
    if (!Object.hasOwn(read(unmatchedDonations, book)[part], id)) continue
    Object.assign(edit(unmatchedDonations, book)[part][id] ?? {}, forgotten())
  }
  return {}
}

/** Gives a player who links Steam the donations that named their SteamID before they had an account. */
export function matchLinked(context: Context, own: string, before: { readonly steamId: string | null }) {
  const { steamId, demo } = context.read(account, own)
  if (steamId === null || steamId === before.steamId) return
  const book = bookOf(demo)
  for (const one of Object.values(plain(context.read(unmatchedDonations, book).entries)))
    if (one.steamIds.includes(steamId)) match(context, book, one, own)
}

/** A tier that donations gave has ended: one that another donation gave may go on. One that an owner took away stays away. */
export function goOnAfterEnd(context: Context, own: string, before: Patron) {
  const { read, now } = context
  const { tier, source } = read(patron, own)
  if (source === 'owner' && tier === 'None') return takeTiers(context, own)
  const end = givenTiersOf(before).donation?.until ?? null
  const hasEnded = source === 'ended' || (end !== null && end <= now)
  if (hasEnded && Object.keys(read(ownDonations, own).donations).length > 0)
    followDonations(context, own, 'Earlier donation')
}

/** The donations that an account has by now give it no tier any more, whatever happens to them or to later ones. */
function takeTiers({ read, edit }: Context, own: string) {
  for (const [id, { tier }] of Object.entries(plain(read(ownDonations, own).donations))) {
    const donation = tier === 'None' ? undefined : edit(ownDonations, own).donations[id]
    if (donation) donation.tier = 'None'
  }
}

/** A donor is erased: the amounts stay, without the donor. */
export const forgetOwner: PersonRemoval['remove'] = ({ read, edit }, { account: erased }) => {
  for (const { record } of Object.values(plain(read(ownDonations, erased).donations))) {
    const [key = '', field = ''] = record.split('/')
    const known = edit(donationRecords, key).records[field]
    if (known) known.account = null
  }
}

export const forgetUnmatched: PersonRemoval['remove'] = ({ read, edit }, { players, account: erased }) => {
  for (const book of [bookOf(false), bookOf(true)])
    for (const part of ['entries', 'refunded'] as const)
      for (const { id, steamIds, suggested } of Object.values(plain(read(unmatchedDonations, book)[part]))) {
        const isAbout = suggested === erased || steamIds.some((player) => players.includes(player))
        const one = isAbout ? edit(unmatchedDonations, book)[part][id] : undefined
        if (one) Object.assign(one, forgotten())
      }
}
