import type { Random } from '../../server/game/simulator/random.ts'
import type { CatalogueChanges } from '../../shared/features/catalogue/catalogue.ts'
import type { Delivery } from '../../shared/features/deliveries/delivery.ts'
import type { OwnedDinosaur } from '../../shared/features/inventory/inventory.ts'
import { feeOf } from '../../shared/features/market/fee.ts'
import type { Listing } from '../../shared/features/market/listing.ts'
import { MarketSettings } from '../../shared/features/market/settings.ts'
import type { Redemption } from '../../shared/features/redemptions/redemption.ts'
import type { OwnedSkin } from '../../shared/features/skins/ownedSkins.ts'
import { type Choice, nextMark, oneOf, pause, weighted } from './choices.ts'
import type { SentCommand } from './evidence.ts'
import type { Page } from './page.ts'

// Users of the economy: players who buy and redeem, one who is erased while something is held, one who leaves Steam and comes back, and
// staff who grant, undo, change prices and carry out by hand what waits for them.

const ware = 'hypsilophodon'
const usualPrice = 500

const ownKinds = ['wallet', 'inventory', 'redemptions', 'ownedSkins'] as const
const watchOwn = (page: Page, traders: readonly string[]) => {
  page.watch('catalogue/main', ...ownKinds.map((kind) => `${kind}/${page.account}` as const))
  page.watch(...traders.map((account) => `listings/${account}` as const))
}

type Open = Readonly<Record<string, Listing>>
const openOf = ({ documentOf }: Page, account: string) =>
  documentOf<{ open: Open }>(`listings/${account}`)?.open ?? ({} as Open)
const skinPrice = 500
const ownSkin = { species: 'Triceratops', skin: 'skin-albino', colours: null }

/** Puts a skin on a dinosaur of the inventory: a paid one, or the natural colours. */
function nextDress(random: Random, dinosaur: OwnedDinosaur | undefined) {
  const isPaid = random() < 0.7
  const design = { ...ownSkin, species: dinosaur?.species ?? 'Troodon', skin: isPaid ? ownSkin.skin : 'skin-default' }
  return { dinosaur: dinosaur?.id ?? 'none', design, price: isPaid ? skinPrice : 0, ownedSkin: null }
}

/** What passes between users, by what the page shows; sometimes at another price, or with oneself. */
function nextExchange(page: Page, random: Random, traders: readonly string[]): Choice {
  const { account, documentOf } = page
  const { dinosaurs = {} } = documentOf<{ dinosaurs: Record<string, OwnedDinosaur> }>(`inventory/${account}`) ?? {}
  const { skins = {} } = documentOf<{ skins: Record<string, OwnedSkin> }>(`ownedSkins/${account}`) ?? {}
  const to = oneOf(random, traders) ?? ''
  const seller = oneOf(random, traders) ?? ''
  const theirs = oneOf(random, Object.values(openOf(page, seller)))
  const isWrong = random() < 0.1
  const price = 1 + Math.floor(random() * 300)
  const kind = random() < 0.7 ? 'dinosaur' : 'skin'
  const id = oneOf(random, Object.keys(kind === 'skin' ? skins : dinosaurs)) ?? 'none'
  const own = oneOf(random, Object.keys(openOf(page, account))) ?? 'none'
  const bought = { seller, listing: theirs?.id ?? 'none', price: (theirs?.price.amount ?? 1) + (isWrong ? 1 : 0) }
  const amount = 1 + Math.floor(random() * 200)
  return weighted(random, [
    [6, 'market.openListing', { item: { kind, id }, price, fee: feeOf(MarketSettings.parse({}), price) }],
    [10, 'market.buyListing', bought],
    [2, 'market.withdrawListing', { listing: own }],
    [2, 'gifts.send', { to, gift: { kind: 'currency', currency: 'voidPearls', amount } }],
    [2, 'gifts.send', { to, gift: { kind: 'dinosaur', dinosaur: id } }],
    [2, 'skins.dress', nextDress(random, oneOf(random, Object.values(dinosaurs)))],
    [2, 'skins.buy', { design: ownSkin, price: isWrong ? skinPrice - 1 : skinPrice }],
    [2, 'skins.apply', { design: ownSkin, price: skinPrice, byHand: true }],
    [
      1,
      'skins.apply',
      { design: ownSkin, price: skinPrice, ownedSkin: oneOf(random, Object.keys(skins)), byHand: true },
    ],
  ])
}

