import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addCurrency, addCurrencyToMany, reverseGrant } from '../../../shared/features/ledger/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { type Currency, currencies } from '../../../shared/features/world/currencies.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'
import { freshId } from '../../testing/principals.ts'
import { followMoney } from './conservation.ts'
import { moneyProblems } from './testing/checkMoney.ts'
import { type OpenLedger, openLedger, ownersSteamId } from './testing/openLedger.ts'

const people = ['p0', 'p1', 'p2', 'p3', 'p4'] as const
const steamOf = (name: string) => `7656119800000010${name.slice(1)}`
const someone = fc.constantFrom(...people)
/** Near the limits too, so that wallets fill up and run empty. */
const amount = fc.constantFrom(1, 7, 500, 10 ** 12 - 3, 10 ** 12)

const step = fc.record({
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant('give' as const) },
    { weight: 3, arbitrary: fc.constant('giveToMany' as const) },
    { weight: 5, arbitrary: fc.constant('reverse' as const) },
    { weight: 4, arbitrary: fc.constant('repeat' as const) },
    { weight: 2, arbitrary: fc.constantFrom('erase' as const, 'restart' as const) },
  ),
  whom: someone,
  others: fc.array(someone, { minLength: 1, maxLength: 6 }),
  currency: fc.constantFrom(...currencies),
  amount,
  nth: fc.nat(5),
  bySteam: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Granted {
  readonly whom: string
  readonly operation: string
  readonly currency: Currency
  readonly amount: number
  isReversed: boolean
}
interface Asked {
  readonly command: { readonly name: string }
  readonly input: object
  readonly id: ReturnType<typeof freshId>
  answer: Answer
}

/** The auditor's own model: what every balance must be, and for each request which answers are allowed. */
function createModel() {
  const balances = new Map<string, number>()
  const keyOf = (whom: string, currency: Currency) => `${whom} ${currency}`
  const balanceOf = (whom: string, currency: Currency) => balances.get(keyOf(whom, currency)) ?? 0
  return {
    granted: [] as Granted[],
    asked: [] as Asked[],
    gone: new Set<string>(),
    balanceOf,
    add: (whom: string, currency: Currency, change: number) =>
      void balances.set(keyOf(whom, currency), balanceOf(whom, currency) + change),
    fits: (whom: string, currency: Currency, change: number) => balanceOf(whom, currency) + change <= 10 ** 12,
    forget(whom: string) {
      for (const currency of currencies) balances.delete(keyOf(whom, currency))
      this.gone.add(whom)
    },
  }
}
type Model = ReturnType<typeof createModel>

async function run(steps: readonly Step[]) {
  const model = createModel()
  let app = await openLedger()
  await app.link('olga', ownersSteamId, 'Olga')
  for (const name of people) await app.link(name, steamOf(name), name)
  for (const one of steps) {
    app.clock.pass(1_000)
    if (one.kind === 'restart') app = await app.restart()
    else await acts[one.kind](app, model, one)
    expect(app.faults).toEqual([])
    for (const name of people)
      for (const currency of currencies)
        expect(app.hub.read(wallet, name)[currency], `${name} ${currency}`).toBe(model.balanceOf(name, currency))
    for (const currency of currencies) expect(followMoney(app.hub, () => {}).totals(currency).drift, currency).toBe(0n)
  }
  expect(await moneyProblems(app.hub, app.memory.storage)).toEqual([])
  return model
}

const codeOf = (answer: Answer) => (answer.ok ? 'ok' : answer.code)

async function ask(app: OpenLedger, model: Model, command: { readonly name: string }, input: object) {
  const id = freshId(app.clock.now())
  const answer = await app.ask('olga', 'owner', command, input, id)
  model.asked.push({ command, input, id, answer })
  return answer
}

