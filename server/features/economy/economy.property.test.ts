import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { dayOf } from '../../../shared/engine/utcDay.ts'
import { visit } from '../../../shared/features/economy/commands.ts'
import { moneyRefusals } from '../../../shared/features/ledger/commands.ts'
import { ledger } from '../../../shared/features/ledger/ledger.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { freshId, inSession, person } from '../../testing/principals.ts'
import { followMoney, type MoneyTotals } from '../ledger/conservation.ts'
import { holdCurrency, refund, releaseHeld, spendHeld } from '../ledger/holds.ts'
import { walletOf } from '../ledger/operation.ts'
import { moneyProblems } from '../ledger/testing/checkMoney.ts'
import { openLedger } from '../ledger/testing/openLedger.ts'
import { economyFeature } from './feature.ts'

/** One step, as the rules of a redemption and of a listing take it. */
const trade = defineCommand({
  name: 'trading.trade',
  permission: 'play',
  input: z.object({
    act: z.enum(['hold', 'spend', 'sell', 'release', 'refund']),
    hold: z.string(),
    seller: z.string(),
    amount: z.int().default(0),
    original: z.string().default(''),
  }),
  output: z.object({ amount: z.int().nullable() }),
  refusals: moneyRefusals,
})
const trading: Feature = {
  name: 'trading',
  documents: [],
  commands: [
    implement(trade, (context, { act, hold, seller, amount, original }) => {
      const player = context.actor.id ?? ''
      const said = { by: player }
      const price = { currency: 'voidPearls', amount } as const
      if (act === 'hold') {
        // The id of a hold is new: a redemption makes it.
        const id = `${hold}-${context.newId()}`
        holdCurrency(context, { id, player, price, cause: 'redemption', subject: hold, ...said })
        return { amount }
      }
      if (act === 'refund') {
        const done = refund(context, { player, price, original, cause: 'redemption', ...said })
        return { amount: done === null ? null : amount }
      }
      const id = Object.keys(context.read(wallet, player).holds).find((one) => one.startsWith(`${hold}-`)) ?? 'none'
      const ended =
        act === 'release'
          ? releaseHeld(context, player, id, said)
          : spendHeld(context, player, id, said, act === 'sell' && seller !== player ? walletOf(seller) : undefined)
      return { amount: ended?.amount ?? null }
    }),
  ],
  queries: [],
}

const people = ['p0', 'p1', 'p2'] as const
const step = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('visit' as const) },
    { weight: 12, arbitrary: fc.constant('trade' as const) },
    { weight: 3, arbitrary: fc.constant('repeat' as const) },
    { weight: 3, arbitrary: fc.constant('pass' as const) },
    { weight: 2, arbitrary: fc.constantFrom('restart' as const, 'erase' as const) },
  ),
  who: fc.constantFrom(...people),
  other: fc.constantFrom(...people),
  act: fc.constantFrom(
    'hold' as const,
    'hold' as const,
    'spend' as const,
    'sell' as const,
    'release' as const,
    'refund' as const,
  ),
  hold: fc.constantFrom('a', 'b'),
  amount: fc.constantFrom(1, 20, 50, 90),
  tabs: fc.integer({ min: 1, max: 4 }),
  hours: fc.constantFrom(1, 11, 24, 50),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
interface Asked {
  readonly who: string
  readonly name: string
  readonly input: object
  readonly id: ReturnType<typeof freshId>
  readonly answer: Answer
}

async function open(kept: Pick<Parameters<typeof openLedger>[0] & object, 'memory' | 'clock'> = {}) {
  let money: MoneyTotals | null = null
  const totals = () => money as MoneyTotals
  const app = await openLedger({ ...kept, more: [economyFeature(totals), trading] })
  money = followMoney(app.hub, (what) => void app.faults.push(what))
  return { ...app, money }
}
type App = Awaited<ReturnType<typeof open>>

/** The auditor's own model: which days were paid to which account, and who is gone. */
interface Model {
  readonly paid: Set<string>
  readonly gone: Set<string>
  readonly asked: Asked[]
  spent: number
}

async function ask(app: App, model: Model, who: string, command: { readonly name: string }, input: object) {
  const id = freshId(app.clock.now())
  const answer = await app.dispatch(inSession(person(who)), command.name, input, id)
  model.asked.push({ who, name: command.name, input, id, answer })
  return answer
}

async function take(app: App, model: Model, one: Step): Promise<App> {
  const { kind, who, other, act, hold, amount, tabs, hours } = one
  if (kind === 'pass') app.clock.pass(hours * 3_600_000)
  if (kind === 'restart') return open({ memory: app.memory, clock: app.clock })
  if (model.gone.has(who)) return app
  if (kind === 'visit') {
    const answers = await Promise.all(Array.from({ length: tabs }, () => ask(app, model, who, visit, {})))
    const paid = answers.flatMap((answer) => (answer.ok ? visit.output.parse(answer.output).paid : []))
    const key = `${who} ${dayOf(app.clock.now())}`
    expect(paid).toHaveLength(model.paid.has(key) ? 0 : 1)
    model.paid.add(key)
  }
  if (kind === 'trade' && !(act === 'sell' && model.gone.has(other))) {
    const [latest] = await operationsOf(app, who)
    const original = act === 'refund' ? (latest ?? 'none') : ''
    if (act === 'refund' && latest === undefined) return app
    const answer = await ask(app, model, who, trade, { act, hold, seller: other, amount, original })
    if (answer.ok && act === 'spend') model.spent += 1
  }
  if (kind === 'repeat') {
    const before = model.asked.at(-1)
    if (!before?.answer.ok) return app
    const again = await app.dispatch(inSession(person(before.who)), before.name, before.input, before.id)
    if (!model.gone.has(before.who)) expect([['badId'], true]).toContainEqual(again.ok || [again.code])
    if (again.ok) expect(again.output).toEqual(before.answer.output)
  }
  if (kind === 'erase') {
    await app.erase(who)
    model.gone.add(who)
  }
  return app
}

/** What the user paid to the house and could be refunded: operations of at least 90, which no refund exceeds. */
async function operationsOf({ memory, hub }: App, who: string): Promise<readonly string[]> {
  await hub.settled()
  const { rows } = await memory.storage.archivePage({ kind: ledger.kind, about: who, before: null, limit: 200 })
  return rows.flatMap(({ row }) => {
    const { operation, entries, player } = ledger.schema.parse(row)
    const isLarge = entries.some((entry) => entry.account === 'sink:redemption' && entry.amount >= 90)
    return isLarge && player === who ? [operation] : []
  })
}

test('[RWD14] over days, tabs, trades, refunds, repeats, erasures and restarts each day is paid once and money is conserved', async () => {
  let spent = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 50, size: 'max' }), async (steps) => {
      const model: Model = { paid: new Set(), gone: new Set(), asked: [], spent: 0 }
      let app = await open()
      for (const name of people) await app.link(name, null, name)
      for (const one of steps) {
        app.clock.pass(1)
        app = await take(app, model, one)
        expect(app.faults).toEqual([])
        expect(app.money.totals('voidPearls').drift).toBe(0n)
      }
      expect(await moneyProblems(app.hub, app.memory.storage)).toEqual([])
      const { flows } = app.money
      const bonus = flows().find(({ account }) => account === 'faucet:dailyBonus')
      expect(bonus?.sums.voidPearls ?? 0n).toBe(BigInt(model.paid.size * 50))
      spent += model.spent
    }),
    { numRuns: 60 },
  )
  // The steps have reached what they are about.
  expect(spent).toBeGreaterThan(10)
})
