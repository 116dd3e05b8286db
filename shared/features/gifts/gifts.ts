import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { defineDocument, exportedAs, itsPlayer } from '../../engine/document.ts'
import { Id, PlayerId } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { entryRefusals } from '../inventory/commands.ts'
import { PositiveAmount } from '../ledger/accounts.ts'
import { moneyRefusals } from '../ledger/commands.ts'
import { longestNameOrId } from '../profile/profile.ts'
import { skinRefusals } from '../skins/commands.ts'
import { tradeRefusals } from '../trades/limits.ts'
import { currencies } from '../world/currencies.ts'

/** Whether a user takes gifts. The key is the account id. */
const GiftSettings = z.object({ takesGifts: z.boolean().default(true) })
export const giftSettings = defineDocument({
  kind: 'giftSettings',
  schema: GiftSettings,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs('giftSettings', (own: z.infer<typeof GiftSettings>) => own, { takesGifts: 'theirs' }),
  erased: 'cleared',
  audited: null,
})

/** Refused alike where there is no such player, and where there is one who takes no gifts: it tells nothing about who has an account. */
const noReceiver = 'No player with that name accepts gifts here. Check the spelling, or ask them to switch gifts on.'
const ambiguous = 'Several players have that name. Ask the one you mean for their SteamID64 and enter it.'

/** The player with this exact name, in any case, or with this SteamID64: to be shown before anything is given. */
export const findReceiver = defineQuery({
  name: 'gifts.findReceiver',
  permission: 'play',
  input: z.strictObject({ name: z.string().trim().min(1).max(longestNameOrId) }),
  output: z.object({ account: PlayerId, name: z.string(), avatar: z.string() }),
  refusals: { noReceiver, ambiguous, samePerson: "That's you. Enter the name of another player." },
  /** All accounts are looked through, and names are guessed with it. */
  perMinute: 15,
})

/** What is given: a dinosaur of the inventory, a skin that is kept, or an amount of one currency. */
export const Gift = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('dinosaur'), dinosaur: Id }),
  z.strictObject({ kind: z.literal('skin'), skin: Id }),
  z.strictObject({ kind: z.literal('currency'), currency: z.enum(currencies), amount: PositiveAmount }),
])
export type Gift = z.infer<typeof Gift>

/** Gives something to another user. It cannot be taken back. */
export const sendGift = defineCommand({
  name: 'gifts.send',
  permission: 'play',
  /** `to`: an account, as `findReceiver` or a list of friends names it. */
  input: z.strictObject({ to: Id, gift: Gift }),
  output: z.object({
    operation: z.string(),
    /** Of the player who got it. */
    name: z.string(),
  }),
  refusals: {
    ...moneyRefusals,
    ...entryRefusals,
    ...skinRefusals,
    ...tradeRefusals,
    skinNotTradable: "You got this skin only recently, so you can't give it away yet. You can from {when}.",
    skinsFull: 'This player already has as many skins as they can keep.',
    noReceiver,
    tooRich: "This player's wallet can't hold that much more.",
    full: "This player's inventory is full.",
    banned: "You're banned from this server, so you can't give anything away.",
    closed: 'Gifts of this kind are switched off on this hub.',
  },
  /** Account ids cannot be guessed, and are not tried either. */
  attemptLimit: { refusals: ['noReceiver'], perMinute: 10 },
})

/** Whether others can give the asking user something. */
export const setTakesGifts = defineCommand({
  name: 'gifts.setTakesGifts',
  permission: 'play',
  input: z.strictObject({ takesGifts: z.boolean() }),
  output: z.object({}),
  refusals: {},
})
