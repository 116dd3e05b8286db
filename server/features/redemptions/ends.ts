import { weatherMinutes } from '../../../shared/features/catalogue/redemptionItems.ts'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { outcomeText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { endWeather as endWeatherCommand } from '../../../shared/features/redemptions/commands.ts'
import {
  isFree,
  isRunning,
  mostPast,
  paidWeather,
  type Redemption,
  type RedemptionStep,
  redemptions,
} from '../../../shared/features/redemptions/redemption.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import type { Context } from '../../engine/rule.ts'
import { uncountRedeemed } from '../deliveries/redemptionCounts.ts'
import { consumeEntry, releaseEntry } from '../inventory/entries.ts'
import { releaseHeld, spendHeld } from '../ledger/holds.ts'
import { notify } from '../notifications/notify.ts'

export const happenedStates: readonly RedemptionStep['state'][] = ['confirmed', 'done']
/** Where commands are switched off a mock answers, and nothing was sent. */
export const hasHappened = ({ state, link }: Pick<RedemptionStep, 'state' | 'link'>) =>
  happenedStates.includes(state) && link !== 'mock'
export const mockWhy = 'Commands to the game are off, so nothing was sent.'

/** What is known of a delivery that ends. */
export type Ended = Pick<Delivery, 'kind' | 'state' | 'link' | 'detail' | 'redemption'>

export interface Ending {
  readonly context: Context
  readonly server: string
  readonly player: string
  readonly own: Redemption
  readonly one: Ended
}

/** For the player, who does not learn which of the staff settled it, and cannot settle what is unknown. */
export const whyNot = (one: Delivery) =>
  one.state === 'unknown'
    ? 'The game has not shown it. Staff check it and settle it.'
    : outcomeText({ ...one, settledByName: '' }).message

/** In the ledger and the history of dinosaurs, what was held is moved by the deliveries, whose outcome decides. */
const byDeliveries = { by: 'deliveries', byHub: true } as const
const entryWhy = (id: string) => ({ operation: id, cause: 'redemption', subject: id, ...byDeliveries }) as const

/** The dinosaur of the inventory, where this redemption still has it. */
function heldDinosaur({ read }: Context, player: string, { id, dinosaur }: Redemption) {
  const { dinosaurs } = read(inventory, player)
  const entry = dinosaur !== null && Object.hasOwn(dinosaurs, dinosaur) ? dinosaurs[dinosaur] : undefined
  return entry?.state === 'redeeming' && entry.heldFor === id ? entry.id : null
}

export function spend({ context, server, player, own, one }: Ending) {
  const [{ now, edit }, { id, group }] = [context, own]
  const dinosaur = heldDinosaur(context, player, own)
  if (own.price !== null) spendHeld(moneyContext(context), player, id, byDeliveries)
  if (dinosaur !== null) consumeEntry(moneyContext(context), player, dinosaur, { kind: 'redemption', id }, entryWhy(id))
  Object.assign(own, { state: 'finishing', endedAt: now })
  const all = edit(redemptions, player)
  all.lastAt[group] = now
  if (own.price !== null) all.purchases += 1
  if (one.kind === 'weather') settleWeather(context, server, one)
}

/** Nothing came into the game, or staff decided so: all that is held goes back. */
export function release({ context, server, player, own, one }: Ending, why: string) {
  const [{ now, edit }, { id, item }] = [context, own]
  const dinosaur = heldDinosaur(context, player, own)
  if (own.price !== null) releaseHeld(moneyContext(context), player, id, byDeliveries)
  if (dinosaur !== null) releaseEntry(moneyContext(context), player, dinosaur, { kind: 'redemption', id }, entryWhy(id))
  for (const step of own.steps) if (step.state === 'waiting') step.state = 'skipped'
  Object.assign(own, { state: 'released', endedAt: now, why, isSeen: false })
  notifyOfEnd(context, player, own)
  const all = edit(redemptions, player)
  // Staff dropped the rest, and a part stays in the game: it counts as redeemed.
  if (own.steps.some((step) => step.isPaid && hasHappened(step))) all.lastAt[own.group] = now
  uncountRedeemed(context, player, item, own.at)
  if (one.kind === 'weather') settleWeather(context, server, one)
  forgetOldest(context, player)
}

export function notifyOfEnd(context: Context, player: string, one: Redemption) {
  const { id, state, name, price, why } = one
  const told = { to: player, type: 'redemptionSettled', link: '/redeem', details: { redemption: id } } as const
  const reason = (why ?? "it didn't happen").replace(/\.$/, '').slice(0, mostReason)
  if (state === 'done' && why !== null) {
    const message = `${name} may have arrived, so nothing was given back: ${reason}.`
    notify(context, { ...told, title: 'Not given back', message })
    return
  }
  if (state === 'done') {
    notify(context, { ...told, title: 'In the game', message: `${name} arrived in the game.` })
    return
  }
  const back = price ? ` You got ${amountInWords(price.amount, price.currency)} back.` : ' It is yours again.'
  const message = `${name} wasn't ${isFree(one) ? 'applied' : 'redeemed'}: ${reason}.${isFree(one) ? '' : back}`
  notify(context, { ...told, title: isFree(one) ? 'Not applied' : 'Not redeemed', message })
}

/** Of a text about the outcome. The receipt has the whole of it. */
const mostReason = 250

/** Holds and entries are never too many or too few here: a refusal would be a fault of the program. */
const moneyContext = (context: Context) =>
  context as unknown as Parameters<typeof spendHeld>[0] & Parameters<typeof consumeEntry>[0]

export function markUnsure(context: Context, player: string, own: Redemption) {
  const dinosaur = heldDinosaur(context, player, own)
  if (dinosaur === null) return
  const entry = context.edit(inventory, player).dinosaurs[dinosaur]
  if (entry) entry.isUnsure = own.state === 'unknown'
}

/** What ends now is the last to go, even where the clock was set back: a skin that it holds follows it in the same change. */
export function forgetOldest({ read, edit, now }: Context, player: string) {
  const past = Object.values(read(redemptions, player).entries).filter((one) => !isRunning(one))
  const endOf = ({ endedAt, at }: Redemption) => endedAt ?? at
  const isOfNow = (one: Redemption) => Number(endOf(one) === now)
  const oldest = past.sort((one, other) => isOfNow(one) - isOfNow(other) || endOf(one) - endOf(other))
  for (const { id } of oldest.slice(0, Math.max(0, past.length - mostPast)))
    delete edit(redemptions, player).entries[id]
}

/** The redemption of which a delivery is a step, as a draft, and that step. Null where its user was erased. */
export function redemptionOf(
  { read, edit }: Pick<Context, 'read' | 'edit'>,
  { id, by, redemption }: Pick<Delivery, 'id' | 'by' | 'redemption'>,
): { readonly own: Redemption; readonly step: RedemptionStep; readonly at: number } | null {
  const { entries } = read(redemptions, by)
  const held = Object.hasOwn(entries, redemption ?? '') ? entries[redemption ?? ''] : undefined
  const at = held?.steps.findIndex(({ delivery }) => delivery === id) ?? -1
  if (!held || at < 0) return null
  const own = edit(redemptions, by).entries[held.id] as Redemption
  return { own, at, step: own.steps[at] as RedemptionStep }
}

/** With the outcome of its delivery a paid weather runs, until a timer ends it; or it did not come, and another can be paid for. */
export function settleWeather({ read, edit, now, schedule }: Context, server: string, one: Ended) {
  if (read(paidWeather, server).pending !== one.redemption || one.state === 'unknown' || isOpenState(one.state)) return
  const own = edit(paidWeather, server)
  own.pending = null
  if (!hasHappened(one)) return
  const until = now + weatherMinutes * 60_000
  own.running = { weather: one.detail.text ?? '', until }
  schedule.set(`paidWeather/${server}`, until, endWeatherCommand.name, { server, until })
}
