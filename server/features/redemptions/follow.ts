import { account } from '../../../shared/features/account/account.ts'
import { type Delivery, deliveries, isOpenState, sendable } from '../../../shared/features/deliveries/delivery.ts'
import { type ActionDetail, StoredAs, type Target } from '../../../shared/features/deliveries/kinds.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import type { endWeather as endWeatherCommand } from '../../../shared/features/redemptions/commands.ts'
import {
  handTimes,
  isHeld,
  mostHandTimes,
  paidWeather,
  type Redemption,
  RedemptionStep,
  redeemRules,
  redeemWays,
  redemptionKinds,
  redemptions,
} from '../../../shared/features/redemptions/redemption.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { derive } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { type Issuer, issueAsHub, type OrderContext } from '../deliveries/issue.ts'
import { changedDeliveries, erasedDeliveries } from '../deliveries/store.ts'
import {
  type Ending,
  forgetOldest,
  happenedStates,
  hasHappened,
  markUnsure,
  mockWhy,
  notifyOfEnd,
  redemptionOf,
  release,
  settleWeather,
  spend,
  whyNot,
} from './ends.ts'
import { followErased } from './erased.ts'

/** The account for which a step is issued, as staff see it. */
export const playerIssuer = ({ read }: Pick<Context, 'read'>, player: string): Issuer => ({
  account: player,
  name: read(account, player).name,
  role: null,
  elevated: false,
})

interface StepOrder {
  readonly server: string
  readonly player: string
  readonly redemption: string
  /** Index of the step. */
  readonly at: number
  readonly target: Target | null
  readonly detail?: ActionDetail
  readonly isUnlimited: boolean
  readonly byHandWhy?: string
}

/** Issues the delivery of a step and notes it in the receipt. */
export function issueStep(context: Context, { player, redemption, at, target, detail, ...rest }: StepOrder) {
  const own = context.edit(redemptions, player).entries[redemption]
  const step = own?.steps[at]
  if (!own || !step) return
  const { kind, text, parents } = plain(step)
  const known = kind === 'redeem' ? storedDetail(context, player, own.dinosaur ?? '') : detail
  const action = { kind, target, detail: { ...(text && { text }), ...(parents && { parents }), ...known } }
  const delivery = issueAsHub(
    context as unknown as OrderContext,
    { action, redemption, ...rest },
    playerIssuer(context, player),
  )
  const { now } = context
  const isByHand = rest.byHandWhy !== undefined
  Object.assign(step, {
    delivery,
    queuedAt: now,
    ...(isByHand ? { state: 'manual', manualAt: now } : { state: 'queued' }),
  })
}

/** Which one the mod keeps, and how the game must show it once it is back. */
function storedDetail({ read }: Context, player: string, dinosaur: string): ActionDetail {
  const { dinosaurs } = read(inventory, player)
  const entry = Object.hasOwn(dinosaurs, dinosaur) ? dinosaurs[dinosaur] : undefined
  const { data: stored } = StoredAs.safeParse(entry)
  return { dinosaur, ...(entry && { species: entry.species }), ...(stored && { stored }) }
}

/**
 * Moves redemptions by what became of their deliveries, in the same change: so a hold ends when its delivery does, and is kept while it is
 * not known whether it happened. Where an erasure removed the delivery, it ends too.
 */
export const followDeliveries = derive(deliveries, (context, server, before) => {
  for (const one of changedDeliveries(context, server, before)) {
    if (one.redemption === null) continue
    const was = before.entries[one.id]?.state
    if (was !== undefined && was !== one.state) follow(context, server, plain(one))
  }
  for (const one of erasedDeliveries(context, server, before))
    if (one.redemption !== null) followErased(context, server, one)
})

interface Move extends Ending {
  readonly one: Delivery
}

export function follow(context: Context, server: string, one: Delivery) {
  const found = redemptionOf(context, one)
  if (!found) return one.kind === 'weather' ? settleWeather(context, server, one) : undefined
  const { own, step, at } = found
  const { by: player } = one
  noteStep(context, step, one)
  const move = { context, server, player, own, one }
  // What is free with it may wait for staff: the rest goes on.
  if (!step.isPaid) return one.state === 'queued' || one.state === 'sending' ? undefined : goOn(move)
  if (!isHeld(own)) return
  if (hasHappened(one)) return goOn(move)
  if (!isOpenState(one.state)) {
    // Staff who drop the rest have seen what arrived.
    const isPart = one.state !== 'dropped' && own.steps.slice(0, at).some((step) => step.isPaid && hasHappened(step))
    return isPart ? leaveToStaff(move, at) : release(move, one.link === 'mock' ? mockWhy : whyNot(one))
  }
  own.state = one.state === 'unknown' ? 'unknown' : 'open'
  markUnsure(context, player, own)
}

