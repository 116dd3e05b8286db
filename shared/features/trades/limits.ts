import { z } from 'zod'

export const mostHours = 1_000
export const mostPerHour = 1_000_000

/** Limits of what passes from one user to another without its worth coming back: gifts, and sales far from the usual price. */
export const TradeLimits = z.object({
  /** Hours that a user must have been seen in the game before they can give anything away; 0 for none. */
  fromHours: z.int().min(0).max(mostHours).default(2),
  /** How much of each currency a user can pass to one other user within the days of `limitDays`, for each hour seen; 0 for any amount. */
  perHour: z.int().min(0).max(mostPerHour).default(1_000),
  /** Hours seen for each dinosaur that a user can pass to one other user within those days; 0 for any number. */
  hoursPerDinosaur: z.int().min(0).max(mostHours).default(1),
})
export type TradeLimits = z.infer<typeof TradeLimits>

/** Limits count today and the UTC days before it, this many together. */
export const limitDays = 7
/** A price is far from the usual one above so many times of it, or below that part of it. */
export const farFactor = 3
/** A user gives to at most so many others on one UTC day, and gets from at most so many. */
export const mostPartners = 50
export const mostGivers = 200
/** What one user gives to one other on one UTC day, at most so often. */
export const mostTimes = 20
/** Accounts of the demo count as seen for so long: their players are new each time it starts. */
export const demoHours = 20

/** @param hours seen in the game; also less than one count as one */
const countedHours = (hours: number) => Math.max(1, Math.floor(hours))
/** Of each currency, to one user within the days; null for any amount. */
export const mostCurrencyToOne = ({ perHour }: TradeLimits, hours: number) =>
  perHour === 0 ? null : perHour * countedHours(hours)
/** Dinosaurs to one user within the days; null for any number. At least one. */
export const mostDinosaursToOne = ({ hoursPerDinosaur }: TradeLimits, hours: number) =>
  hoursPerDinosaur === 0 ? null : Math.max(1, Math.floor(countedHours(hours) / hoursPerDinosaur))

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' })
/** As `24 November, 00:00 UTC`. @param at epoch ms at which a UTC day begins */
export const dayText = (at: number) => `${dayFormat.format(at)}, 00:00 UTC`

const momentFormat = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
})
const minuteMs = 60_000
/** As `24 November, 13:05 UTC`: the first whole minute from then on. @param at epoch ms */
export const momentText = (at: number) =>
  `${momentFormat.format(Math.ceil(at / minuteMs) * minuteMs).replace(' at ', ', ')} UTC`

/** As `1 h 20 min`, and `2 h`. */
export function hoursText(hours: number): string {
  const all = Math.floor(hours * 60)
  if (all < 60) return `${all} min`
  const minutes = all % 60
  return `${Math.floor(all / 60)} h${minutes === 0 ? '' : ` ${minutes} min`}`
}

/** Why something does not pass from one user to another. Commands that call `checkTrade` include these refusals. */
export const tradeRefusals = {
  samePerson: "That account is yours too, so you can't trade with it.",
  hoursNeeded:
    "You can do this once you've been seen in the game for {needed} h. So far it's {seen}. Play with your linked Steam account.",
  currencyFull:
    "You can pass {most} {currency} to one player in 7 days, because you've been seen in the game for {hours} h. You have {left} left. More from {when}.",
  dinosaursFull:
    "You can pass {most} to one player in 7 days, because you've been seen in the game for {hours} h. More from {when}.",
  timesFull: "You've given to this player {times} times today. Try again from {when}.",
  partnersFull: 'You can give to {most} players a day. Try again from {when}.',
  receiverFull: 'This player got something from {most} players today. Try again from {when}.',
  buyerUnpriced:
    "Too few like it were sold this month to know a usual price. Until it is known, you can pay one seller at most {most} {currency} in 7 days, because you've been seen in the game for {hours} h. You have {left} left. Ask for a lower price, or buy it from {when}.",
  sellerUnpriced:
    'Too few like it were sold this month to know a usual price, so it counts as a gift, and the seller has reached the limit for gifts to you. Buy it from {when}.',
  buyerLimit:
    "This price is above the usual one, and the difference counts as a gift to the seller. You can pass {most} {currency} to one player in 7 days, because you've been seen in the game for {hours} h. You have {left} left. Ask for a lower price, or buy it from {when}.",
  sellerLimit:
    'This price is below the usual one, so the difference counts as a gift, and the seller has reached the limit for gifts to you. Buy it from {when}, or ask for the usual price.',
  sellerHours:
    "This price is so far below the usual one that it counts as a gift, and the seller hasn't been seen in the game for {needed} h yet.",
} as const