/** The next command of a trader, by what the page shows; sometimes at a price that was never shown. */
function nextTrade(page: Page, random: Random, traders: readonly string[]): Choice {
  if (random() < 0.4) return nextExchange(page, random, traders)
  const { account, documentOf } = page
  const prices = documentOf<CatalogueChanges>('catalogue/main')?.changes ?? {}
  const price = (prices[ware]?.price ?? usualPrice) - (random() < 0.1 ? 1 : 0)
  const { dinosaurs = {} } = documentOf<{ dinosaurs: Record<string, OwnedDinosaur> }>(`inventory/${account}`) ?? {}
  const { entries = {} } = documentOf<{ entries: Record<string, Redemption> }>(`redemptions/${account}`) ?? {}
  const dinosaur = oneOf(random, Object.keys(dinosaurs)) ?? 'none'
  const open =
    oneOf(
      random,
      Object.values(entries).filter(({ state }) => state === 'open'),
    )?.id ?? 'none'
  const redeem = (item: string, cost: number, more: object = {}) => ({ item, price: cost, byHand: true, ...more })
  return weighted(random, [
    [7, 'shop.buy', { item: ware, price }],
    [6, 'redemptions.redeemItem', redeem('custom-message', 25, { message: `Paid ${nextMark()}` })],
    [3, 'redemptions.redeemItem', redeem('redeem-triceratops', 300, { variants: ['albino'] })],
    [2, 'redemptions.redeemItem', redeem('adult-growth', 200)],
    [1, 'redemptions.redeemItem', redeem('weather-storm', random() < 0.1 ? 149 : 150)],
    [3, 'redemptions.redeemOwned', { dinosaur, mutations: { main: ['wader'], parents: [] }, byHand: true }],
    [2, 'redemptions.cancel', { id: open }],
    [2, 'economy.visit', {}],
    [1, 'inventory.setFree', { dinosaur }],
  ])
}

const concurrency = 3

/** Buys and redeems, several at a time on one balance; now and then an answered command again, as it was or with other contents. */
export async function runTrader(page: Page, random: Random, stop: AbortSignal, traders: readonly string[]) {
  watchOwn(page, traders)
  const trade = async () => {
    while (!stop.aborted) {
      const [, name, input] = nextTrade(page, random, traders)
      await page.send(name, input)
      if (random() < 0.15) page.sendAgain(random() < 0.5 ? 'same' : 'otherContents')
      await pause(80 + random() * 250, stop)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, trade))
}

/** Redeems and buys, and is erased in the middle of it. */
export async function runLeaver(page: Page, random: Random, stop: AbortSignal, traders: readonly string[]) {
  watchOwn(page, traders)
  const leavesAt = performance.now() + 500 + random() * 1_500
  while (performance.now() < leavesAt && !stop.aborted) {
    const [, name, input] = nextTrade(page, random, traders)
    await page.send(name, input)
    await pause(40 + random() * 150, stop)
  }
  const message = `Last ${nextMark()}`
  const last = page.send('redemptions.redeemItem', { item: 'custom-message', price: 25, byHand: true, message })
  if (random() < 0.5) await last
  const answer = await page.send('erasure.eraseMe', { confirm: page.account })
  await last
  if (answer.ok) page.leave()
}

/** Trades, and leaves Steam meanwhile: what is held stays held. @param link signs in through Steam again */
export async function runSwitcher(
  page: Page,
  random: Random,
  stop: AbortSignal,
  { traders, link }: { readonly traders: readonly string[]; link(): Promise<unknown> },
) {
  watchOwn(page, traders)
  while (!stop.aborted) {
    for (let trades = 0; trades < 3 && !stop.aborted; trades += 1) {
      const [, name, input] = nextTrade(page, random, traders)
      await page.send(name, input)
      await pause(60 + random() * 150, stop)
    }
    if (random() < 0.4) await page.send('account.unlink', { provider: 'steam' })
    await link().catch(() => {})
  }
}

interface Grant {
  readonly account: string
  readonly operation: string
}

/** What was bought may be sold at once, and users who were never in the game may give. */
const openTheMarket = (page: Page) => {
  const trades = { fromHours: 0, perHour: 0, hoursPerDinosaur: 0 }
  const market = { ...MarketSettings.parse({}), resaleLockHours: 0 }
  return page.send('economy.changeSettings', { trades, market })
}

