import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { numberText } from '../../engine/numberText.ts'
import { entryRefusals } from '../inventory/commands.ts'
import { moneyRefusals } from '../ledger/commands.ts'

/** Where a purchase is not possible, as its button says it. @param more how many Void Pearls are missing */
export const tooPoorText = (more: number) => `Insufficient Void Pearls! You need ${numberText(more)} more.`
/** @param dinosaur its name in the catalogue */
export const purchasedText = (dinosaur: string) => `Successfully purchased ${dinosaur}! Added to your inventory.`

/** Why an item is not sold to a user now, whichever list it is on. Commands that sell from the catalogue include these refusals. */
export const saleRefusals = {
  notSold: 'There is no such item.',
  off: '{item} is not for sale right now.',
  repriced: 'The price of {item} changed from {seen} to {now}. Nothing was bought. Check the new price and try again.',
  limitReached: "You've reached today's limit for {item}: {limit}. It resets at 00:00 UTC.",
} as const

/** Buys a dinosaur of the shop: it goes into the inventory. */
export const buyDinosaur = defineCommand({
  name: 'shop.buy',
  permission: 'play',
  /** `price`: what the buyer was shown. Any other is refused. */
  input: z.strictObject({ item: Id, price: z.int().positive() }),
  output: z.object({
    /** Id of the new entry of the inventory. */
    entry: z.string(),
    /** Of the ledger. */
    operation: z.string(),
    name: z.string(),
    price: z.int(),
    newBalance: z.int(),
  }),
  refusals: {
    ...entryRefusals,
    ...moneyRefusals,
    ...saleRefusals,
    tooPoor: 'Insufficient Void Pearls! You need {more} more.',
    full: 'Your inventory is full. Redeem, sell or release a dinosaur first.',
    closed: 'The shop is closed: currency or the inventory is switched off on this hub.',
  },
})
