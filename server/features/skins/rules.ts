import { numberText } from '../../../shared/engine/numberText.ts'
import { account } from '../../../shared/features/account/account.ts'
import { catalogue, catalogueKey, type Offer, offerOfKind } from '../../../shared/features/catalogue/catalogue.ts'
import { catalogueCurrency, type SkinItem } from '../../../shared/features/catalogue/items.ts'
import { type Delivery, deliveries, sendable } from '../../../shared/features/deliveries/delivery.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { isHeld, redemptions } from '../../../shared/features/redemptions/redemption.ts'
import { planEffect } from '../../../shared/features/redemptions/steps.ts'
import type * as commands from '../../../shared/features/skins/commands.ts'
import { defaultSkin, type SkinDesign, skinNamed, skinText } from '../../../shared/features/skins/design.ts'
import { ownedSkins, skinHolderOf } from '../../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { currencyNames } from '../../../shared/features/world/currencies.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { derive } from '../../engine/feature.ts'
import type { Context, RefusalValues, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { accountOf } from '../account/rules.ts'
import { targetById } from '../deliveries/orders.ts'
import { countRedeemed } from '../deliveries/redemptionCounts.ts'
import { changedDeliveries, erasedDeliveries } from '../deliveries/store.ts'
import { tradableFrom } from '../economy/rewards.ts'
import { holdCurrency } from '../ledger/holds.ts'
import { move, sink, walletOf } from '../ledger/operation.ts'
import { type PostContext, post } from '../ledger/post.ts'
import { checkNeed } from '../redemptions/conditions.ts'
import { beginRedemption, checkByHandAccepted, checkDayLimit, checkTurn } from '../redemptions/rules.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import {
  addSkin,
  consumeSkin,
  lockSkin,
  ownSkin,
  releaseSkin,
  type SkinContext,
  type SkinOperation,
} from './ownedSkins.ts'
import { paidWithKept } from './wornSkin.ts'

/** What pays for a skin is held until the game has it: the price, or a skin that the user keeps. The natural colours are free. */
export const applySkin: Rule<typeof commands.applySkin> = (context, { server, design, price, ownedSkin, byHand }) => {
  const { actor, read, newId, refuse } = context
  const me = accountOf(actor)
  const { steamId } = read(account, me)
  if (steamId === null) return refuse('notLinked')
  const offer = chosenSkin(context, design, { isKept: ownedSkin !== null })
  checkPayment(context, me, offer, { design, price, ownedSkin })
  checkTurn(context, me, server, 'skins')
  const plan = planEffect('skin', skinText(design), read(sendable, server).kinds)
  checkByHandAccepted(context, plan, byHand)
  const animal = checkNeed(context, server, steamId, plan.isByHand ? { is: 'nothing' } : { is: 'living' })
  if (animal && animal.species !== design.species)
    return refuse('otherSpecies', { species: speciesName(design.species), played: speciesName(animal.species) })

  const id = newId()
  const isPaid = ownedSkin === null && offer.price > 0
  const paid = isPaid ? { currency: catalogueCurrency, amount: offer.price } : null
  if (ownedSkin !== null) lockSkin(context, me, ownedSkin, { kind: 'redemption', id }, whyOf(me, 'redemption', id, id))
  if (paid) holdCurrency(context, { id, player: me, price: paid, cause: 'skin', subject: id, item: offer.name, by: me })
  if (isPaid) countRedeemed(context, me, offer.id)
  // What a skin that is kept has paid counts for no limit of the day, and gives none back.
  const item = isPaid ? offer.id : null
  const name = `${offer.name} for ${speciesName(design.species)}`
  const begun = { id, group: 'skins' as const, item, name, price: paid, dinosaur: null, ownedSkin, plan }
  beginRedemption(context, server, begun, targetById(context, server, steamId), {})
  return { id, isByHand: plan.isByHand }
}

/** It is paid, kept with the dinosaur and sent with it when it is redeemed. */
export const dressDinosaur: Rule<typeof commands.dressDinosaur> = (context, { dinosaur, design, price, ownedSkin }) => {
  const { actor, read, edit, newId, refuse } = context
  const me = accountOf(actor)
  const { dinosaurs } = read(inventory, me)
  const entry = Object.hasOwn(dinosaurs, dinosaur) ? dinosaurs[dinosaur] : undefined
  if (!entry) return refuse('gone')
  if (entry.state !== 'stored') return refuse('locked')
  if (entry.species !== design.species)
    return refuse('otherSpecies', { species: speciesName(design.species), played: speciesName(entry.species) })
  if (skinText({ skin: entry.skin ?? defaultSkin, colours: entry.skinColours }) === skinText(design)) refuse('worn')
  const offer = chosenSkin(context, design, { isKept: ownedSkin !== null })
  checkPayment(context, me, offer, { design, price, ownedSkin })
  const operation = newId()
  // A skin that cannot be sold yet cannot be sold on a dinosaur either.
  const boughtTo = offer.price > 0 ? tradableFrom(context) : null
  const kept = ownedSkin === null ? null : ownSkin(context, me, ownedSkin)
  const lockedTo = kept === null ? boughtTo : kept.tradableAt
  const tradableAt = lockedTo === null ? entry.tradableAt : Math.max(lockedTo, entry.tradableAt ?? 0)
  if (ownedSkin !== null) consumeSkin(context, me, ownedSkin, null, whyOf(me, 'apply', operation, dinosaur))
  else if (offer.price > 0) pay(context, me, offer, operation, dinosaur)
  const paidWith = offer.price > 0 ? operation : null
  const own = edit(inventory, me).dinosaurs[dinosaur]
  if (own) {
    own.skin = design.skin === defaultSkin ? null : design.skin
    own.skinColours = design.colours && { ...design.colours }
    own.skinPaidBy = kept === null ? paidWith : paidWithKept(kept.operation)
    own.tradableAt = tradableAt
  }
  return {}
}

