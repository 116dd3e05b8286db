import { economyFeature } from '../../server/features/economy/feature.ts'
import {
  ask,
  type Life,
  type Name,
  type OtherPart,
  type Run,
  runRedeeming,
} from '../../server/features/redemptions/testing/redeemingRun.ts'
import { refundsFeature } from '../../server/features/refunds/feature.ts'
import { shopFeature } from '../../server/features/shop/feature.ts'
import { createMemoryStorage, type TestStore } from '../../server/testing/memoryStorage.ts'
import { neverCalled } from '../../server/testing/neverCalled.ts'
import { freshId } from '../../server/testing/principals.ts'
import type { CommandId } from '../../shared/engine/ids.ts'
import { visit } from '../../shared/features/economy/commands.ts'
import { inventory } from '../../shared/features/inventory/inventory.ts'
import { mostCurrency } from '../../shared/features/ledger/accounts.ts'
import { addCurrency, reverseGrant } from '../../shared/features/ledger/commands.ts'
import { refundPurchase } from '../../shared/features/refunds/refundPurchase.ts'
import { buyDinosaur } from '../../shared/features/shop/commands.ts'
import { wallet } from '../../shared/features/wallet/wallet.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { correctedBy, createExchange, isUndecided, notTaken } from './exchange.ts'

// Buyers, visitors and staff who grant and undo, beside the players and staff of redemptions. The auditor keeps its own model: for each
// request the answers that are allowed, and what everyone may have after it.

const ware = { item: 'hypsilophodon', price: 500 }

/** A write that reached the disk, or did not, and whose answer was lost. */
interface LostPurchase {
  readonly who: Name
  readonly id: CommandId
}
interface Grant {
  readonly who: Name
  readonly operation: string
  readonly amount: number
  isUndone: boolean
}

interface Purchase {
  readonly who: Name
  readonly operation: string
  readonly entry: string
  isRefunded: boolean
}

/** None of these can be added to a balance that is not empty. */
const tooMuch = [mostCurrency, mostCurrency, mostCurrency, mostCurrency + 1, 2 ** 53, 0, -1, 0.5]

