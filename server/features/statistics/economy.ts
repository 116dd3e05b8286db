import { account } from '../../../shared/features/account/account.ts'
import { catalogue, catalogueKey, offersOf } from '../../../shared/features/catalogue/catalogue.ts'
import { dinosaurItems } from '../../../shared/features/catalogue/dinosaurs.ts'
import { catalogueCurrency } from '../../../shared/features/catalogue/items.ts'
import { alikeKey, usualPriceOf, usualPrices } from '../../../shared/features/market/usualPrice.ts'
import type { Figure } from '../../../shared/features/statistics/dashboard.ts'
import { type Paid, readEconomy, type Sold } from '../../../shared/features/statistics/economyQueries.ts'
import { asleepDays, census, dayMs, type Sums } from '../../../shared/features/statistics/sums.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import { species as playable } from '../../../shared/features/world/species.ts'
import { implementQuery, type QueryContext } from '../../engine/feature.ts'
import type { MoneyTotals } from '../ledger/conservation.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import type { KeptRows } from './keptRows.ts'
import { beginningOfDay, dayName } from './running.ts'
import { firstAtOf, stepsTo } from './series.ts'
import { addSums } from './sums.ts'

type Totals = () => Pick<MoneyTotals, 'totals'>
type Reads = Pick<QueryContext, 'read' | 'setting' | 'now'>

const known = (value: number): Figure => ({ value, why: null })
const unknown = (why: string): Figure => ({ value: null, why })

/** The economy of the last days, from the kept sums, the totals of this node and the last look through all wallets. */
export const economyQueries = (rows: KeptRows, totals: Totals) => [
  implementQuery(readEconomy, async (context, { days: count }) => {
    const times = stepsTo(beginningOfDay(context.now), count * dayMs, dayMs)
    const byDay = await rows.days(context)
    const all = times.reduce<Sums>((sum, time) => addSums(sum, byDay.get(time) ?? {}), {})
    const supplyOf = (currency: Currency) => times.map((time) => byDay.get(time)?.supply?.[currency] ?? null)
    const supply = {
      voidPearls: supplyOf('voidPearls'),
      razorTalons: supplyOf('razorTalons'),
      sylvanShards: supplyOf('sylvanShards'),
    }
    const { wallets, holds, oldestHold, at } = context.read(census)
    return {
      days: times.map(dayName),
      currencies: currencies.map((currency) => inCurrency(context, totals(), currency, all, supply[currency])),
      supply,
      ways: waysOf(all, times.map(dayName)),
      sold: soldOf(all, times.map(dayName)),
      paid: paidOf(all),
      usualPrices: usualPricesOf(context),
      apex: apexOf(context, all),
      oldestHold,
      holds,
      wallets,
      walletsAt: at,
      firstAt: firstAtOf(context),
    }
  }),
]

function inCurrency(
  context: Reads,
  money: Pick<MoneyTotals, 'totals'>,
  currency: Currency,
  all: Readonly<Sums>,
  daily: readonly (number | null)[],
) {
  const { supply, held, drift } = money.totals(currency)
  const { byCurrency, at } = context.read(census)
  const found = byCurrency[currency]
  const levels = daily.filter((level) => level !== null)
  const mean = levels.reduce((sum, level) => sum + level, 0) / levels.length
  const moved = sumOf(all, currency, 'sink:') + sumOf(all, currency, 'transfer')
  const notYet = 'The wallets have not been counted yet. It takes a few seconds after the start.'
  const firstAt = firstAtOf(context)
  return {
    currency,
    supply: `${supply}`,
    held: `${held}`,
    drift: `${drift}`,
    velocity: mean > 0 ? known(Math.round((moved / mean) * 1_000) / 1_000) : unknown('There is none of it yet.'),
    richestShare:
      at === null
        ? unknown(notYet)
        : orUnknown(found?.richestShare ?? null, 'At the last count no wallet had any of it.'),
    asleep: at === null ? unknown(notYet) : orUnknown(found?.asleep ?? null, asleepFrom(firstAt)),
    growth: known(sumOf(all, currency, 'faucet:') - sumOf(all, currency, 'sink:')),
  }
}

const orUnknown = (value: number | null, why: string): Figure => (value === null ? unknown(why) : known(value))

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const dayInWords = (at: number) => dayFormat.format(at)

const asleepFrom = (firstAt: number | null) =>
  firstAt === null
    ? 'Movements of wallets are not counted yet.'
    : `Movements of wallets have been counted since ${dayInWords(firstAt)}, so this figure is available from ${dayInWords(firstAt + asleepDays * dayMs)}.`

/** What accounts of the house whose name begins so have moved in one currency. */
const sumOf = ({ moved }: Readonly<Sums>, currency: Currency, beginning: string) =>
  Object.entries(moved ?? {}).reduce(
    (sum, [key, amount]) => (key.startsWith(beginning) && key.endsWith(`/${currency}`) ? sum + amount : sum),
    0,
  )

