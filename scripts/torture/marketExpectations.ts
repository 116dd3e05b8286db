import type { Entry } from '../../server/engine/entry.ts'
import { inventoryHistory } from '../../shared/features/inventory/history.ts'
import { ledger } from '../../shared/features/ledger/ledger.ts'
import { skinHistory } from '../../shared/features/skins/ownedSkins.ts'
import type { Change, Expectation, Input, Moment, RequestModel } from './requestModel.ts'

// What commands between users mean: the market, gifts, and what staff undo of it.

const always = () => true
const anyOf = (...codes: readonly string[]) => Object.fromEntries(codes.map((code) => [code, always]))
/** Users who were never in the game may trade only once staff have switched that limit off. */
const isLimited = (_: unknown, { model, seq }: Moment) => model.limits.offAt === null || seq < model.limits.offAt
const newUsers = { hoursNeeded: isLimited, sellerHours: isLimited }
const things = anyOf('locked', 'notTradable', 'noSuchSkin', 'skinHeld', 'skinNotTradable')

interface ListedInput extends Input {
  readonly listing?: string
  readonly seller?: string
  readonly buyer?: string
  readonly to?: string
  readonly gift?: { readonly kind: string; readonly currency?: string; readonly amount?: number }
}
interface Opened {
  readonly listing: string
  readonly price: { readonly currency: string; readonly amount: number }
  readonly fee: number
  readonly proceeds: number
}
type Allowed = (input: ListedInput, moment: Moment) => boolean

const listingIn = ({ listing = '' }: ListedInput, { model }: Moment) => model.listings.get(listing)
const isClosed: Allowed = (input, moment) => {
  const one = listingIn(input, moment)
  return !one || one.openedAt > moment.seq || (one.closedAt !== null && one.closedAt <= moment.seq)
}
/** Five of a hundred, rounded up, at least 1, and never all of it. */
const feeFor = (price: number) => Math.min(Math.max(Math.floor((price * 5 + 99) / 100), 1), price - 1)

function close(model: RequestModel, id: string, seq: number, what: string) {
  const one = model.listings.get(id)
  if (!one) return void model.report(`the listing ${id} was ${what}, and it was never opened`)
  if (one.closedAt !== null) model.report(`the listing ${id} was ${what}, and it was over at entry ${one.closedAt}`)
  one.closedAt = seq
  return one
}

const histories: readonly string[] = [inventoryHistory.kind, skinHistory.kind]
/** What a correction did beside its money: the rows of the ledger name the original, and nothing else than `thing` came back. */
function checkCorrection(
  { archive, command, seq }: Entry,
  { report, listings, same }: RequestModel,
  original: string,
  thing: string | undefined,
) {
  for (const { kind, row } of archive) {
    if (kind === ledger.kind) {
      const { reverses } = ledger.schema.parse(row)
      if (reverses !== original) report(`${command} of ${original} names ${reverses} as what it corrects`)
    }
    if (!histories.includes(kind)) continue
    const { act, entry, from } = row as { act: string; entry: string; from: string }
    const ended = act === 'released' ? listings.get(from.slice('listing:'.length)) : undefined
    // Its buyer had put it up for sale again.
    if (ended) ended.closedAt = seq
    const known = same.get(entry) ?? entry
    if (known !== (same.get(thing ?? '') ?? thing))
      report(`${command} of ${original} has ${act} ${entry}, and it was about ${thing}`)
  }
}

/**
 * What users got for a skin that they had put on a dinosaur which was taken from them: the price, once, or a skin to keep.
 * @param users whom it may have been taken from
 */
