import { type Entry, entryJson } from '../../server/engine/entry.ts'
import type { Dice } from '../../server/features/deliveries/testing/deliveryRun.ts'
import { dinosaurProblems } from '../../server/features/inventory/testing/checkDinosaurs.ts'
import { moneyProblems } from '../../server/features/ledger/testing/checkMoney.ts'
import { ensureAccount } from '../../server/testing/accounts.ts'
import { allFeatures } from '../../server/testing/allFeatures.ts'
import { createTestClock } from '../../server/testing/clock.ts'
import type { TestStore } from '../../server/testing/memoryStorage.ts'
import { openApp } from '../../server/testing/openApp.ts'
import { freshId, inSession, person } from '../../server/testing/principals.ts'
import type { CommandId } from '../../shared/engine/ids.ts'
import { changeEconomySettings, visit } from '../../shared/features/economy/commands.ts'
import { sendGift } from '../../shared/features/gifts/gifts.ts'
import { inventory } from '../../shared/features/inventory/inventory.ts'
import { addCurrency } from '../../shared/features/ledger/commands.ts'
import { buyListing, openListing } from '../../shared/features/market/commands.ts'
import { MarketSettings } from '../../shared/features/market/settings.ts'
import { buyDinosaur } from '../../shared/features/shop/commands.ts'
import type { Answer } from '../../shared/protocol/calls.ts'

const players = ['ann', 'bob', 'cyd', 'dan'] as const
type Player = (typeof players)[number]
const ware = { item: 'hypsilophodon', price: 500 }

/** A command that was given, with what was answered; null where the hub died before. */
interface GivenCommand {
  readonly id: CommandId
  readonly who: string
  readonly name: string
  readonly input: object
  answer: Answer | null
}

interface Listed {
  readonly listing: string
  readonly seller: Player
  readonly price: number
}

interface Setting {
  readonly dice: Dice
  readonly store: TestStore
  readonly clock?: ReturnType<typeof createTestClock>
}

/** A hub with all features on a store, and four players who are given currency, buy, sell and make gifts. */
export async function openTrading({ dice, store, clock = createTestClock() }: Setting) {
  let app = await openApp(allFeatures, { memory: store, clock })
  const given: GivenCommand[] = []
  const listed: Listed[] = []
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(dice() * from.length)]
  const give = async (command: GivenCommand) => {
    const { id, who, name, input } = command
    const principal = inSession(person(who, who === 'olga' ? 'owner' : 'player'))
    const answer = await app.dispatch(principal, name, input, id)
    command.answer = answer
    return answer
  }
  const ask = (who: string, { name }: { readonly name: string }, input: object) => {
    const command: GivenCommand = { id: freshId(clock.now()), who, name, input, answer: null }
    given.push(command)
    return give(command)
  }
  const grant = (who: Player) => {
    const currency = pick(['voidPearls', 'razorTalons', 'sylvanShards'] as const)
    return ask('olga', addCurrency, { target: who, currency, amount: 1 + Math.floor(dice() * 900), reason: '' })
  }
  const list = async (who: Player) => {
    const dinosaur = pick(Object.values(app.hub.read(inventory, who).dinosaurs))
    if (!dinosaur) return
    const price = 2 + Math.floor(dice() * 200)
    const fee = Math.min(Math.max(Math.floor((price * 5 + 99) / 100), 1), price - 1)
    const answer = await ask(who, openListing, { item: { kind: 'dinosaur', id: dinosaur.id }, price, fee })
    if (answer.ok) listed.push({ ...(answer.output as { listing: string }), seller: who, price })
  }
  const buy = (who: Player) => {
    const { listing, seller, price } = pick(listed) ?? {}
    return listing === undefined ? grant(who) : ask(who, buyListing, { seller, listing, price })
  }
  const present = (who: Player) => {
    const gift = { kind: 'currency', currency: 'razorTalons', amount: 1 + Math.floor(dice() * 50) }
    return ask(who, sendGift, { to: pick(players), gift })
  }
  const act = (): Promise<unknown> => {
    const who = pick(players) ?? 'ann'
    const what = dice()
    if (what < 0.25) return grant(who)
    if (what < 0.45) return ask(who, buyDinosaur, ware)
    if (what < 0.6) return list(who)
    if (what < 0.75) return buy(who)
    return what < 0.95 ? present(who) : ask(who, visit, {})
  }
  return {
    clock,
    given,
    get hub() {
      return app.hub
    },
    /** Accounts, and a market in which anything may be sold at once. */
    async begin() {
      for (const account of ['olga', ...players]) await ensureAccount(app.hub, clock.now(), { account })
      const market = { ...MarketSettings.parse({}), resaleLockHours: 0 }
      await ask('olga', changeEconomySettings, { trades: { fromHours: 0, perHour: 0, hoursPerDinosaur: 0 }, market })
      for (const who of players) await ask('olga', addCurrency, { target: who, amount: 2_000, reason: '' })
    },
    /** One to four commands at the same moment. */
    act: () => Promise.all(Array.from({ length: 1 + Math.floor(dice() * 4) }, act)),
    repeat: give,
    /** As after a crash. */
    async restart() {
      app = await app.restart()
    },
    async problems() {
      const { hub } = app
      return [...(await moneyProblems(hub, store.storage)), ...(await dinosaurProblems(hub, store.storage))]
    },
  }
}

/** Where two journals differ; null where they do not. */
export function firstDifference(found: readonly Entry[], expected: readonly Entry[]): string | null {
  for (let nth = 0; nth < Math.max(found.length, expected.length); nth += 1) {
    const [one, other] = [found[nth], expected[nth]].map((entry) => (entry ? entryJson(entry) : '')) as [string, string]
    if (one === other) continue
    const from = Math.max(0, [...one].findIndex((letter, at) => letter !== other[at]) - 60)
    return `entry ${nth + 1} has “${one.slice(from, from + 160)}”, not “${other.slice(from, from + 160)}”`
  }
  return null
}
