import { friendsFeature } from '../../server/features/friends/feature.ts'
import { giftsFeature } from '../../server/features/gifts/feature.ts'
import { marketFeature } from '../../server/features/market/feature.ts'
import {
  ask,
  type Life,
  type Name,
  type OtherPart,
  type Run,
} from '../../server/features/redemptions/testing/redeemingRun.ts'
import { skinsFeature } from '../../server/features/skins/feature.ts'
import { skinProblems } from '../../server/features/skins/testing/checkSkins.ts'
import { tradesFeature } from '../../server/features/trades/feature.ts'
import { freshId } from '../../server/testing/principals.ts'
import type { CommandId } from '../../shared/engine/ids.ts'
import { changeEconomySettings } from '../../shared/features/economy/commands.ts'
import { sendGift } from '../../shared/features/gifts/gifts.ts'
import { inventory } from '../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../shared/features/ledger/commands.ts'
import { ledger } from '../../shared/features/ledger/ledger.ts'
import { buyListing, openListing, reverseSale, withdrawListing } from '../../shared/features/market/commands.ts'
import { MarketSettings } from '../../shared/features/market/settings.ts'
import { buySkin } from '../../shared/features/skins/commands.ts'
import { ownedSkins } from '../../shared/features/skins/ownedSkins.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import type { Answer } from '../../shared/protocol/calls.ts'

/** The store did not take it: nothing happened. */
export const notTaken = ['storageFull', 'unavailable', 'busy', 'fateUnknown']
/** Such a command is asked for again. One that was refused is not: only memory knew that, and another life may decide otherwise. */
export const isUndecided = (answer: Answer) => !answer.ok && notTaken.includes(answer.code)

/** The operation that a correction names in the ledger; undefined if the correction is not there. */
export async function correctedBy({ memory }: Run, correction: string) {
  const { rows } = await memory.storage.archivePage({ kind: ledger.kind, before: null, limit: 100 })
  return rows.map(({ row }) => ledger.schema.parse(row)).find(({ operation }) => operation === correction)?.reverses
}

type Currency = 'razorTalons' | 'sylvanShards'
interface Offer {
  readonly listing: string
  readonly seller: Name
  readonly kind: 'dinosaur' | 'skin'
  /** The id of what is for sale. */
  readonly thing: string
  readonly currency: Currency
  readonly price: number
  readonly fee: number
  isOpen: boolean
}
interface Sale extends Offer {
  readonly operation: string
  readonly buyer: Name
  isUndone: boolean
  /** The buyer no longer had it. */
  isMoneyOnly: boolean
}
const other = (who: Name): Name => (who === 'ann' ? 'bob' : 'ann')
const design = { species: 'Triceratops', skin: 'skin-albino', colours: null }
const skinPrice = 500
/** Five of a hundred, rounded up, at least 1, and never all of it. */
const feeFor = (price: number) => Math.min(Math.max(Math.floor((price * 5 + 99) / 100), 1), price - 1)

/**
 * Sellers, buyers, givers and buyers of skins, and staff who undo sales. Two users at most: each has a model of what the other has.
 * @param wasRefunded whether staff refunded the purchase by which a user got a dinosaur first
 */
