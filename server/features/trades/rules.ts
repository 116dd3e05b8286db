import { mainServer } from '../../../shared/engine/ids.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { dayOf } from '../../../shared/engine/utcDay.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { economySettings } from '../../../shared/features/economy/settings.ts'
import type { Price } from '../../../shared/features/ledger/accounts.ts'
import { playMsOf, playRecord } from '../../../shared/features/play/playRecord.ts'
import {
  dayText,
  demoHours,
  farFactor,
  hoursText,
  mostCurrencyToOne,
  mostDinosaursToOne,
  mostGivers,
  mostPartners,
  mostTimes,
  type tradeRefusals,
} from '../../../shared/features/trades/limits.ts'
import { type Passed, passedDays, type TradeSign, trades } from '../../../shared/features/trades/trades.ts'
import { currencyNameOf } from '../../../shared/features/world/amounts.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context, RefusalValues } from '../../engine/rule.ts'
import { isSamePerson } from '../account/persons.ts'
import { endOfBan } from '../deliveries/bans.ts'
import { addPassed, hasTraded, type OneWay, passedTo, takeOffPassed } from './passed.ts'

/** Of a rule whose command includes `tradeRefusals`. */
export type TradeContext = Pick<Context, 'read' | 'now'> & {
  refuse(code: keyof typeof tradeRefusals, values?: RefusalValues): never
}

/** What goes from one account to another. */
export type Trade = {
  /** The account that gives or sells. */
  readonly from: string
  /** The account that gets or buys. */
  readonly to: string
} & (
  | { readonly kind: 'gift'; readonly price: Price }
  | { readonly kind: 'gift'; readonly price: null; readonly item: string }
  | {
      readonly kind: 'sale'
      readonly price: Price
      readonly item: string
      /** What the same usually sells for, in the currency of the price; null where that is not known. */
      readonly usual: number | null
    }
)

const hourMs = 3_600_000
const dayMs = 86_400_000
/** Less than these hours seen in the game are a sign for staff. */
const newPlayerHours = 5

/**
 * Whether something may pass from one user to another. A gift counts as a whole, and a sale by how far its price is from the usual one, if
 * that is far; at about the usual price the first sale of two users in the days that count is not limited, and each further one is by the
 * difference. One without a usual price counts on both sides: as one dinosaur of the seller's, and as the price that the buyer pays.
 *
 *     checkTrade(context, { kind: 'sale', from: seller, to: buyer, price, usual, item: 'Triceratops' })
 *     …                                                     // moves the currency and the entry
 *     recordTrade(context, operation, trade)
 *
 * Refuses `tradeRefusals`, before the first edit. The caller checks balances, bans and the state of the entry.
 */
export function checkTrade(context: TradeContext, trade: Trade): void {
  const { read, refuse } = context
  if (isSamePerson(read, trade.from, trade.to)) refuse('samePerson')
  const oneWay = oneWayOf(trade)
  const full = fullFor(context, trade, oneWay)
  if (oneWay.times === 0) {
    if (oneWay.amount > 0 && hasTraded(context, trade.from, trade.to)) checkWeek(context, oneWay, full)
    return
  }
  const payment = unpricedPayment(trade)
  if (payment) checkWeek(context, payment, (_, values) => refuse('buyerUnpriced', values))
  checkHours(context, trade, oneWay)
  checkDay(context, oneWay, full)
  checkWeek(context, oneWay, full)
}

/** Remembers for the limits and for staff what passed. Call it in the rule that moves it, after `checkTrade`. @param operation its id */
export function recordTrade(
  context: Pick<Context, 'read' | 'edit' | 'now' | 'archive'>,
  operation: string,
  trade: Trade,
): void {
  const { archive } = context
  const { price, ...rest } = trade
  archive(trades, { operation, ...rest, ...price, signs: [...signsOf(context, trade)] })
  for (const oneWay of passedBy(trade)) addPassed(context, oneWay)
}

interface Undone {
  /** Of the reversal. */
  readonly operation: string
  /** The operation that recorded the trade. */
  readonly original: string
  /** When that was, epoch ms. */
  readonly at: number
}

/** A sale that staff undid counts towards no limit, and is in no flow. @param trade as it was recorded; null where that is not known */
export function undoTrade(
  context: Pick<Context, 'read' | 'edit' | 'archive'>,
  { operation, original, at }: Undone,
  trade: Extract<Trade, { readonly kind: 'sale' }> | null,
): void {
  if (trade === null) return
  const { price, ...rest } = trade
  context.archive(trades, { operation, reverses: original, ...rest, ...price, signs: [] })
  for (const oneWay of passedBy(trade)) takeOffPassed(context, oneWay, at)
}

/** Ms that a user was seen in the game, as the linked player. */
export function seenMsOf(read: Reading, id: string, now: number): number {
  const { steamId, demo } = read(account, id)
  const seen = steamId === null ? 0 : playMsOf(read(playRecord, steamId), now)
  return demo ? Math.max(seen, demoHours * hourMs) : seen
}

/** Whether the player of an account is banned now: what such an account has is frozen, and nothing goes to it. */
export const isBanned = (read: Reading, id: string, now: number): boolean => bannedUntil(read, id) > now

/** When the last ban of an account's player ends, epoch ms: infinite for a permanent ban, 0 without one. */
export function bannedUntil(read: Reading, id: string): number {
  const { steamId, formerSteamIds } = read(account, id)
  const { bans: held } = read(bans, mainServer)
  const players = [...(steamId === null ? [] : [steamId]), ...formerSteamIds]
  return Math.max(0, ...players.map((one) => (Object.hasOwn(held, one) ? endOfBan(held[one]) : 0)))
}

