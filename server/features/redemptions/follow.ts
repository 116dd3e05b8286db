import { dayOf } from '../../../shared/engine/utcDay.ts'
import { account } from '../../../shared/features/account/account.ts'
import { weatherMinutes } from '../../../shared/features/catalogue/redemptionItems.ts'
import { type Delivery, deliveries, isOpenState, sendable } from '../../../shared/features/deliveries/delivery.ts'
import { type ActionDetail, StoredAs, type Target } from '../../../shared/features/deliveries/kinds.ts'
import { outcomeText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { endWeather as endWeatherCommand } from '../../../shared/features/redemptions/commands.ts'
import {
  handTimes,
  isHeld,
  isRunning,
  mostHandTimes,
  mostPast,
  paidWeather,
  type Redemption,
  RedemptionStep,
  redeemRules,
  redeemWays,
  redemptionKinds,
  redemptions,
} from '../../../shared/features/redemptions/redemption.ts'
import { currencyNames } from '../../../shared/features/world/currencies.ts'
import { derive } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { type Issuer, issueAsHub, type OrderContext } from '../deliveries/issue.ts'
import { changedDeliveries } from '../deliveries/store.ts'
import { consumeEntry, releaseEntry } from '../inventory/entries.ts'
import { releaseHeld, spendHeld } from '../ledger/holds.ts'
import { notify } from '../notifications/notify.ts'

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
 * not known whether it happened.
 */
export const followDeliveries = derive(deliveries, (context, server, before) => {
  for (const one of changedDeliveries(context, server, before)) {
    if (one.redemption === null) continue
    const was = before.entries[one.id]?.state
    if (was !== undefined && was !== one.state) follow(context, server, plain(one))
  }
})

const happenedStates: readonly RedemptionStep['state'][] = ['confirmed', 'done']
/** Where commands are switched off a mock answers, and nothing was sent. */
const hasHappened = ({ state, link }: Pick<RedemptionStep, 'state' | 'link'>) =>
  happenedStates.includes(state) && link !== 'mock'
const mockWhy = 'Commands to the game are off, so nothing was sent.'

function follow(context: Context, server: string, one: Delivery) {
  const { by: player, redemption: id } = one
  const { entries } = context.read(redemptions, player)
  const held = Object.hasOwn(entries, id ?? '') ? entries[id ?? ''] : undefined
  const at = held?.steps.findIndex(({ delivery }) => delivery === one.id) ?? -1
  // Its user was erased.
  if (!held || at < 0) return one.kind === 'weather' ? endWeatherOf(context, server, one) : undefined
  const own = context.edit(redemptions, player).entries[held.id] as Redemption
  const step = own.steps[at] as RedemptionStep
  noteStep(context, step, one)
  const move = { context, server, player, own, one }
  // What is free with it may wait for staff: the rest goes on.
  if (!step.isPaid) return one.state === 'queued' || one.state === 'sending' ? undefined : goOn(move)
  if (!isHeld(own)) return
  if (hasHappened(one)) return goOn(move)
  if (!isOpenState(one.state)) {
    // Staff who drop the rest have seen what arrived.
    const isPart = one.state !== 'dropped' && own.steps.slice(0, at).some((step) => step.isPaid && hasHappened(step))
    return isPart ? leaveToStaff(move, at) : release(move)
  }
  own.state = one.state === 'unknown' ? 'unknown' : 'open'
  markUnsure(context, player, own)
}

interface Move {
  readonly context: Context
  readonly server: string
  readonly player: string
  readonly own: Redemption
  readonly one: Delivery
}

function noteStep({ now }: Context, step: RedemptionStep, one: Delivery) {
  const { state, link, sentAt, settledAt } = one
  const manualAt = state === 'manual' ? now : step.manualAt
  const isOver = !isOpenState(state) || state === 'unknown'
  const why = isOver && !happenedStates.includes(state) ? whyNot(one) : null
  Object.assign(step, { state, link, sentAt, settledAt, manualAt, why })
}

/** For the player, who does not learn which of the staff settled it, and cannot settle what is unknown. */
const whyNot = (one: Delivery) =>
  one.state === 'unknown'
    ? 'The game has not shown it. Staff check it and settle it.'
    : outcomeText({ ...one, settledByName: '' }).message

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
  if (own.state === 'finishing') {
    Object.assign(own, { state: 'done', isSeen: false })
    notifyOfEnd(context, player, own)
  }
  forgetOldest(context, player)
}

const said = { by: 'deliveries', byHub: true } as const
const entryWhy = (id: string) => ({ operation: id, cause: 'redemption', subject: id, ...said }) as const

/** The dinosaur of the inventory, where this redemption still has it. */
function heldDinosaur({ read }: Context, player: string, { id, dinosaur }: Redemption) {
  const { dinosaurs } = read(inventory, player)
  const entry = dinosaur !== null && Object.hasOwn(dinosaurs, dinosaur) ? dinosaurs[dinosaur] : undefined
  return entry?.state === 'redeeming' && entry.heldFor === id ? entry.id : null
}