export const buySkin: Rule<typeof commands.buySkin> = (context, { design, price }) => {
  const { actor, read, newId, refuse } = context
  const me = accountOf(actor)
  const offer = chosenSkin(context, design)
  if (offer.price === 0) return refuse('free')
  checkPrice(context, me, offer, price)
  const [id, operation] = [newId(), newId()]
  addSkin(
    context,
    me,
    { id, source: 'shop', ...design, tradableAt: tradableFrom(context) },
    whyOf(me, 'purchase', operation, null),
  )
  pay(context, me, offer, operation, id)
  return { id, operation, newBalance: read(wallet, me)[catalogueCurrency] }
}

type PayContext = SkinContext &
  Pick<Context, 'actor' | 'newId' | 'setting'> & {
    refuse(code: keyof typeof commands.offerRefusals, values?: RefusalValues): never
  }

/**
 * A skin of the catalogue that can be chosen now. Refuses `closed`, `notOffered` and `comingSoon`.
 * @param isKept the user has one: it was paid for, so it can be used after an owner has taken it off sale, as a dinosaur can
 */
function chosenSkin(context: PayContext, { skin }: SkinDesign, { isKept = false } = {}): Offer<SkinItem> {
  const { read, refuse, now } = context
  const offer = offerOfKind(read(catalogue, catalogueKey), 'skin', skin, now)
  if (!offer || !(offer.isOn || isKept)) return refuse('notOffered', { skin: skinNamed(skin)?.name ?? skin })
  if (offer.isLocked && !isKept) return refuse('comingSoon', { skin: offer.name })
  const isOpen = isSwitchedOn(context, 'realCurrency') && isSwitchedOn(context, 'realInventory')
  return offer.price === 0 || isOpen ? offer : refuse('closed')
}

interface Payment {
  readonly design: SkinDesign
  /** As the user saw it; null for the price of now. */
  readonly price: number | null
  readonly ownedSkin: string | null
}

/** Whether the user can pay: with the skin that they keep, if it is the same one, or with the price that they were shown. */
function checkPayment(
  context: PayContext & { refuse(code: 'otherSkin'): never },
  me: string,
  offer: Offer<SkinItem>,
  { design, price, ownedSkin }: Payment,
) {
  if (ownedSkin === null) return checkPrice(context, me, offer, price)
  const { species, skin, colours } = ownSkin(context, me, ownedSkin)
  if (species !== design.species || skinText({ skin, colours }) !== skinText(design)) context.refuse('otherSkin')
}

function checkPrice(context: PayContext, me: string, offer: Offer<SkinItem>, seen: number | null) {
  const { read, refuse } = context
  const { name, price } = offer
  if (seen !== null && seen !== price)
    return refuse('repriced', { skin: name, seen: numberText(seen), price: numberText(price) })
  checkDayLimit(context, me, offer)
  const balance = read(wallet, me)[catalogueCurrency]
  if (balance < price) refuse('tooPoor', { currency: currencyNames[catalogueCurrency], cost: price, balance })
}

/** Pays the price at once. @param subject the skin that is kept, or the dinosaur of the inventory */
function pay(context: PayContext & PostContext, me: string, offer: Offer<SkinItem>, id: string, subject: string) {
  const entries = move(walletOf(me), sink('skin'), catalogueCurrency, offer.price)
  post(context, { id, cause: 'skin', entries, by: me, subject, item: offer.name, countedAs: offer.id })
  countRedeemed(context, me, offer.id)
  context.edit(redemptions, me).purchases += 1
}

const whyOf = (by: string, cause: SkinOperation['cause'], operation: string, subject: string | null) => ({
  operation,
  cause,
  subject,
  by,
})

/** A skin that is held moves with its redemption, in the same change: this runs after the redemption has followed the delivery. */
export const followRedemptions = derive(deliveries, (context, server, before) => {
  for (const one of changedDeliveries(context, server, before))
    if (one.kind === 'skin' && one.redemption !== null && before.entries[one.id]?.state !== one.state)
      follow(context as Context & SkinContext, plain(one))
  for (const one of erasedDeliveries(context, server, before))
    if (one.kind === 'skin' && one.redemption !== null) follow(context as Context & SkinContext, one)
})

/** The same where a redemption ends and its delivery does not change. */
export const followEnds = derive(redemptions, (context, player) => {
  for (const { heldFor, state } of Object.values(context.read(ownedSkins, player).skins))
    if (state === 'applying') follow(context as Context & SkinContext, { by: player, redemption: heldFor })
})

function follow(context: Context & SkinContext, { by: player, redemption }: Pick<Delivery, 'by' | 'redemption'>) {
  const { entries } = context.read(redemptions, player)
  const own = Object.hasOwn(entries, redemption ?? '') ? entries[redemption ?? ''] : undefined
  const id = own?.ownedSkin ?? ''
  const { skins } = context.read(ownedSkins, player)
  const held = Object.hasOwn(skins, id) ? skins[id] : undefined
  // Its user was erased, or it has ended before.
  if (!own || !held || skinHolderOf(held) !== `redemption:${own.id}`) return
  const holder = { kind: 'redemption', id: own.id } as const
  const why = { operation: own.id, cause: 'redemption', subject: own.id, by: 'deliveries', byHub: true } as const
  if (isHeld(own)) {
    const skin = context.edit(ownedSkins, player).skins[id]
    if (skin && skin.isUnsure !== (own.state === 'unknown')) skin.isUnsure = own.state === 'unknown'
  } else if (own.state === 'released') releaseSkin(context, player, id, holder, why)
  else consumeSkin(context, player, id, holder, why)
}