export function createExchange(wasRefunded: (who: Name, entry: string) => boolean) {
  const money = { ann: { razorTalons: 0, sylvanShards: 0 }, bob: { razorTalons: 0, sylvanShards: 0 } }
  const skins = { ann: 0, bob: 0 }
  const offers: Offer[] = []
  const sales: Sale[] = []
  const lost: { readonly offer: Offer; readonly buyer: Name; readonly id: CommandId }[] = []
  const counts = { listed: 0, sold: 0, withdrawn: 0, undoneSales: 0, gifts: 0, skins: 0, lostSales: 0 }
  const pick = <T>({ dice }: Run, from: readonly T[]): T | undefined => from[Math.floor(dice() * from.length)]
  const openOffers = () => offers.filter(({ isOpen }) => isOpen)
  const codeOf = (answer: Answer) => (answer.ok ? 'ok' : answer.code)

  function judge({ violations }: Run, answer: Answer, allowed: readonly string[], what: string) {
    if (![...allowed, ...notTaken].includes(codeOf(answer))) violations.add(`${what} was answered ${codeOf(answer)}`)
    return answer.ok
  }
  async function list(run: Run, life: Life, who: Name) {
    const kind = run.dice() < 0.75 ? 'dinosaur' : 'skin'
    const thing = pick(run, Object.values(ownOf(life, who, kind)))
    if (!thing) return
    const price = 1 + Math.floor(run.dice() * 200)
    const fee = feeFor(price)
    const input = { item: { kind, id: thing.id }, price, fee }
    const answer = await ask(run, life, { who, command: openListing, input })
    const held = ['locked', 'skinHeld', 'gone']
    const may = thing.state === 'stored' ? ['ok', ...held] : held
    if (!judge(run, answer, may, `a listing of ${who}`) || !answer.ok) return
    const output = answer.output as { listing: string; price: { currency: Currency }; fee: number; proceeds: number }
    if (output.fee !== fee || output.proceeds !== price - fee) run.violations.add(`a fee of ${output.fee} for ${price}`)
    const sold = { listing: output.listing, seller: who, kind, thing: thing.id } as const
    offers.push({ ...sold, currency: output.price.currency, price, fee, isOpen: true })
    counts.listed += 1
  }
  function applySale({ given }: Run, offer: Offer, buyer: Name, answer: Answer) {
    const { seller, currency, price, fee, kind } = offer
    offer.isOpen = false
    money[buyer][currency] -= price
    money[seller][currency] += price - fee
    const count = kind === 'dinosaur' ? given : skins
    count[seller] -= 1
    count[buyer] += 1
    const { operation = '' } = answer.ok ? (answer.output as { operation?: string }) : {}
    sales.push({ ...offer, buyer, operation, isUndone: false, isMoneyOnly: false })
    counts.sold += 1
  }
  /** Bought twice at once, and withdrawn in the same moment: one of them at most. */
  async function race(run: Run, life: Life) {
    const offer = pick(run, openOffers()) ?? pick(run, offers)
    if (!offer) return
    const { seller, listing, price, currency } = offer
    const buyer = other(seller)
    if (money[buyer][currency] < price && run.dice() < 0.6) await earn(run, life, buyer, currency)
    const input = { seller, listing, price: run.dice() < 0.1 ? price + 1 : price }
    const isRight = input.price === price && offer.isOpen && money[buyer][currency] >= price
    const buy = (who: Name) => ask(run, life, { who, command: buyListing, input })
    const withdraw = async (): Promise<Answer | null> =>
      run.dice() < 0.4 ? ask(run, life, { who: seller, command: withdrawListing, input: { listing } }) : null
    const [own, first, second, back] = await Promise.all([buy(seller), buy(buyer), buy(buyer), withdraw()])
    judge(run, own, ['yourOwn', 'gone'], `a purchase from oneself`)
    const mayBuy = isRight ? ['ok', 'gone'] : ['gone', 'repriced', 'tooPoor']
    for (const answer of [first, second])
      if (judge(run, answer, mayBuy, `a purchase of ${listing}`)) applySale(run, offer, buyer, answer)
    if (!back?.ok) {
      if ([first, second].every(({ ok }) => ok)) run.violations.add(`${listing} was sold twice`)
      return
    }
    if (first.ok || second.ok) run.violations.add(`${listing} was sold and withdrawn`)
    offer.isOpen = false
    counts.withdrawn += 1
  }
  /** The store breaks while it writes a sale, before or after it is on the disk, and the hub dies with it. */
  async function loseSale(run: Run, life: Life) {
    const offer = pick(run, openOffers())
    if (!offer) return
    const { storage } = run.memory
    const { append } = storage
    const isWritten = run.dice() < 0.5
    storage.append = async (entries) => {
      if (isWritten) await append(entries)
      throw new Error('The answer of the store was lost.')
    }
    const { seller, listing, price } = offer
    const [buyer, id] = [other(seller), freshId(run.clock.now())]
    const answer = await ask(run, life, { who: buyer, command: buyListing, input: { seller, listing, price }, id })
    storage.append = append
    if (answer.ok) run.violations.add(`a sale was confirmed before the store had it`)
    if (isUndecided(answer)) lost.push({ offer, buyer, id })
    counts.lostSales += 1
    life.kill()
  }
  async function undo(run: Run, life: Life) {
    const left = run.dice() < 0.2 ? [] : sales.filter(({ isUndone }) => !isUndone)
    const sale = pick(run, left) ?? pick(run, sales)
    if (!sale) return
    const { operation, seller, buyer, currency, price, fee, kind, thing } = sale
    const isBuyers = () => Object.hasOwn(ownOf(life, buyer, kind), thing)
    const wasBuyers = isBuyers()
    const moneyOnly = run.dice() < 0.25
    const input = { operation, seller, buyer, moneyOnly, reason: 'by mistake' }
    const answer = await ask(run, life, { who: 'olga', role: 'owner', command: reverseSale, input })
    const isPoor = money[seller][currency] < price - fee
    const may = sale.isUndone ? ['reversed'] : ['used', 'stillThere', 'locked', 'skinHeld', isPoor ? 'tooPoor' : 'ok']
    if (!judge(run, answer, may, `an undo of ${operation}`) || !answer.ok) return
    sale.isUndone = true
    money[seller][currency] -= price - fee
    money[buyer][currency] += price
    counts.undoneSales += 1
    const made = answer.output as { operation: string; refunded: number; isItemBack: boolean }
    await checkUndone(run, life, sale, made)
    sale.isMoneyOnly = moneyOnly
    // The buyer had put it up for sale again.
    for (const offer of offers)
      if (offer.isOpen && offer.seller === buyer && !isListed(life, offer)) offer.isOpen = false
    if (moneyOnly) return
    const report = (what: string) => run.violations.add(`the undo of ${operation} ${what}`)
    // A seller whose purchase was refunded does not get for nothing what the buyer loses.
    const isTaken = !made.isItemBack && wasBuyers && !isBuyers()
    if (isTaken && !wasRefunded(seller, thing) && !wasRefunded(buyer, thing)) report(`took ${thing} from both`)
    // A buyer has it again who had sold it to the seller before, if staff have undone that sale in money.
    const isKept = !made.isItemBack && isBuyers()
    const isTheirs = (one: Sale) => one.isMoneyOnly && one.thing === thing && one.seller === buyer
    if (isKept && !sales.some(isTheirs)) report(`left ${thing} with its buyer`)
    if (isKept) return
    const count = kind === 'dinosaur' ? run.given : skins
    count[buyer] -= 1
    if (!isTaken) count[seller] += 1
  }
  /** Of several sales between the same two the one that is named was undone. */
  async function checkUndone(
    run: Run,
    life: Life,
    { operation, seller, buyer, kind, thing, price }: Sale,
    made: { readonly operation: string; readonly refunded: number; readonly isItemBack: boolean },
  ) {
    const report = (what: string) => run.violations.add(`the undo of ${operation} ${what}`)
    if (made.refunded !== price) report(`gave back ${made.refunded} of ${price}`)
    if ((await correctedBy(run, made.operation)) !== operation) report('names another sale')
    const isWith = (who: Name) => Object.hasOwn(ownOf(life, who, kind), thing)
    if (made.isItemBack && (isWith(buyer) || !isWith(seller))) report('gave back something other than what was sold')
  }
  const ownOf = ({ hub }: Pick<Life, 'hub'>, who: Name, kind: Offer['kind']) =>
    kind === 'dinosaur' ? hub.read(inventory, who).dinosaurs : hub.read(ownedSkins, who).skins
  const isListed = (life: Pick<Life, 'hub'>, { seller, kind, listing }: Offer) =>
    Object.values(ownOf(life, seller, kind)).some(({ heldFor }) => heldFor === listing)
  async function give(run: Run, life: Life, who: Name) {
    const isToOneself = run.dice() < 0.2
    const to = isToOneself ? who : other(who)
    const amount = 1 + Math.floor(run.dice() * 100)
    const currency: Currency = run.dice() < 0.5 ? 'razorTalons' : 'sylvanShards'
    const dinosaur = pick(run, Object.values(life.hub.read(inventory, who).dinosaurs))
    const isMoney = !dinosaur || run.dice() < 0.5
    const gift = isMoney ? { kind: 'currency', currency, amount } : { kind: 'dinosaur', dinosaur: dinosaur.id }
    const answer = await ask(run, life, { who, command: sendGift, input: { to, gift } })
    const may = isMoney
      ? [money[who][currency] < amount ? 'tooPoor' : 'ok']
      : [dinosaur.state === 'stored' ? 'ok' : 'locked', 'gone', 'locked']
    const limits = ['timesFull', 'currencyFull', 'dinosaursFull']
    if (!judge(run, answer, isToOneself ? ['samePerson'] : [...may, ...limits], `a gift of ${who}`) || !answer.ok)
      return
    counts.gifts += 1
    if (isMoney) {
      money[who][currency] -= amount
      money[to][currency] += amount
    } else {
      run.given[who] -= 1
      run.given[to] += 1
    }
  }
  async function buyASkin(run: Run, life: Life, who: Name) {
    const balance = life.hub.read(wallet, who).voidPearls
    const answer = await ask(run, life, { who, command: buySkin, input: { design, price: skinPrice } })
    const held = Object.values(life.hub.read(wallet, who).holds).reduce((sum, one) => sum + one.amount, 0)
    if (!judge(run, answer, ['ok', 'tooPoor', 'skinsFull'], `a skin of ${who}`) || !answer.ok) return
    if (balance + held < skinPrice) run.violations.add(`${who} bought a skin with ${balance}`)
    run.granted[who] -= skinPrice
    skins[who] += 1
    counts.skins += 1
  }
  async function earn(run: Run, life: Life, who: Name, currency: Currency) {
    const input = { target: who, currency, amount: 300, reason: '' }
    const answer = await ask(run, life, { who: 'olga', role: 'owner', command: addCurrency, input })
    if (judge(run, answer, ['ok'], `a grant to ${who}`)) money[who][currency] += 300
  }
  /** What each has is what the model says. */
  function look({ violations }: Run, { hub }: Life) {
    for (const who of ['ann', 'bob'] as const) {
      const own = hub.read(wallet, who)
      for (const currency of ['razorTalons', 'sylvanShards'] as const)
        if (own[currency] !== money[who][currency])
          violations.add(`${who} has ${own[currency]} ${currency}, not ${money[who][currency]}`)
      const kept = Object.keys(hub.read(ownedSkins, who).skins).length
      if (kept !== skins[who]) violations.add(`${who} keeps ${kept} skins, not ${skins[who]}`)
    }
    for (const offer of offers)
      if (offer.isOpen !== isListed({ hub }, offer)) violations.add(`${offer.listing} is not where the model has it`)
  }
  const part: OtherPart = {
    features: [tradesFeature, friendsFeature, giftsFeature, skinsFeature, marketFeature],
    /** A few acts in turn: only what is listed can be sold. */
    async step(run, life, who) {
      for (let left = 1 + Math.floor(run.dice() * 5); left > 0 && life.isAlive(); left -= 1) {
        const what = run.dice()
        if (what < 0.14) await earn(run, life, who, run.dice() < 0.5 ? 'razorTalons' : 'sylvanShards')
        else if (what < 0.36) await list(run, life, run.dice() < 0.5 ? who : other(who))
        else if (what < 0.66) {
          await race(run, life)
          if (run.dice() < 0.35) await undo(run, life)
        } else if (what < 0.69) await loseSale(run, life)
        else if (what < 0.84) await undo(run, life)
        else if (what < 0.92) await give(run, life, who)
        else await buyASkin(run, life, who)
        if (life.isAlive()) look(run, life)
      }
    },
    async resume(run, life) {
      const input = {
        trades: { fromHours: 0, perHour: 0, hoursPerDinosaur: 0 },
        market: { ...MarketSettings.parse({}), resaleLockHours: 0 },
      }
      await ask(run, life, { who: 'olga', role: 'owner', command: changeEconomySettings, input })
      for (const { offer, buyer, id } of lost.splice(0)) {
        const { seller, listing, price, currency } = offer
        const isPoor = money[buyer][currency] < price
        const answer = await ask(run, life, { who: buyer, command: buyListing, input: { seller, listing, price }, id })
        if (judge(run, answer, [isPoor ? 'tooPoor' : 'ok'], `a repeated purchase of ${listing}`))
          applySale(run, offer, buyer, answer)
      }
      look(run, life)
    },
    problems: ({ memory }, { hub }) => skinProblems(hub, memory.storage),
  }
  return { part, counts }
}
