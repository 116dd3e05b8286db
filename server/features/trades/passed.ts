import { dayOf } from '../../../shared/engine/utcDay.ts'
import { limitDays } from '../../../shared/features/trades/limits.ts'
import { Passed, passedDays } from '../../../shared/features/trades/trades.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'

const dayMs = 86_400_000

/** The worth that passes in one direction, with nothing for it. */
export interface OneWay {
  readonly giver: string
  readonly getter: string
  readonly currency: Currency | null
  readonly amount: number
  readonly dinosaurs: number
  /** 1 where it counts for the bounds of a day, 0 for a payment, for which something came back. */
  readonly times: 0 | 1
}

/** Whether anything passed between two users, in either direction and without its worth coming back, in the days that limits count. */
export function hasPassed({ read, now }: Pick<Context, 'read' | 'now'>, one: string, other: string): boolean {
  const isGiven = (giver: string, getter: string) => {
    const { gave } = read(passedDays, giver)
    return countedDays(gave, now).some((day) => Object.hasOwn(gave[day] ?? {}, getter))
  }
  return isGiven(one, other) || isGiven(other, one)
}

/** What a user passed to another in the days that count, and when the first of them counts no longer. */
export function passedTo(read: Reading, giver: string, getter: string, now: number) {
  const sums = Passed.parse({})
  let freeAt = Date.parse(dayOf(now)) + limitDays * dayMs
  const { gave } = read(passedDays, giver)
  for (const day of countedDays(gave, now)) {
    const others = gave[day] ?? {}
    const passed = Object.hasOwn(others, getter) ? others[getter] : undefined
    if (!passed) continue
    for (const currency of currencies) sums[currency] += passed[currency]
    sums.dinosaurs += passed.dinosaurs
    freeAt = Math.min(freeAt, Date.parse(day) + limitDays * dayMs)
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
  const today = dayOf(now)
  const kept = new Set(countedDays(read(passedDays, of)[direction], now))
  const days = edit(passedDays, of)[direction]
  for (const day of Object.keys(days)) if (!kept.has(day)) delete days[day]
  const others = days[today] ?? {}
  days[today] = others
  const passed = Object.hasOwn(others, other) ? (others[other] as Passed) : Passed.parse({})
  if (currency !== null) passed[currency] += amount
  passed.dinosaurs += dinosaurs
  passed.times += times
  days[today][other] = passed
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
  if (Object.values(passed).every((sum) => sum === 0)) delete others[other]
}