function createEconomy() {
  const lost: LostPurchase[] = []
  const grants: Grant[] = []
  const purchases: Purchase[] = []
  const bonusDays = new Set<string>()
  const counts = { bought: 0, tooPoor: 0, lost: 0, undone: 0, refunded: 0, tooRich: 0, bonuses: 0 }
  const part: OtherPart = {
    features: [shopFeature, economyFeature(neverCalled), refundsFeature],
    async step(run, life, who) {
      const what = run.dice()
      if (what < 0.29) await buyAtOnce(run, life, who)
      else if (what < 0.42) await losePurchase(run, life, who)
      else if (what < 0.58) await grant(run, life, who)
      else if (what < 0.72) await undo(run, life)
      else if (what < 0.82) for (let left = 4; left > 0 && life.isAlive(); left -= 1) await refund(run, life)
      else if (what < 0.89) await overfill(run, life, who)
      else await visitHub(run, life, who)
    },
    /** What may have happened is asked once more, under the same id. */
    async resume(run, life) {
      for (const { who, id } of lost.splice(0)) {
        const answer = await ask(run, life, { who, command: buyDinosaur, input: ware, id })
        judge(run, answer, ['tooPoor', 'full'], `a repeated purchase of ${who}`)
        takePurchase(run, who, answer)
      }
    },
  }

  function judge({ violations }: Run, answer: Answer, allowed: readonly string[], what: string) {
    if (!answer.ok && ![...allowed, ...notTaken].includes(answer.code))
      violations.add(`${what} was answered ${answer.code}: ${answer.message}`)
  }
  function takePurchase({ granted, given }: Run, who: Name, answer: Answer) {
    if (!answer.ok) return
    purchases.push({ who, ...(answer.output as { operation: string; entry: string }), isRefunded: false })
    granted[who] -= ware.price
    given[who] += 1
    counts.bought += 1
  }

  /** Many purchases at once on one balance, some at a price that was never shown. */
  async function buyAtOnce(run: Run, life: Life, who: Name) {
    const { dice, violations } = run
    const before = life.hub.read(wallet, who)
    const held = Object.values(before.holds).reduce((sum, { amount }) => sum + amount, 0)
    const most = Math.floor((before.voidPearls + held) / ware.price)
    const isWrong = dice() < 0.15
    const input = isWrong ? { ...ware, price: ware.price - 1 } : ware
    const many = 1 + Math.floor(dice() * 5)
    const answers = await Promise.all(
      Array.from({ length: many }, () => ask(run, life, { who, command: buyDinosaur, input })),
    )
    for (const answer of answers) {
      judge(run, answer, isWrong ? ['repriced'] : ['tooPoor', 'full'], `a purchase of ${who}`)
      if (!answer.ok && answer.code === 'tooPoor') counts.tooPoor += 1
      if (!answer.ok) continue
      if (isWrong) violations.add(`${who} bought at another price than the one that is asked`)
      takePurchase(run, who, answer)
    }
    const made = answers.filter(({ ok }) => ok).length
    if (made > most) violations.add(`${made} purchases of ${who} were made, and the balance pays ${most}`)
  }

  /** The store breaks in the middle of a write, before or after it is on the disk, and the hub dies with it. */
  async function losePurchase(run: Run, life: Life, who: Name) {
    const { dice, clock, memory } = run
    const { storage } = memory
    const { append } = storage
    const isWritten = dice() < 0.5
    storage.append = async (entries) => {
      if (isWritten) await append(entries)
      throw new Error('The answer of the store was lost.')
    }
    const id = freshId(clock.now())
    const answer = await ask(run, life, { who, command: buyDinosaur, input: ware, id })
    storage.append = append
    if (answer.ok) run.violations.add(`${who} got a yes to a purchase that the store had not confirmed`)
    if (isUndecided(answer)) lost.push({ who, id })
    counts.lost += 1
    life.kill()
  }

  async function grant(run: Run, life: Life, who: Name) {
    const amount = 1 + Math.floor(run.dice() * 900)
    const input = { target: who, amount, reason: '' }
    const answer = await ask(run, life, { who: 'olga', role: 'owner', command: addCurrency, input })
    judge(run, answer, [], `a grant to ${who}`)
    if (!answer.ok) return
    run.granted[who] += amount
    grants.push({ who, operation: (answer.output as { operation: string }).operation, amount, isUndone: false })
  }

  /** Sometimes of what was undone before. */
  async function undo(run: Run, life: Life) {
    const one = grants[Math.floor(run.dice() * grants.length)]
    if (!one) return
    const input = { account: one.who, operation: one.operation }
    const answer = await ask(run, life, { who: 'olga', role: 'owner', command: reverseGrant, input })
    judge(run, answer, one.isUndone ? ['reversed', 'gone'] : ['tooPoor', 'gone'], `an undo of a grant to ${one.who}`)
    if (!answer.ok) return
    if (one.isUndone) run.violations.add(`a grant to ${one.who} was undone twice`)
    one.isUndone = true
    run.granted[one.who] -= one.amount
    counts.undone += 1
  }

  /** All purchases are of the same item and at the same price: what comes back is nevertheless of the one that is named. */
  async function refund(run: Run, life: Life) {
    const isKept = ({ who, entry }: Purchase) => Object.hasOwn(life.hub.read(inventory, who).dinosaurs, entry)
    const used = run.dice() < 0.5 ? purchases.filter((one) => !one.isRefunded && !isKept(one)) : []
    const from = used.length > 0 ? used : purchases
    const one = from[Math.floor(run.dice() * from.length)]
    if (!one) return
    const answer = await refundOne(run, life, one, run.dice() < 0.3)
    // What was refused has changed nothing: the currency alone can be refunded afterwards.
    if (!answer.ok && answer.code === 'used' && life.isAlive()) await refundOne(run, life, one, true)
  }
  async function refundOne(run: Run, life: Life, one: Purchase, moneyOnly: boolean) {
    const { who, operation, entry } = one
    const input = { account: who, operation, moneyOnly, reason: 'by mistake' }
    const answer = await ask(run, life, { who: 'olga', role: 'owner', command: refundPurchase, input })
    // Where the currency alone is given back, it does not matter that the dinosaur was used.
    const may = [...(one.isRefunded ? ['refunded'] : moneyOnly ? [] : ['used']), 'gone', 'locked']
    judge(run, answer, may, `a refund of ${operation}`)
    if (!answer.ok) return answer
    const made = answer.output as { operation: string; refunded: number; isItemBack: boolean }
    if (one.isRefunded) run.violations.add(`${operation} was refunded twice`)
    if (made.refunded !== ware.price) run.violations.add(`of ${operation} ${made.refunded} were refunded`)
    if (made.isItemBack && Object.hasOwn(life.hub.read(inventory, who).dinosaurs, entry))
      run.violations.add(`the refund of ${operation} took another dinosaur than ${entry}`)
    if ((await correctedBy(run, made.operation)) !== operation)
      run.violations.add(`the refund of ${operation} names another payment`)
    one.isRefunded = true
    run.granted[who] += ware.price
    if (made.isItemBack) run.given[who] -= 1
    counts.refunded += 1
    return answer
  }

  /** More than a wallet holds, or not an amount at all. */
  async function overfill(run: Run, life: Life, who: Name) {
    if (life.hub.read(wallet, who).voidPearls === 0) return
    const amount = tooMuch[Math.floor(run.dice() * tooMuch.length)]
    const input = { target: who, amount, reason: '' }
    const answer = await ask(run, life, { who: 'olga', role: 'owner', command: addCurrency, input })
    const code = amount === mostCurrency ? 'tooRich' : 'badInput'
    judge(run, answer, [code], `a grant of ${amount}`)
    if (answer.ok) run.violations.add(`${who} was given ${amount}`)
    else if (answer.code === code) counts.tooRich += 1
  }

  /** The bonus of a day is paid once, whatever page comes first. */
  async function visitHub(run: Run, life: Life, who: Name) {
    const day = `${who} ${new Date(run.clock.now()).toISOString().slice(0, 10)}`
    const answers = await Promise.all([1, 2, 3].map(() => ask(run, life, { who, command: visit, input: {} })))
    for (const answer of answers) {
      judge(run, answer, [], `a visit of ${who}`)
      const paid = answer.ok ? (answer.output as { paid: { amount: number }[] }).paid : []
      for (const { amount } of paid) {
        if (bonusDays.has(day)) run.violations.add(`${who} got the bonus of a day twice`)
        bonusDays.add(day)
        run.granted[who] += amount
        counts.bonuses += 1
      }
    }
  }
  const wasRefunded = (by: Name, bought: string) =>
    purchases.some(({ who, entry, isRefunded }) => who === by && entry === bought && isRefunded)
  return { part, counts, wasRefunded }
}