function oneWayOf(trade: Trade): OneWay {
  const { from, to } = trade
  const dinosaur = { giver: from, getter: to, currency: null, amount: 0, dinosaurs: 1, times: 1 } as const
  if (trade.kind === 'gift')
    return trade.price ? { giver: from, getter: to, ...trade.price, dinosaurs: 0, times: 1 } : dinosaur
  const { price, usual } = trade
  if (usual === null) return dinosaur
  const { currency, amount } = price
  const isFar = amount > usual * farFactor || amount * farFactor < usual
  const sides = amount < usual ? { giver: from, getter: to } : { giver: to, getter: from }
  return { ...sides, currency, amount: Math.abs(amount - usual), dinosaurs: 0, times: isFar ? 1 : 0 }
}

/** Without a usual price nothing says what it is worth: an account could pass on all that it has by paying any price for it. */
function unpricedPayment(trade: Trade): OneWay | null {
  if (trade.kind === 'gift' || trade.usual !== null) return null
  return { giver: trade.to, getter: trade.from, ...trade.price, dinosaurs: 0, times: 0 }
}

const passedBy = (trade: Trade): readonly OneWay[] =>
  [oneWayOf(trade), unpricedPayment(trade)].filter((oneWay) => oneWay !== null)

const isBelowUsual = ({ kind, from }: Trade, { giver }: OneWay) => kind === 'sale' && giver === from

function signsOf({ read, now }: Pick<Context, 'read' | 'now'>, trade: Trade): readonly TradeSign[] {
  const oneWay = oneWayOf(trade)
  if (oneWay.times === 0) return []
  const isNew = seenMsOf(read, oneWay.giver, now) < newPlayerHours * hourMs
  const sign =
    trade.kind === 'gift' ? 'gift' : trade.usual === null ? 'unpriced' : oneWay.giver === trade.to ? 'above' : 'below'
  return isNew ? [sign, 'newPlayer'] : [sign]
}

/** A sale without a usual price needs no hours, and its limits are at least those of one hour: in a young community no price is known yet. */
function checkHours({ read, now, refuse }: TradeContext, trade: Trade, oneWay: OneWay) {
  const { fromHours: needed } = read(economySettings).trades
  const seen = seenMsOf(read, oneWay.giver, now) / hourMs
  if (seen >= needed || (trade.kind === 'sale' && trade.usual === null)) return
  if (isBelowUsual(trade, oneWay)) refuse('sellerHours', { needed })
  refuse('hoursNeeded', { needed, seen: hoursText(seen) })
}

type FullCode = 'timesFull' | 'partnersFull' | 'receiverFull' | 'currencyFull' | 'dinosaursFull'
type RefuseFull = (code: FullCode, values: RefusalValues & { readonly when: string }) => never

/** The texts of gifts address the giver; those of a sale are read by the buyer. */
function fullFor({ refuse }: TradeContext, trade: Trade, oneWay: OneWay): RefuseFull {
  if (trade.kind === 'gift') return refuse
  if (!isBelowUsual(trade, oneWay))
    return (code, values) => refuse(code === 'currencyFull' ? 'buyerLimit' : code, values)
  return (_, { when }) => refuse(trade.usual === null ? 'sellerUnpriced' : 'sellerLimit', { when })
}

function checkDay({ read, now }: TradeContext, { giver, getter }: OneWay, full: RefuseFull) {
  const today = dayOf(now)
  const when = dayText(Date.parse(today) + dayMs)
  const gave = read(passedDays, giver).gave[today] ?? {}
  const got = read(passedDays, getter).got[today] ?? {}
  const times = timesOf(gave, getter)
  if (times >= mostTimes) return full('timesFull', { times, when })
  if (times === 0 && partnersIn(gave) >= mostPartners) return full('partnersFull', { most: mostPartners, when })
  if (timesOf(got, giver) === 0 && partnersIn(got) >= mostGivers)
    return full('receiverFull', { most: mostGivers, when })
}

type Others = Readonly<Record<string, Passed>>
const timesOf = (others: Others, one: string) => (Object.hasOwn(others, one) ? (others[one]?.times ?? 0) : 0)
/** Without those who only paid or were paid. */
const partnersIn = (others: Others) => Object.values(others).filter(({ times }) => times > 0).length

function checkWeek({ read, now }: TradeContext, { giver, getter, currency, amount }: OneWay, full: RefuseFull) {
  const limits = read(economySettings).trades
  const seen = seenMsOf(read, giver, now) / hourMs
  const hours = Math.floor(seen)
  const { sums, freeAt } = passedTo(read, giver, getter, now, currency ?? 'dinosaurs')
  const when = dayText(freeAt)
  if (currency === null) {
    const most = mostDinosaursToOne(limits, seen)
    if (most !== null && sums.dinosaurs + 1 > most)
      full('dinosaursFull', { most: most === 1 ? '1 dinosaur or skin' : `${most} dinosaurs and skins`, hours, when })
    return
  }
  const most = mostCurrencyToOne(limits, seen)
  if (most !== null && sums[currency] + amount > most)
    full('currencyFull', {
      most: numberText(most),
      currency: currencyNameOf(most, currency),
      left: numberText(Math.max(0, most - sums[currency])),
      hours,
      when,
    })
}