function givenBack(
  { archive, seq }: Entry,
  model: RequestModel,
  thing: string | undefined,
  users: readonly (string | undefined)[],
): Change[] {
  return archive.flatMap(({ kind, row }) => {
    if (kind === skinHistory.kind) noteSame(skinHistory.schema.parse(row), model)
    if (kind !== ledger.kind) return []
    const { cause, reverses } = ledger.schema.parse(row)
    if (cause !== 'refund') return []
    const worn = model.bought.get(reverses ?? '')
    const owner = model.dressed.get(reverses ?? '')
    if (worn?.thing !== thing || !users.includes(owner) || model.isUndone(reverses ?? '', seq - 1))
      model.report(`a correction of ${thing} refunded ${reverses}, which was not a skin on it, or was refunded before`)
    model.undone.set(reverses ?? '', seq)
    return [{ account: owner ?? '', currency: 'voidPearls', amount: worn?.price ?? 0 }]
  })
}

/** A kept skin that came back counts as the one that was put on. */
function noteSame(
  { act, entry, player, subject }: ReturnType<typeof skinHistory.schema.parse>,
  { worn, same }: RequestModel,
) {
  const before = act === 'added' ? worn.get(`${player} ${subject}`) : undefined
  if (before !== undefined) same.set(entry, same.get(before) ?? before)
}

/** What a correction did about the skin on the dinosaur, and all else that it did. @param isOfSkin whether a refund of that payment is for the skin */
function splitSkin(entry: Entry, isOfSkin: (payment: string) => boolean): { ofSkin: Entry; rest: Entry } {
  const [ofSkin, rest]: [Entry['archive'][number][], Entry['archive'][number][]] = [[], []]
  for (const one of entry.archive) {
    const { cause, reverses } = one.kind === ledger.kind ? ledger.schema.parse(one.row) : { cause: '', reverses: '' }
    const isAdded = one.kind === skinHistory.kind && skinHistory.schema.parse(one.row).act === 'added'
    const isPrice = cause === 'refund' && isOfSkin(reverses ?? '')
    if (isAdded || isPrice) ofSkin.push(one)
    else rest.push(one)
  }
  return { ofSkin: { ...entry, archive: ofSkin }, rest: { ...entry, archive: rest } }
}

const both = (
  currency: string,
  [from, less]: readonly [account: string, amount: number],
  [to, more]: readonly [account: string, amount: number],
) => [
  { account: from, currency, amount: -less },
  { account: to, currency, amount: more },
]