const acts: Record<Exclude<Step['kind'], 'restart'>, (app: OpenLedger, model: Model, step: Step) => Promise<void>> = {
  async give(app, model, { whom, currency, amount, bySteam }) {
    const target = bySteam ? steamOf(whom) : whom
    const answer = await ask(app, model, addCurrency, { target, currency, amount })
    const wasErased = model.gone.has(whom)
    const allowed = wasErased ? (bySteam ? 'noAccount' : 'unknownPlayer') : null
    expect(codeOf(answer)).toBe(allowed ?? (model.fits(whom, currency, amount) ? 'ok' : 'tooRich'))
    if (!answer.ok) return
    const { operation } = addCurrency.output.parse(answer.output)
    model.granted.push({ whom, operation, currency, amount, isReversed: false })
    model.add(whom, currency, amount)
  },
  async giveToMany(app, model, { others, currency, amount, nth }) {
    // Some by the game's id, some by account, some by both.
    const targets = others.flatMap((one, at) => (at === nth ? [one, steamOf(one)] : [at % 2 ? one : steamOf(one)]))
    const reached = reachedOf(model, { targets, currency, amount })
    const answer = await ask(app, model, addCurrencyToMany, { targets, currency, amount })
    expect(codeOf(answer)).toBe(reached.length > 0 ? 'ok' : 'noneLeft')
    if (!answer.ok) return
    expect(addCurrencyToMany.output.parse(answer.output)).toMatchObject({
      given: reached.length,
      total: reached.length * amount,
    })
    for (const one of reached) model.add(one, currency, amount)
  },
  async reverse(app, model, { nth }) {
    const grant = model.granted.at(-1 - nth)
    if (!grant) return
    const { whom, operation, currency, amount } = grant
    const answer = await ask(app, model, reverseGrant, { account: whom, operation })
    // The oldest of many grants can no longer be undone.
    const allowed = model.gone.has(whom) ? ['gone'] : grant.isReversed ? ['reversed', 'gone'] : ['ok', 'gone']
    expect(allowed).toContain(codeOf(answer))
    if (!answer.ok) return
    grant.isReversed = true
    model.add(whom, currency, -amount)
  },
  /** The same command again, as after a lost answer: the same answer, and nothing moves. */
  async repeat(app, model, { nth }) {
    const before = model.asked.at(-1 - nth)
    if (!before) return
    const { command, input, id, answer } = before
    const again = await app.ask('olga', 'owner', command, input, id)
    if (answer.ok) expect(again).toMatchObject({ ok: true, output: answer.output })
    // No journal has a refusal: after a restart the command is judged by what is true then.
    else if (again.ok) {
      before.answer = again
      takeLate(model, input, again.output)
    }
  },
  async erase(app, model, { whom }) {
    if (model.gone.has(whom)) return
    expect(await app.erase(whom)).toMatchObject({ ok: true })
    model.forget(whom)
  },
}

interface Many {
  readonly targets: readonly string[]
  readonly currency: Currency
  readonly amount: number
}

const reachedOf = (model: Model, { targets, currency, amount }: Many) =>
  people.filter(
    (one) =>
      (targets.includes(one) || targets.includes(steamOf(one))) &&
      !model.gone.has(one) &&
      model.fits(one, currency, amount),
  )

/** A command that was refused, and carried out when it was repeated after a restart. */
function takeLate(model: Model, input: object, output: unknown) {
  const { account } = input as { account?: string }
  if (account !== undefined) {
    const { operation } = input as { operation: string }
    const grant = model.granted.find((one) => one.operation === operation)
    if (!grant || grant.isReversed) throw new Error('Undone twice')
    grant.isReversed = true
    return model.add(account, grant.currency, -grant.amount)
  }
  const many = input as Many
  const { currency, amount } = many
  const { player, operation } = output as { player?: { account: string }; operation: string }
  if (!player) {
    for (const one of reachedOf(model, many)) model.add(one, currency, amount)
    return
  }
  model.granted.push({ whom: player.account, operation, currency, amount, isReversed: false })
  model.add(player.account, currency, amount)
}

test('[DE25] whatever staff give, take back, repeat and erase over restarts, money is conserved', async () => {
  let reversed = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (steps) => {
      const model = await run(steps)
      reversed += model.granted.filter(({ isReversed }) => isReversed).length
    }),
    { numRuns: 100 },
  )
  // The steps have reached what they are about.
  expect(reversed).toBeGreaterThan(20)
})
