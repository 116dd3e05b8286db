import { account } from '../../../shared/features/account/account.ts'
import { friends } from '../../../shared/features/friends/friends.ts'
import type * as commands from '../../../shared/features/gifts/gifts.ts'
import { giftSettings } from '../../../shared/features/gifts/gifts.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { knownOf } from '../../../shared/features/inventory/knownDinosaur.ts'
import { listedName } from '../../../shared/features/market/search.ts'
import { momentText } from '../../../shared/features/trades/limits.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { tradableFrom } from '../economy/rewards.ts'
import { moveEntry } from '../inventory/entries.ts'
import { move, walletOf } from '../ledger/operation.ts'
import { post } from '../ledger/post.ts'
import { notifyOfGift } from '../notifications/notify.ts'
import { isSwitchedOn } from '../server/isSwitchedOn.ts'
import { moveSkin, ownSkin } from '../skins/ownedSkins.ts'
import { checkTrade, isBanned, recordTrade, type Trade } from '../trades/rules.ts'

type GiftContext = Parameters<Rule<typeof commands.sendGift>>[0]

/** What leaves one user and arrives at the other is one change, with its rows and the notice. */
export const sendGift: Rule<typeof commands.sendGift> = (context, { to, gift }) => {
  const { actor, read, refuse, now } = context
  const from = accountOf(actor)
  const needed = gift.kind === 'currency' ? 'realCurrency' : 'realInventory'
  if (!isSwitchedOn(context, needed)) return refuse('closed')
  if (isBanned(read, from, now)) return refuse('banned')
  if (from === to) return refuse('samePerson')
  if (!takesGiftsOf(read, from, to, now)) return refuse('noReceiver')
  const operation = give(context, to, gift)
  return { operation, name: read(account, to).name }
}

/** Whether a user can give something to this account: it is there, of the same kind (demo or real), not banned, takes gifts, and has not blocked them. */
export function takesGiftsOf(read: Reading, from: string, to: string, now: number): boolean {
  const { createdAt, demo } = read(account, to)
  if (createdAt === 0 || demo !== read(account, from).demo) return false
  if (Object.hasOwn(read(friends, to).blocked, from)) return false
  return read(giftSettings, to).takesGifts && !isBanned(read, to, now)
}

function give(context: GiftContext, to: string, gift: commands.Gift): string {
  if (gift.kind === 'currency') return giveCurrency(context, to, gift)
  return gift.kind === 'skin' ? giveSkin(context, to, gift.skin) : giveDinosaur(context, to, gift.dinosaur)
}

type CurrencyGift = Extract<commands.Gift, { readonly kind: 'currency' }>

function giveCurrency(context: GiftContext, to: string, { currency, amount }: CurrencyGift): string {
  const from = accountOf(context.actor)
  const trade = { kind: 'gift', from, to, price: { currency, amount } } as const
  checkTrade(context, trade)
  const operation = context.newId()
  const entries = move(walletOf(from), walletOf(to), currency, amount)
  post(context, { id: operation, cause: 'gift', entries, by: from })
  given(context, operation, trade)
  return operation
}

function giveDinosaur(context: GiftContext, to: string, id: string): string {
  const { actor, read, refuse, newId } = context
  const from = accountOf(actor)
  const { dinosaurs } = read(inventory, from)
  const entry = Object.hasOwn(dinosaurs, id) ? dinosaurs[id] : undefined
  if (!entry) return refuse('gone')
  const trade = { kind: 'gift', from, to, price: null, item: knownOf(entry).speciesName } as const
  checkTrade(context, trade)
  const operation = newId()
  const tradableAt = tradableFrom(context)
  moveEntry(context, { id, from, to, source: 'gift', tradableAt }, { operation, cause: 'gift', by: from })
  given(context, operation, trade)
  return operation
}

/** Limits count a skin as a dinosaur: both are things that were paid for. */
function giveSkin(context: GiftContext, to: string, id: string): string {
  const { actor, refuse, newId, now } = context
  const from = accountOf(actor)
  const skin = ownSkin(context, from, id)
  if (skin.tradableAt !== null && now < skin.tradableAt)
    return refuse('skinNotTradable', { when: momentText(skin.tradableAt) })
  const item = listedName({ ...skin, kind: 'skin' })
  const trade = { kind: 'gift', from, to, price: null, item } as const
  checkTrade(context, trade)
  const operation = newId()
  const tradableAt = tradableFrom(context)
  moveSkin(context, { id, from, to, source: 'gift', tradableAt }, { operation, cause: 'gift', subject: null, by: from })
  given(context, operation, trade, 'skin')
  return operation
}

type GiftTrade = Extract<Trade, { readonly kind: 'gift' }>

function given(context: Context, operation: string, trade: GiftTrade, kind: 'dinosaur' | 'skin' = 'dinosaur') {
  recordTrade(context, operation, trade)
  notifyOfGift(context, { ...trade, operation, kind })
}

export const setTakesGifts: Rule<typeof commands.setTakesGifts> = ({ actor, edit }, { takesGifts }) => {
  edit(giftSettings, accountOf(actor)).takesGifts = takesGifts
  return {}
}
