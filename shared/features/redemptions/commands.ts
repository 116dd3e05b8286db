import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { OneServer } from '../deliveries/commands.ts'
import { longestActionText } from '../deliveries/kinds.ts'
import { orderRefusalKinds, orderRefusals } from '../deliveries/refusals.ts'
import { entryRefusals } from '../inventory/commands.ts'
import { juvenileGrowth } from '../inventory/inventory.ts'
import { moneyRefusals } from '../ledger/commands.ts'
import { featureOffText } from '../server/hubFeatures.ts'
import { cancelRefusals, RedeemRules } from './redemption.ts'
import { Slots, slotProblems } from './slots.ts'

/** Why nothing can be redeemed now. Each says what has to be otherwise, and when it will be. */
export const redeemRefusals = {
  ...orderRefusals,
  byHand:
    'No link to the game can do this now. Staff would complete it by hand: confirm that you want to wait for them.',
  running: 'Another one of yours is on its way. You can redeem the next one once it is over.',
  unsettled: "We're checking whether your last one arrived. Staff will settle it; then you can redeem the next one.",
  tooSoon: 'You can redeem the next one in {minutes} min.',
  noReading: "The game isn't being read right now, so we can't see your dinosaur. Try again in a minute.",
  notInGame: "You're not in the game as a living dinosaur. Spawn first, then redeem.",
  dead: 'Your dinosaur is dead. Spawn again, then redeem.',
  notYoung: `Spawn as a young {species} first, under ${juvenileGrowth}% grown. You're playing {played}, {growth}% grown.`,
  playsGrown: `You're playing {played}, {growth}% grown. You would lose it. Park it first, or spawn a new one.`,
  tooWeak: 'Your dinosaur needs {needed}% health for this. It has {health}%.',
  tooNear: 'Another player is too close. Move away from others, then redeem.',
} as const

const done = z.object({ id: z.string(), isByHand: z.boolean() })

/** Redeems something of the catalogue for currency: one life as a dinosaur, a perk, a variant or a weather. */
export const redeemItem = defineCommand({
  name: 'redemptions.redeemItem',
  permission: 'play',
  input: z.object({
    server: OneServer,
    /** Id of the catalogue. */
    item: z.string().max(80),
    /** As the user saw it, in Void Pearls. Null for a program that takes the price of now. */
    price: z.int().nonnegative().nullable(),
    /** The user knows that staff do it by hand where no link can. */
    byHand: z.boolean().default(false),
    /** Variants that are free with a dinosaur. */
    variants: z.array(z.string().max(80)).max(10).default([]),
    /** Of a custom message. */
    message: z.string().max(longestActionText).default(''),
    /** Of weather control: the id of a weather. */
    weather: z.string().max(80).default(''),
    /** Of a custom teleport: the account of a member of the user's pack who shares their location. */
    destination: z.string().max(64).default(''),
  }),
  output: done,
  refusals: {
    ...redeemRefusals,
    ...moneyRefusals,
    closed: featureOffText('realCurrency'),
    notOffered: "This isn't on offer any more.",
    repriced:
      'The price has changed: you saw {seen}, and it is {price} now. Nothing was taken. Check it and redeem again.',
    tooPoor: 'Insufficient currency. Need {cost}, have {balance}',
    dayFull: "You've reached today's limit of {perDay}. It resets at 00:00 UTC.",
    noVariant: 'This dinosaur has no {variant}.',
    noMessage: '❌ Please enter a custom message',
    messageTooLong: 'A custom message can have at most {most} characters.',
    noWeather: 'Choose the weather first.',
    weatherRuns: '{weather} lasts for another {minutes} min. You can change the weather after that.',
    weatherWaits: 'Another change of the weather is on its way. Try again once it is over.',
    noTraveller: 'Choose a member of your pack who is in the game and shares their location.',
    healthy: 'Your dinosaur is at full health already.',
    grown: 'Your dinosaur is {growth}% grown already.',
  },
  refusalKinds: { ...orderRefusalKinds, noVariant: 'input', messageTooLong: 'input', noWeather: 'input' },
})

/** Redeems a dinosaur of the inventory with mutations of the user's choice. */
export const redeemOwned = defineCommand({
  name: 'redemptions.redeemOwned',
  permission: 'play',
  input: z.object({
    server: OneServer,
    /** Its id; or the name or species of one that is stored. */
    dinosaur: z.string().max(200),
    mutations: Slots,
    byHand: z.boolean().default(false),
  }),
  output: done,
  refusals: {
    ...redeemRefusals,
    ...entryRefusals,
    closed: featureOffText('realInventory'),
    noMutation: slotProblems.none,
    slotsFull: slotProblems.full,
    needsMain: slotProblems.needsMain,
    unknownMutation: 'There is no mutation {mutation}.',
    otherPlayer: 'You parked it with another Steam account. Link that one to redeem it.',
  },
  refusalKinds: {
    ...orderRefusalKinds,
    gone: 'missing',
    noMutation: 'input',
    slotsFull: 'input',
    needsMain: 'input',
    unknownMutation: 'input',
  },
})

/** Cancels what the game has not received yet: all that is held goes back. */
export const cancelRedemption = defineCommand({
  name: 'redemptions.cancel',
  permission: 'play',
  input: z.object({ server: OneServer, id: z.string().max(64) }),
  output: z.object({}),
  refusals: {
    gone: "You haven't redeemed that.",
    begun: "It's already on its way to the game, so it can't be cancelled.",
    byHand: 'Staff may be doing it right now. Ask them to drop it: then all that is held goes back to you.',
    ...cancelRefusals,
  },
})

/** Puts the notices of redemptions that are over away. */
export const dismissNotice = defineCommand({
  name: 'redemptions.dismissNotice',
  permission: 'play',
  input: z.object({ id: z.string().max(64) }),
  output: z.object({}),
  refusals: {},
})

export const setRules = defineCommand({
  name: 'redemptions.setRules',
  permission: 'ownerPanel',
  input: RedeemRules.extend({ server: OneServer }),
  output: z.object({}),
  refusals: {},
})

/** The time of a paid weather is over: the usual one comes back by a delivery of its own. */
export const endWeather = defineCommand({
  name: 'redemptions.endWeather',
  permission: 'hub',
  input: z.object({ server: z.string(), until: z.number() }),
  output: z.object({}),
  refusals: orderRefusals,
})

/** Ends those of these users whose delivery is over or gone, and which did not follow it. */
export const endStranded = defineCommand({
  name: 'redemptions.endStranded',
  permission: 'hub',
  input: z.object({ server: z.string(), accounts: z.array(z.string()) }),
  output: z.object({}),
  refusals: {},
})
