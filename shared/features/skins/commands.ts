import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { givenName } from '../../engine/givenName.ts'
import { OneServer } from '../deliveries/commands.ts'
import { orderRefusalKinds } from '../deliveries/refusals.ts'
import { entryRefusals } from '../inventory/commands.ts'
import { Price } from '../ledger/accounts.ts'
import { moneyRefusals } from '../ledger/commands.ts'
import { redeemRefusals } from '../redemptions/commands.ts'
import { SkinDesign } from './design.ts'
import { mostOwnedSkins } from './ownedSkins.ts'
import { longestPresetName, mostPresets, presetNameNeeded } from './presets.ts'

/** Why a skin that is kept cannot be added, moved or used. Commands that do so include these refusals. */
export const skinRefusals = {
  noSuchSkin: "You don't have that skin.",
  skinHeld: 'That skin is on its way or for sale. Wait for its outcome first.',
  skinNotTradable: "You got this skin only recently, so you can't sell it yet. You can from {when}.",
  skinsFull: `You can keep at most ${mostOwnedSkins} skins. Use or sell some first.`,
} as const

export const notEnoughText = 'Insufficient {currency}! You need {cost} but only have {balance}.'

/** Why a skin of the catalogue is not sold to a user now. */
export const offerRefusals = {
  ...moneyRefusals,
  notOffered: '{skin} is not on offer right now.',
  comingSoon: '{skin} is coming soon. Choose another skin for now.',
  repriced:
    'The price of {skin} has changed: you saw {seen}, and it is {price} now. Nothing was taken. Check it and try again.',
  tooPoor: notEnoughText,
  dayFull: "You've reached today's limit of {perDay}. It resets at 00:00 UTC.",
  closed: 'Skins are closed: currency or the inventory is switched off on this hub.',
} as const

const paying = {
  design: SkinDesign,
  /** As the user saw it, in Void Pearls. Not looked at where a skin that is kept pays for it. */
  price: z.int().nonnegative(),
}

/** A skin that the user keeps pays for it, and is used up; null to pay the price. */
const OwnedSkinId = z.string().max(64).nullable().default(null)

/** Puts a skin on the dinosaur that the user plays: what pays for it is held until the game has it. */
export const applySkin = defineCommand({
  name: 'skins.apply',
  permission: 'play',
  input: z.strictObject({
    server: OneServer,
    design: paying.design,
    /** The same; null for a program that takes the price of now. */
    price: paying.price.nullable(),
    ownedSkin: OwnedSkinId,
    /** The user knows that staff do it by hand where no link can. */
    byHand: z.boolean().default(false),
  }),
  /** Of the redemption. */
  output: z.object({ id: z.string(), isByHand: z.boolean() }),
  refusals: {
    ...redeemRefusals,
    ...offerRefusals,
    ...skinRefusals,
    otherSpecies: "This skin fits {species}, and you're playing {played}.",
    otherSkin: "This isn't the skin you own. Choose the skin again.",
  },
  refusalKinds: { ...orderRefusalKinds, noSuchSkin: 'missing' },
})

/** Puts a skin on a dinosaur of the inventory: it is paid at once, and comes into the game with the dinosaur. */
export const dressDinosaur = defineCommand({
  name: 'skins.dress',
  permission: 'play',
  input: z.strictObject({ dinosaur: z.string().max(64), ...paying, ownedSkin: OwnedSkinId }),
  output: z.object({}),
  refusals: {
    gone: entryRefusals.gone,
    locked: entryRefusals.locked,
    ...offerRefusals,
    ...skinRefusals,
    otherSpecies: 'This skin fits {species}, and your dinosaur is another species: {played}.',
    otherSkin: "This isn't the skin you own. Choose the skin again.",
    worn: 'Your dinosaur has this skin already.',
  },
})

/** Buys a skin to keep: it can be put on a dinosaur later, or sold. */
export const buySkin = defineCommand({
  name: 'skins.buy',
  permission: 'play',
  input: z.strictObject(paying),
  /** `id`: of the skin. `operation`: of the ledger. */
  output: z.object({ id: z.string(), operation: z.string(), newBalance: z.int() }),
  refusals: {
    ...offerRefusals,
    ...skinRefusals,
    free: 'The natural colours are free, so there is nothing to keep.',
  },
})

/**
 * What its buyer gets for a skin that they had put on a dinosaur which is taken back: `price`, or the skin itself where that is null. Null for
 * nothing.
 */
export const BackForSkin = z.object({ name: z.string(), price: Price.nullable() }).nullable()

/** Saves a design under a name. One with the same name is replaced. */
export const savePreset = defineCommand({
  name: 'skins.savePreset',
  permission: 'play',
  input: z.strictObject({
    name: givenName({ what: "A preset's name", needed: presetNameNeeded, longest: longestPresetName }),
    design: SkinDesign,
  }),
  output: z.object({ id: z.string() }),
  refusals: { presetsFull: `You have ${mostPresets} presets already. Delete one first.` },
})

export const deletePreset = defineCommand({
  name: 'skins.deletePreset',
  permission: 'play',
  input: z.strictObject({ id: z.string().max(64) }),
  output: z.object({}),
  refusals: { presetGone: 'That preset is not there any more.' },
})
