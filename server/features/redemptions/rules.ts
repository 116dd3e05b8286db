import { mainServer } from '../../../shared/engine/ids.ts'
import { numberText } from '../../../shared/engine/numberText.ts'
import { isStillDay } from '../../../shared/engine/utcDay.ts'
import { account } from '../../../shared/features/account/account.ts'
import {
  catalogue,
  catalogueKey,
  type Offer,
  offerOf,
  offerOfKind,
  offersOf,
} from '../../../shared/features/catalogue/catalogue.ts'
import { type CatalogueItem, catalogueCurrency } from '../../../shared/features/catalogue/items.ts'
import { sendable } from '../../../shared/features/deliveries/delivery.ts'
import type { ActionDetail, Target } from '../../../shared/features/deliveries/kinds.ts'
import { inventory, type OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import { knownOf } from '../../../shared/features/inventory/knownDinosaur.ts'
import type * as commands from '../../../shared/features/redemptions/commands.ts'
import {
  isRunning,
  paidWeather,
  type RedeemGroup,
  RedeemRules,
  Redemption,
  redeemRules,
  redemptions,
} from '../../../shared/features/redemptions/redemption.ts'
import { type Slots, slotsProblem } from '../../../shared/features/redemptions/slots.ts'
import { type Plan, planOwned } from '../../../shared/features/redemptions/steps.ts'
import { skinText } from '../../../shared/features/skins/design.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Context, RefusalValues, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { recordAct } from '../deliveries/issue.ts'
import { targetById } from '../deliveries/orders.ts'
import { countCancelled, countRedeemed } from '../deliveries/redemptionCounts.ts'
import { findDelivery, updateDelivery } from '../deliveries/store.ts'
import { lockEntry } from '../inventory/entries.ts'
import { holdCurrency } from '../ledger/holds.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import { changeOwnerSetting, ownerSetting } from '../settings/changes.ts'
import { type ConditionContext, checkNeed, checkPause } from './conditions.ts'
import { issueStep, playerIssuer } from './follow.ts'
import { needOf, wantedOf } from './items.ts'

type OwnedContext = Parameters<Rule<typeof commands.redeemOwned>>[0]

export const redeemItem: Rule<typeof commands.redeemItem> = (context, input) => {
  const { actor, read, newId, now, refuse } = context
  const { server } = input
  if (!isSwitchedOn(context, 'realCurrency')) return refuse('closed')
  const player = accountOf(actor)
  const { steamId } = read(account, player)
  if (steamId === null) return refuse('notLinked')
  const offer = offerOf(read(catalogue, catalogueKey), input.item, now)
  if (!offer?.isOn) return refuse('notOffered')
  const wanted = wantedOf(context, offer, input)
  if (input.price !== null && input.price !== offer.price)
    return refuse('repriced', { seen: numberText(input.price), price: numberText(offer.price) })
  checkTurn(context, player, server, wanted.group)
  checkDayLimit(context, player, offer)
  const balance = read(wallet, player)[catalogueCurrency]
  if (balance < offer.price) return refuse('tooPoor', { cost: offer.price, balance })
  const { plan, need, check, detail = {} } = wanted
  checkByHandAccepted(context, plan, input.byHand)
  const animal = checkNeed(context, server, steamId, plan.isByHand ? { is: 'nothing' } : need)
  if (animal) check?.(animal)

  const price = { currency: catalogueCurrency, amount: offer.price }
  const redemption = newId()
  const held = { id: redemption, player, price, subject: redemption, item: offer.name }
  holdCurrency(context, { ...held, cause: 'redemption', by: player })
  countRedeemed(context, player, offer.id)
  if (plan.steps[0]?.kind === 'weather') context.edit(paidWeather, server).pending = redemption
  const begun = { id: redemption, group: wanted.group, item: offer.id, name: offer.name, price, dinosaur: null, plan }
  beginRedemption(context, server, begun, wanted.isForServer ? null : targetById(context, server, steamId), detail)
  return { id: redemption, isByHand: plan.isByHand }
}

export const redeemOwned: Rule<typeof commands.redeemOwned> = (context, { server, mutations, byHand, ...asked }) => {
  const { actor, read, newId, refuse } = context
  if (!isSwitchedOn(context, 'realInventory')) return refuse('closed')
  const player = accountOf(actor)
  const { steamId } = read(account, player)
  if (steamId === null) return refuse('notLinked')
  const entry = dinosaurNamed(context, player, asked.dinosaur)
  if (!entry) return refuse('gone')
  if (entry.state !== 'stored') return refuse('locked')
  const { id: dinosaur } = entry
  if (entry.steamId !== null && entry.steamId !== steamId) return refuse('otherPlayer')
  const extras = {
    ...mutationNames(context, mutations),
    skin: entry.skin && skinText({ skin: entry.skin, colours: entry.skinColours }),
  }
  checkTurn(context, player, server, 'dinosaurs')
  const plan = planOwned(entry, read(sendable, server).kinds, extras)
  checkByHandAccepted(context, plan, byHand)
  checkNeed(context, server, steamId, plan.isByHand ? { is: 'nothing' } : needOf(plan))

  const redemption = newId()
  const holder = { kind: 'redemption', id: redemption } as const
  const why = { operation: redemption, cause: 'redemption', subject: redemption, by: player } as const
  const { name } = knownOf(entry)
  lockEntry(context, player, dinosaur, holder, why)
  const begun = { id: redemption, group: 'dinosaurs' as const, item: null, name, price: null, dinosaur, plan }
  beginRedemption(context, server, begun, targetById(context, server, steamId), {})
  return { id: redemption, isByHand: plan.isByHand }
}

/** The one with this id; otherwise one of this name or species, and first one that is stored. */
function dinosaurNamed({ read }: OwnedContext, owner: string, asked: string): Readonly<OwnedDinosaur> | undefined {
  const { dinosaurs } = read(inventory, owner)
  if (Object.hasOwn(dinosaurs, asked)) return dinosaurs[asked]
  const isNamed = (entry: Readonly<OwnedDinosaur>) =>
    [entry.name, entry.species, knownOf(entry).speciesName].some((one) => one.toLowerCase() === asked.toLowerCase())
  const named = asked === '' ? [] : Object.values(dinosaurs).filter(isNamed)
  return named.find(({ state }) => state === 'stored') ?? named[0]
}

/** The names of chosen mutations as the game knows them. */
function mutationNames({ read, refuse, now }: OwnedContext, slots: Slots) {
  const isMainOffered = offersOf(read(catalogue, catalogueKey), 'mainMutation', now).some(({ isOn }) => isOn)
  const problem = slotsProblem(slots, isMainOffered)
  if (problem !== null)
    return refuse(problem === 'none' ? 'noMutation' : problem === 'full' ? 'slotsFull' : 'needsMain')
  const named = (ids: readonly string[], kind: 'mainMutation' | 'parentMutation') =>
    ids.map((id) => {
      const offer = offerOfKind(read(catalogue, catalogueKey), kind, id, now)
      return offer?.isOn ? offer.name : refuse('unknownMutation', { mutation: id })
    })
  return { main: named(slots.main, 'mainMutation'), parents: named(slots.parents, 'parentMutation') }
}

/** One of a group at a time, with the pause between two that the owner wants. */
export function checkTurn(context: ConditionContext, player: string, server: string, group: RedeemGroup) {
  const { read, refuse } = context
  const { entries, lastAt } = read(redemptions, player)
  const running = Object.values(entries).find((one) => one.group === group && isRunning(one))
  if (running) return refuse(running.state === 'unknown' ? 'unsettled' : 'running')
  if (group === 'dinosaurs')
    for (const { state, isUnsure } of Object.values(read(inventory, player).dinosaurs))
      if (state === 'parking' || state === 'redeeming') return refuse(isUnsure ? 'unsettled' : 'running')
  checkPause(context, read(redeemRules, server), lastAt[group])
}

/** Refuses what staff would have to do by hand, unless the user has agreed to that: so both sides know it before anything is held. */
export function checkByHandAccepted({ refuse }: ConditionContext, { isByHand }: Plan, isAccepted: boolean) {
  if (isByHand && !isAccepted) refuse('byHand')
}

type DayContext = Pick<Context, 'read' | 'now'> & { refuse(code: 'dayFull', values: RefusalValues): never }

/** Refuses an item of which the user has redeemed as many today as the owner allows. */
export function checkDayLimit(
  { read, refuse, now }: DayContext,
  player: string,
  { id: item, perDay }: Pick<Offer<CatalogueItem>, 'id' | 'perDay'>,
) {
  const { day, today } = read(redemptions, player)
  const count = isStillDay(day, now) && Object.hasOwn(today, item) ? (today[item] ?? 0) : 0
  if (perDay !== null && count >= perDay) refuse('dayFull', { perDay })
}

interface Begun extends Pick<Redemption, 'id' | 'group' | 'item' | 'name' | 'price' | 'dinosaur'> {
  readonly plan: Plan
  readonly ownedSkin?: string | null
}

/** Writes the receipt and issues the first delivery. What pays for it is held before, by the id of the redemption. */
export function beginRedemption(
  context: Pick<Context, 'actor' | 'edit' | 'now'>,
  server: string,
  { plan, ...begun }: Begun,
  target: Target | null,
  detail: ActionDetail,
) {
  const player = accountOf(context.actor)
  const { steps } = plan
  context.edit(redemptions, player).entries[begun.id] = Redemption.parse({
    ...begun,
    state: 'open',
    steps,
    at: context.now,
  })
  issueStep(context as Context, { server, player, redemption: begun.id, at: 0, target, detail, isUnlimited: false })
}

export const cancelRedemption: Rule<typeof commands.cancelRedemption> = (context, { server, id }) => {
  const { actor, read, refuse, now } = context
  const me = accountOf(actor)
  const { entries } = read(redemptions, me)
  const one = Object.hasOwn(entries, id) ? entries[id] : undefined
  if (!one) return refuse('gone')
  const [first] = one.steps
  const delivery = first?.delivery ? findDelivery(context, server, first.delivery) : undefined
  if (delivery?.state === 'manual') return refuse('byHand')
  if (delivery?.state !== 'queued' || delivery.attempts > 0) return refuse('begun')
  countCancelled(context, me)
  const { name } = playerIssuer(context, me)
  updateDelivery(context, server, delivery, { state: 'cancelled', settledAt: now, settledBy: me, settledByName: name })
  recordAct(context, 'cancel', delivery)
  return {}
}

export const dismissNotice: Rule<typeof commands.dismissNotice> = ({ actor, read, edit }, { id }) => {
  const me = accountOf(actor)
  const { entries } = read(redemptions, me)
  if (!Object.hasOwn(entries, id) || entries[id]?.isSeen) return {}
  const one = edit(redemptions, me).entries[id]
  if (one) one.isSeen = true
  return {}
}

/** What an owner demands of those who redeem. */
export const rulesSetting = ownerSetting<RedeemRules>({
  key: 'redemptions.rules',
  name: 'the rules of redeeming',
  schema: RedeemRules,
  inWords: ({ minHealth, squaresFromOthers, pauseMinutes, usualWeather }) =>
    `health from ${minHealth}%, ${squaresFromOthers} squares from others, ${pauseMinutes} min between two, usual weather ${usualWeather}`,
  read: ({ read }) => read(redeemRules, mainServer),
  write: ({ edit }, rules) => void Object.assign(edit(redeemRules, mainServer), rules),
})

export const setRules: Rule<typeof commands.setRules> = (context, { server: _, ...rules }) => {
  changeOwnerSetting(context, rulesSetting, rules)
  return {}
}