export const marketExpectations: Readonly<Record<string, Expectation>> = {
  'economy.changeSettings': {
    balances({ seq }, model) {
      model.limits.offAt ??= seq
      return []
    },
  },
  'market.openListing': {
    balances({ actor, input, output, seq }, model) {
      const { listing, price, fee, proceeds } = output as Opened
      const thing = (input as unknown as { item: { id: string } }).item.id
      if (fee + proceeds !== price.amount || fee !== feeFor(price.amount) || price.amount !== (input as Input).price)
        model.report(`${listing} is listed for ${price.amount}, with a fee of ${fee} and proceeds of ${proceeds}`)
      const one = { seller: actor, currency: price.currency, price: price.amount, fee, openedAt: seq, thing }
      model.listings.set(listing, { ...one, closedAt: null, buyer: null })
      return []
    },
    refusals: { ...newUsers, ...things, ...anyOf('gone', 'tooMany', 'dayFull') },
  },
  'market.buyListing': {
    moves: /^sink:marketFee$/,
    balances({ actor, input, output, seq }, model) {
      const { listing = '', price = 0 } = input as ListedInput
      const one = close(model, listing, seq, 'bought')
      if (!one) return []
      if (one.seller === actor) model.report(`${actor} bought ${listing} of their own`)
      if (one.price !== price) model.report(`${actor} bought ${listing} for ${price}, and it cost ${one.price}`)
      model.sales.set((output as { operation: string }).operation, { ...one, buyer: actor })
      return both(one.currency, [actor, price], [one.seller, price - one.fee])
    },
    refusals: {
      ...newUsers,
      buyerUnpriced: isLimited,
      ...anyOf('samePerson', 'full', 'skinsFull', 'noReceiver'),
      gone: isClosed,
      yourOwn: (input: ListedInput, { account }) => input.seller === account,
      repriced: (input, moment) => listingIn(input, moment)?.price !== input.price,
      tooPoor(input, moment) {
        const one = listingIn(input, moment)
        return one !== undefined && moment.model.balance(moment.account, one.currency, moment.seq) < one.price
      },
    },
  },
  'market.withdrawListing': {
    balances({ actor, input, seq }, model) {
      const one = close(model, (input as ListedInput).listing ?? '', seq, 'withdrawn')
      if (one && one.seller !== actor) model.report(`${actor} withdrew a listing of ${one.seller}`)
      return []
    },
    refusals: {
      gone: (input, moment) => isClosed(input, moment) || listingIn(input, moment)?.seller !== moment.account,
    },
  },
  'market.endListing': {
    balances({ input, seq }, model) {
      close(model, (input as ListedInput).listing ?? '', seq, 'ended')
      return []
    },
  },
  'market.reverseSale': {
    moves: /^sink:(marketFee|skin)$/,
    balances(entry, model) {
      const { input, seq } = entry
      const { operation = '' } = input as ListedInput
      const sale = model.sales.get(operation)
      if (!sale || model.isUndone(operation, seq - 1))
        model.report(`the sale ${operation} was undone, and could not be`)
      model.undone.set(operation, seq)
      const { ofSkin, rest } = splitSkin(entry, () => true)
      checkCorrection(rest, model, operation, sale?.thing)
      const buyer = sale?.buyer ?? ''
      // It may have gone through the hands of earlier sellers.
      const sellers = [...model.sales.values()].filter(({ thing }) => thing === sale?.thing)
      const back = givenBack(ofSkin, model, sale?.thing, [buyer, ...sellers.map(({ seller }) => seller)])
      return sale ? [...both(sale.currency, [sale.seller, sale.price - sale.fee], [buyer, sale.price]), ...back] : []
    },
    refusals: {
      ...anyOf('gone', 'locked', 'used', 'stillThere', 'skinHeld'),
      reversed: ({ operation = '' }, { model, seq }) => model.isUndone(operation, seq),
      tooPoor({ operation = '' }, { model, seq }) {
        const sale = model.sales.get(operation)
        return sale !== undefined && model.balance(sale.seller, sale.currency, seq) < sale.price - sale.fee
      },
    },
  },
  'gifts.send': {
    balances({ actor, input }, model) {
      const { to = '', gift } = input as ListedInput
      if (to === actor) model.report(`${actor} gave something to the same account`)
      const { kind, currency = '', amount = 0 } = gift ?? { kind: '' }
      return kind === 'currency' ? both(currency, [actor, amount], [to, amount]) : []
    },
    refusals: {
      ...newUsers,
      ...things,
      ...anyOf('gone', 'noReceiver', 'timesFull', 'partnersFull', 'receiverFull', 'full'),
      samePerson: (input, { account }) => input.to === account,
      tooPoor: ({ gift }, { account, model, seq }) =>
        model.balance(account, gift?.currency ?? '', seq) < (gift?.amount ?? 0),
    },
  },
  'refunds.refundPurchase': {
    moves: /^sink:(shop|skin|redemption)$/,
    balances(entry, model) {
      const { input, output, seq } = entry
      const { account = '', operation = '' } = input as ListedInput
      const bought = model.bought.get(operation)
      const isOfSkin = (payment: string) => payment !== operation && model.bought.get(payment)?.thing === bought?.thing
      const { ofSkin, rest } = splitSkin(entry, isOfSkin)
      checkCorrection(rest, model, operation, bought?.thing)
      if (model.isUndone(operation, seq - 1)) model.report(`${operation} was refunded twice`)
      model.undone.set(operation, seq)
      const { refunded, currency } = output as { refunded: number; currency: string }
      if (refunded !== bought?.price)
        model.report(`of ${operation} ${refunded} were refunded, and it cost ${bought?.price}`)
      return [{ account, currency, amount: refunded }, ...givenBack(ofSkin, model, bought?.thing, [account])]
    },
    refusals: {
      ...anyOf('gone', 'used', 'locked'),
      refunded: ({ operation = '' }, { model, seq }) => model.isUndone(operation, seq),
    },
  },
}