function noteStep({ now }: Context, step: RedemptionStep, one: Delivery) {
  const { state, link, sentAt, settledAt } = one
  const manualAt = state === 'manual' ? now : step.manualAt
  const isOver = !isOpenState(state) || state === 'unknown'
  const why = isOver && !happenedStates.includes(state) ? whyNot(one) : null
  Object.assign(step, { state, link, sentAt, settledAt, manualAt, why })
}

/** The next step; or the end of what is paid, or of all. */
function goOn(move: Move) {
  const { context, server, player, own, one } = move
  const waiting = own.steps.findIndex(({ state }) => state === 'waiting')
  const isPaidLeft = waiting >= 0 && own.steps[waiting]?.isPaid
  if (isHeld(own) && !isPaidLeft) spend(move)
  else if (isHeld(own)) own.state = 'open'
  if (waiting >= 0) {
    issueStep(context, { server, player, redemption: own.id, at: waiting, target: one.target, isUnlimited: true })
    return
  }
  // Staff may do an earlier free step while a later one is still on its way.
  const isOnItsWay = own.steps.some(({ state }) => state === 'queued' || state === 'sending')
  if (own.state === 'finishing' && !isOnItsWay) {
    Object.assign(own, { state: 'done', isSeen: false })
    notifyOfEnd(context, player, own)
  }
  forgetOldest(context, player)
}

/**
 * A part of what is paid came into the game, and the next one did not: to give everything back would be a free dinosaur, and to charge
 * all of it a theft. All stays held, and staff do the rest by hand, send it again, or drop it, which gives everything back.
 */
function leaveToStaff({ context, server, player, own, one }: Move, at: number) {
  const step = own.steps[at] as RedemptionStep
  const why = one.link === 'mock' ? mockWhy : whyNot(one)
  Object.assign(step, { state: one.link === 'mock' ? 'failed' : one.state, why })
  const { kind, text, parents, isPaid } = plain(step)
  own.steps.splice(at + 1, 0, RedemptionStep.parse({ kind, text, parents, isPaid }))
  own.state = 'open'
  const asked = { server, player, redemption: own.id, at: at + 1, target: one.target, isUnlimited: true }
  issueStep(context, { ...asked, byHandWhy: partText(own.price, why) })
  markUnsure(context, player, own)
}

/** Both facts, for the staff who decide. What can arrive without the rest is the dinosaur, before it is grown or brought back. */
function partText(price: Redemption['price'], why: string) {
  const what = price ? amountInWords(price.amount, price.currency) : 'the dinosaur of the inventory'
  return `The dinosaur arrived, but the rest did not: ${why} Marking it as done spends ${what}; dropping it gives everything back, and the player keeps what arrived.`
}

/** Not by a hub that was down meanwhile and finds another weather. */
export const endWeather: Rule<typeof endWeatherCommand> = (context, { server, until }) => {
  const { read, edit } = context
  if (read(paidWeather, server).running?.until !== until) return {}
  edit(paidWeather, server).running = null
  const action = { kind: 'weather', target: null, detail: { text: read(redeemRules, server).usualWeather } } as const
  const issuer: Issuer = { account: null, name: 'redemptions', role: null, elevated: false }
  issueAsHub(context, { server, action, isUnlimited: true }, issuer)
  return {}
}

/** Players see what links can do; which links there are is for staff. */
export const followLinks = derive(sendable, ({ read, edit }, server) => {
  const { kinds } = read(sendable, server)
  edit(redeemWays, server).kinds = redemptionKinds.filter((kind) => kinds.includes(kind))
})

/** Notes how long staff took, so that players know it before they pay. */
export const followHandTimes = derive(deliveries, (context, server, before) => {
  const { edit, now } = context
  for (const { id, kind, state, queuedAt } of changedDeliveries(context, server, before)) {
    if (state !== 'done' || before.entries[id]?.state !== 'manual') continue
    const { ms } = edit(handTimes, server)
    ms[kind] = [...(ms[kind] ?? []), Math.max(0, now - queuedAt)].slice(-mostHandTimes)
  }
})