/** @param days of the period, as 2026-11-22 */
function waysOf({ moved, times, refundedTimes = {} }: Readonly<Sums>, days: readonly string[]) {
  const accounts = [...new Set(Object.keys(moved ?? {}).map((key) => key.slice(0, key.indexOf('/'))))]
  const ways = accounts.map((account) => {
    const [kind, cause = ''] = account.split(':') as ['faucet' | 'sink' | 'transfer', string?]
    const sums = (counts: Readonly<Record<string, number>> | undefined) =>
      currencies.map((currency) => counts?.[`${account}/${currency}`] ?? 0) as [number, number, number]
    const [voidPearls, razorTalons, sylvanShards] = sums(moved)
    // A refund was counted as a payment, too: that goes, and with it the payment, if it was made in these days.
    const undone = Object.entries(refundedTimes).reduce((sum, [key, count]) => {
      const [day = '', spentOn] = key.split('/')
      return `sink:${spentOn}` === account ? sum + (days.includes(day) ? 2 : 1) * count : sum
    }, 0)
    const count = Math.max(0, sums(times).reduce((sum, one) => sum + one, 0) - undone)
    return { kind, cause, amounts: { voidPearls, razorTalons, sylvanShards }, times: count }
  })
  const size = ({ amounts }: (typeof ways)[number]) =>
    Math.abs(amounts.voidPearls) + Math.abs(amounts.razorTalons) + Math.abs(amounts.sylvanShards)
  return ways.sort((one, other) => size(other) - size(one))
}

/** Less what staff refunded of it. What was sold before these days is not in it, nor its refund. */
function soldOf({ sold, soldTimes, ...back }: Readonly<Sums>, days: readonly string[]): Sold[] {
  const lessRefunds = (count: number, refunds: Sums['refunded'], key: string) =>
    Math.max(0, count - days.reduce((sum, day) => sum + (refunds?.[`${day}/${key}`] ?? 0), 0))
  const items = Object.entries(sold ?? {}).flatMap(([key, amount]) => {
    const [cause = '', currency = '', ...item] = key.split('/')
    const times = lessRefunds(soldTimes?.[key] ?? 0, back.refundedTimes, key)
    const left = lessRefunds(amount, back.refunded, key)
    return times === 0 ? [] : [{ cause, item: item.join('/'), currency: currency as Currency, amount: left, times }]
  })
  return items.sort((one, other) => other.amount - one.amount)
}

/** What the house paid, except what staff gave: an owner sets no amount of that. */
function paidOf({ moved, times }: Readonly<Sums>): Paid[] {
  const paid = Object.entries(moved ?? {}).flatMap(([key, amount]) => {
    const [account = '', currency = ''] = key.split('/')
    const cause = account.slice('faucet:'.length)
    if (!account.startsWith('faucet:') || gifts.includes(cause)) return []
    return [{ cause, currency: currency as Currency, amount, times: times?.[key] ?? 0 }]
  })
  return paid.sort((one, other) => other.amount - one.amount)
}
/** Ways in that no one earns by playing or by coming. */
const gifts: readonly string[] = ['staffGrant', 'demoGrant', 'campaign']

/** Users of the demo have prices of their own, and see these. */
function usualPricesOf({ read, now, principal }: Pick<QueryContext, 'read' | 'now' | 'principal'>) {
  const isDemo = principal.id !== null && read(account, principal.id).demo
  const sold = new Set([...dinosaurItems.map((item) => item.species), ...Object.keys(playable)])
  const prices = [...sold].flatMap((species) =>
    (['grown', 'young'] as const).flatMap((age) => {
      const growth = age === 'grown' ? 100 : 0
      const key = alikeKey({ kind: 'dinosaur', species, skin: null, growth }, isDemo)
      const usual = usualPriceOf(read(usualPrices, key), now)
      return usual.confidence === 'none' ? [] : [{ species, age, ...usual }]
    }),
  )
  return prices.sort((one, other) => other.price - one.price)
}

/** Hours of play after which a player has earned the cheapest apex of the shop, on average over all who played in this period. */
function apexOf(reads: Reads, all: Readonly<Sums>) {
  const { read, now } = reads
  const offers = isSwitchedOn(reads, 'realCurrency') ? offersOf(read(catalogue, catalogueKey), 'dinosaur', now) : []
  const [apex] = offers
    .filter(({ rarity, isOn }) => rarity === 'apex' && isOn)
    .sort((one, other) => one.price - other.price)
  const hours = (all.playerSeconds ?? 0) / 3_600
  const currency = catalogueCurrency
  const earned = paidOf(all).reduce(
    (sum, one) => (one.currency === currency && one.cause !== 'welcomeGrant' ? sum + one.amount : sum),
    0,
  )
  const why =
    hours < 1
      ? 'Less than an hour was played in this period.'
      : earned <= 0
        ? 'Nothing was earned in this period.'
        : null
  const perHour = why === null ? known(Math.round((earned / hours) * 10) / 10) : unknown(why)
  return {
    name: apex?.name ?? null,
    price: apex?.price ?? null,
    currency,
    perHour,
    hours:
      why !== null
        ? unknown(why)
        : apex
          ? known(Math.round((apex.price / (earned / hours)) * 10) / 10)
          : unknown('The shop sells no apex now.'),
  }
}