/** What staff of the economy see of others. */
interface Workplace {
  readonly traders: readonly string[]
  /** Accepted commands of users, by name. */
  accepted(name: string): readonly SentCommand[]
  wasDone(one: Delivery): boolean | null
}

/** Staff with the house's money. @param wasDone what the game shows of a delivery, where it shows anything */
export async function runTreasurer(
  page: Page,
  random: Random,
  stop: AbortSignal,
  { traders, accepted, wasDone }: Workplace,
) {
  page.watch('deliveries/main', 'catalogue/main')
  await openTheMarket(page)
  const grants: Grant[] = []
  const grant = async () => {
    const target = oneOf(random, traders) ?? ''
    const amount = 300 + Math.floor(random() * 1_700)
    const currency = oneOf(random, ['voidPearls', 'voidPearls', 'razorTalons', 'sylvanShards'])
    const answer = await page.send('ledger.addCurrency', { target, currency, amount, reason: '' })
    if (answer.ok) grants.push({ account: target, operation: (answer.output as Grant).operation })
  }
  const undo = async () => {
    const one = oneOf(random, grants)
    if (one) await page.send('ledger.reverseGrant', one)
  }
  const undoSale = async () => {
    const one = oneOf(random, accepted('market.buyListing'))
    if (!one?.answer?.ok) return
    const { operation } = one.answer.output as Grant
    const { seller } = one.input as { seller: string }
    const moneyOnly = random() < 0.3
    await page.send('market.reverseSale', { operation, seller, buyer: one.account, moneyOnly, reason: 'by mistake' })
  }
  const refund = async () => {
    const one = oneOf(random, [...accepted('shop.buy'), ...accepted('skins.buy')])
    if (!one?.answer?.ok) return
    const { operation } = one.answer.output as Grant
    const moneyOnly = random() < 0.5
    await page.send('refunds.refundPurchase', { account: one.account, operation, moneyOnly, reason: 'by mistake' })
  }
  const reprice = () =>
    page.send('catalogue.changeItems', { changes: { [ware]: { price: 400 + Math.floor(random() * 200) } } })
  while (!stop.aborted) {
    const what = random()
    if (what < 0.45) await grant()
    else if (what < 0.55) await undo()
    else if (what < 0.62) await reprice()
    else if (what < 0.7) await undoSale()
    else if (what < 0.78) await refund()
    else if (what < 0.9) await workByHand(page, random)
    else await settleSeen(page, wasDone)
    if (random() < 0.15) page.sendAgain(random() < 0.5 ? 'same' : 'otherContents')
    await pause(60 + random() * 200, stop)
  }
}

const deliveriesOf = (page: Page) =>
  Object.values(page.documentOf<{ entries: Record<string, Delivery> }>('deliveries/main')?.entries ?? {})

/** Staff drop what waits for them, or try to send it after all. What they did by hand no game shows. */
async function workByHand(page: Page, random: Random) {
  const one = deliveriesOf(page).find(({ state, redemption }) => state === 'manual' && redemption !== null)
  if (one) await page.send(random() < 0.5 ? 'deliveries.drop' : 'deliveries.sendNow', { id: one.id })
}

/** Staff see that it arrived. That something did not arrive can be known only once nothing is under way any more. */
async function settleSeen(page: Page, wasDone: (one: Delivery) => boolean | null) {
  const one = deliveriesOf(page).find(({ state, redemption }) => state === 'unknown' && redemption !== null)
  if (one && wasDone(one) === true) await page.send('deliveries.settle', { id: one.id, happened: true })
}

/** The phase without faults: staff drop what waits for them. @returns what is still open */
export async function dropManual(page: Page): Promise<readonly Delivery[]> {
  const all = deliveriesOf(page)
  for (const { id, state } of all) if (state === 'manual') await page.send('deliveries.drop', { id })
  return all.filter(({ state }) => state === 'queued' || state === 'sending' || state === 'manual')
}

/** Afterwards staff look at the game and settle all redemptions that are unknown. */
export async function settleAll(page: Page, wasDone: (one: Delivery) => boolean | null): Promise<number> {
  const unknown = deliveriesOf(page).filter(({ state, redemption }) => state === 'unknown' && redemption !== null)
  for (const one of unknown) await page.send('deliveries.settle', { id: one.id, happened: wasDone(one) ?? false })
  return unknown.length
}