function spend({ context, server, player, own, one }: Move) {
  const [{ now, edit }, { id, group }] = [context, own]
  const dinosaur = heldDinosaur(context, player, own)
  if (own.price !== null) spendHeld(moneyContext(context), player, id, said)
  if (dinosaur !== null) consumeEntry(moneyContext(context), player, dinosaur, { kind: 'redemption', id }, entryWhy(id))
  Object.assign(own, { state: 'finishing', endedAt: now })
  const all = edit(redemptions, player)
  all.lastAt[group] = now
  if (own.price !== null) all.purchases += 1
  if (one.kind === 'weather') endWeatherOf(context, server, one)
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
  issueStep(context, { ...asked, byHandWhy: partText(plain(own), at, why) })
  markUnsure(context, player, own)
}

/** Both facts, for the staff who decide. */
function partText({ steps, price }: Redemption, at: number, why: string) {
  const arrived = steps.slice(0, at).filter((step) => step.isPaid && hasHappened(step))
  const kinds = [...new Set(arrived.map(({ kind }) => kind))].join(' and ')
  const what = price ? `${price.amount} ${currencyNames[price.currency]}` : 'the dinosaur of the inventory'
  return `The ${kinds} arrived, this did not: ${why} Marking it as done spends ${what}; dropping it gives everything back, and the player keeps what arrived.`
}

/** Nothing came into the game, or staff decided so: all that is held goes back. */
function release({ context, server, player, own, one }: Move) {
  const [{ now, edit }, { id, item }] = [context, own]
  const dinosaur = heldDinosaur(context, player, own)
  if (own.price !== null) releaseHeld(moneyContext(context), player, id, said)
  if (dinosaur !== null) releaseEntry(moneyContext(context), player, dinosaur, { kind: 'redemption', id }, entryWhy(id))
  for (const step of own.steps) if (step.state === 'waiting') step.state = 'skipped'
  const why = one.link === 'mock' ? mockWhy : whyNot(one)
  Object.assign(own, { state: 'released', endedAt: now, why, isSeen: false })
  notifyOfEnd(context, player, own)
  const all = edit(redemptions, player)
  // Staff dropped the rest, and a part stays in the game: it counts as redeemed.
  if (own.steps.some((step) => step.isPaid && hasHappened(step))) all.lastAt[own.group] = now
  if (item !== null && all.day === dayOf(own.at) && all.today[item]) all.today[item] -= 1
  if (one.kind === 'weather') endWeatherOf(context, server, one)
  forgetOldest(context, player)
}

function notifyOfEnd(context: Context, player: string, one: Redemption) {
  const { id, state, name, price, why, dinosaur, ownedSkin } = one
  const told = { to: player, type: 'redemptionSettled', link: '/redeem', details: { redemption: id } } as const
  if (state === 'done') {
    notify(context, { ...told, title: 'In the game', message: `${name} arrived in the game.` })
    return
  }
  const reason = (why ?? "it didn't happen").replace(/\.$/, '').slice(0, mostReason)
  const isFree = price === null && dinosaur === null && ownedSkin === null
  const back = price ? ` You got ${price.amount.toLocaleString('en-GB')} Void Pearls back.` : ' It is yours again.'
  const message = `${name} wasn't ${isFree ? 'applied' : 'redeemed'}: ${reason}.${isFree ? '' : back}`
  notify(context, { ...told, title: isFree ? 'Not applied' : 'Not redeemed', message })
}

/** Of a text about the outcome. The receipt has the whole of it. */
const mostReason = 250

/** Holds and entries are never too many or too few here: a refusal would be a fault of the program. */
const moneyContext = (context: Context) =>
  context as unknown as Parameters<typeof spendHeld>[0] & Parameters<typeof consumeEntry>[0]

function markUnsure(context: Context, player: string, own: Redemption) {
  const dinosaur = heldDinosaur(context, player, own)
  if (dinosaur === null) return
  const entry = context.edit(inventory, player).dinosaurs[dinosaur]
  if (entry) entry.isUnsure = own.state === 'unknown'
}

function forgetOldest({ read, edit }: Context, player: string) {
  const past = Object.values(read(redemptions, player).entries).filter((one) => !isRunning(one))
  const oldest = past.sort((one, other) => (one.endedAt ?? one.at) - (other.endedAt ?? other.at))
  for (const { id } of oldest.slice(0, Math.max(0, past.length - mostPast)))
    delete edit(redemptions, player).entries[id]
}

/** The paid weather begins, and its end is set; or it did not come. */
function endWeatherOf({ read, edit, now, schedule }: Context, server: string, one: Delivery) {
  if (read(paidWeather, server).pending !== one.redemption || one.state === 'unknown' || isOpenState(one.state)) return
  const own = edit(paidWeather, server)
  own.pending = null
  if (!hasHappened(one)) return
  const until = now + weatherMinutes * 60_000
  own.running = { weather: one.detail.text ?? '', until }
  schedule.set(`paidWeather/${server}`, until, endWeatherCommand.name, { server, until })
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
export const followHands = derive(deliveries, (context, server, before) => {
  const { edit, now } = context
  for (const { id, kind, state, queuedAt } of changedDeliveries(context, server, before)) {
    if (state !== 'done' || before.entries[id]?.state !== 'manual') continue
    const { ms } = edit(handTimes, server)
    ms[kind] = [...(ms[kind] ?? []), Math.max(0, now - queuedAt)].slice(-mostHandTimes)
  }
})