/** One run of the whole economy. @param seed repeats it */
export async function runEconomy(seed: number, store: TestStore = createMemoryStorage()) {
  const economy = createEconomy()
  const exchange = createExchange(economy.wasRefunded)
  const parts = [economy.part, exchange.part]
  const ending = await runRedeeming(
    seed,
    {
      features: parts.flatMap(({ features }) => features),
      step: (run, life, who) => (run.dice() < 0.5 ? economy.part : exchange.part).step(run, life, who),
      async resume(run, life) {
        for (const { resume } of parts) await resume(run, life)
      },
      problems: async (run, life) => (await exchange.part.problems?.(run, life)) ?? [],
    },
    store,
  )
  return { ...ending, ...economy.counts, ...exchange.counts }
}

/** Runs the seeds from `seed` on, and prints what was broken. @returns how many were, and what happened in all of them */
export async function runEconomies({ seed, runs }: { seed: number; runs: number }, print: (line: string) => void) {
  const sums: Record<string, number> = {}
  let broken = 0
  for (let at = seed; at < seed + runs; at += 1) {
    const { violations, ...counts } = await runEconomy(at)
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count
    if (violations.length === 0) continue
    broken += 1
    print(`seed ${at}: ${violations.join('\n  ')}`)
  }
  const happened = Object.entries(sums).map(([name, count]) => `${name} ${count}`)
  print(`${runs} runs from seed ${seed}, ${broken} broken. ${happened.join(', ')}.`)
  return { broken, sums }
}
