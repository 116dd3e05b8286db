import { dayOf } from '../../../shared/engine/utcDay.ts'
import { limitDays } from '../../../shared/features/trades/limits.ts'
import { Passed, passedDays } from '../../../shared/features/trades/trades.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { accountsWithItsPlayers, ofPersons } from '../account/persons.ts'

const dayMs = 86_400_000

/** By day and account. */
type Days = Record<string, Record<string, Passed>>

/** The worth that passes in one direction, with nothing for it: of a sale the difference from its usual price, which may be 0. */
export interface OneWay {
  readonly giver: string
  readonly getter: string
  readonly currency: Currency | null
  readonly amount: number
  readonly dinosaurs: number
  /** 1 where it counts for the bounds of a day; 0 for a payment, and at about the usual price: something came back. */
  readonly times: 0 | 1
}

/** Whether one of two users gave something to the other, sold it to them or bought it from them in the days that limits count. */
export function hasTraded({ read, now }: Pick<Context, 'read' | 'now'>, one: string, other: string): boolean {
  const isAmongThoseOf = (who: string, partner: string) => {
    const { gave, got } = read(passedDays, who)
    const partners = [gave, got].flatMap((days) =>
      countedDays(days, now).flatMap((day) => Object.keys(days[day] ?? {})),
    )
    return [...new Set(partners)].some(ofPersons(read, [partner]))
  }
  return isAmongThoseOf(one, other) || isAmongThoseOf(other, one)
}

/**
 * What a user passed to another in the days that count, with all accounts of their person, and when the first of what is asked for counts no
 * longer: hours in the game go with the Steam account, from one account to the next.
 */
export function passedTo(read: Reading, giver: string, getter: string, now: number, asked: Currency | 'dinosaurs') {
  const sums = Passed.parse({})
  let freeAt = Date.parse(dayOf(now)) + limitDays * dayMs
  const { got } = read(passedDays, getter)
  const days = countedDays(got, now)
  const givers = new Set(days.flatMap((day) => Object.keys(got[day] ?? {})))
  const theirs = [...givers].filter(ofPersons(read, [giver]))
  for (const day of days)
    for (const one of theirs) {
      const passed = Object.hasOwn(got[day] ?? {}, one) ? got[day]?.[one] : undefined
      if (!passed) continue
      for (const currency of currencies) sums[currency] += passed[currency]
      sums.dinosaurs += passed.dinosaurs
      if (passed[asked] > 0) freeAt = Math.min(freeAt, Date.parse(day) + limitDays * dayMs)
    }
  return { sums, freeAt }
}

const countedDays = (days: Readonly<Record<string, unknown>>, now: number) =>
  Object.keys(days).filter((day) => Date.parse(day) > now - limitDays * dayMs)

type PassedContext = Pick<Context, 'read' | 'edit'>

/** Adds it to today for both sides. */
export function addPassed(context: PassedContext & Pick<Context, 'now'>, oneWay: OneWay) {
  add(context, 'gave', oneWay.giver, oneWay.getter, oneWay)
  add(context, 'got', oneWay.getter, oneWay.giver, oneWay)
}

/** Takes off for both sides what was added then; days that count no longer are gone. */
export function takeOffPassed(context: PassedContext, oneWay: OneWay, at: number) {
  subtract(context, 'gave', oneWay.giver, oneWay.getter, { ...oneWay, at })
  subtract(context, 'got', oneWay.getter, oneWay.giver, { ...oneWay, at })
}

function add(
  { read, edit, now }: PassedContext & Pick<Context, 'now'>,
  direction: 'gave' | 'got',
  of: string,
  other: string,
  { currency, amount, dinosaurs, times }: OneWay,
) {
  const kept = new Set(countedDays(read(passedDays, of)[direction], now))
  const days = edit(passedDays, of)[direction]
  for (const day of Object.keys(days)) if (!kept.has(day)) delete days[day]
  const more = Passed.parse({ dinosaurs, times, trades: 1 })
  if (currency !== null) more[currency] = amount
  addTo(days, dayOf(now), other, more)
}

function addTo(days: Days, day: string, other: string, more: Passed) {
  const others = days[day] ?? {}
  days[day] = others
  const passed = Object.hasOwn(others, other) ? (others[other] as Passed) : Passed.parse({})
  for (const sum of Passed.keyof().options) passed[sum] += more[sum]
  days[day][other] = passed
}

function subtract(
  { read, edit }: PassedContext,
  direction: 'gave' | 'got',
  of: string,
  other: string,
  { currency, amount, dinosaurs, times, at }: OneWay & { readonly at: number },
) {
  const day = dayOf(at)
  if (!Object.hasOwn(read(passedDays, of)[direction][day] ?? {}, other)) return
  const others = edit(passedDays, of)[direction][day] ?? {}
  const passed = others[other] as Passed
  if (currency !== null) passed[currency] = Math.max(0, passed[currency] - amount)
  passed.dinosaurs = Math.max(0, passed.dinosaurs - dinosaurs)
  passed.times = Math.max(0, passed.times - times)
  passed.trades = Math.max(0, passed.trades - 1)
  if (Object.values(passed).every((sum) => sum === 0)) delete others[other]
}

/**
 * Removes a user from the days of those with whom they traded. What they passed with the hours of a Steam account that has another account
 * now counts as passed by that: otherwise each new account could pass as much with the same hours.
 */
export function removePassed(context: PassedContext, erased: string) {
  const { read, edit } = context
  const { gave, got } = read(passedDays, erased)
  for (const heir of accountsWithItsPlayers(read, erased)) inherit(context, gave, heir)
  for (const [days, direction] of [
    [gave, 'got'],
    [got, 'gave'],
  ] as const)
    for (const [day, others] of Object.entries(days))
      for (const other of Object.keys(others)) {
        const theirs = read(passedDays, other)[direction][day]
        if (theirs && Object.hasOwn(theirs, erased)) delete edit(passedDays, other)[direction][day]?.[erased]
      }
  Object.assign(edit(passedDays, erased), { gave: {}, got: {} })
}

/** It counts for no bound of a day. */
function inherit({ edit }: PassedContext, gave: Readonly<Days>, heir: string) {
  for (const [day, others] of Object.entries(gave))
    for (const [getter, passed] of Object.entries(others)) {
      if (getter === heir) continue
      addTo(edit(passedDays, heir).gave, day, getter, { ...passed, times: 0 })
      addTo(edit(passedDays, getter).got, day, heir, { ...passed, times: 0 })
    }
}
