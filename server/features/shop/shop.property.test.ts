import fc from 'fast-check'
import { expect, test } from 'vitest'
import { itemNamed } from '../../../shared/features/catalogue/catalogue.ts'
import type { Answer } from '../../../shared/protocol/calls.ts'
import { freshId } from '../../testing/principals.ts'
import { type OpenShop, openShop } from './testing/openShop.ts'

const people = ['ann', 'bob', 'cyd'] as const
const wares = ['troodon', 'dryosaurus', 'hypsilophodon'] as const
const listPrices = { troodon: 1_200, dryosaurus: 900, hypsilophodon: 500 } as const
type Person = (typeof people)[number]
type Ware = (typeof wares)[number]

const step = fc.record({
  kind: fc.oneof(
    { weight: 10, arbitrary: fc.constant('buy' as const) },
    {
      weight: 3,
      arbitrary: fc.constantFrom('atOnce' as const, 'stale' as const, 'repeat' as const, 'altered' as const),
    },
    { weight: 3, arbitrary: fc.constantFrom('reprice' as const, 'limit' as const, 'sale' as const, 'toggle' as const) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('restart' as const, 'crash' as const, 'nextDay' as const, 'pass' as const),
    },
  ),
  who: fc.constantFrom(...people),
  ware: fc.constantFrom(...wares),
  amount: fc.integer({ min: 1, max: 1_500 }),
  count: fc.integer({ min: 2, max: 6 }),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Offered {
  price: number
  sale: { readonly price: number; readonly endsAt: number } | null
  isOn: boolean
  perDay: number | null
}

/** The auditor's own model: what each buyer has, and what is asked. It shares no code with the shop. */
function createModel() {
  const offers = Object.fromEntries(
    wares.map((ware) => [ware, { price: listPrices[ware], sale: null, isOn: true, perDay: null }]),
  ) as Record<Ware, Offered>
  const pearls: Record<Person, number> = { ann: 9_000, bob: 3_000, cyd: 400 }
  const has: Record<Person, Ware[]> = { ann: [], bob: [], cyd: [] }
  const today = new Map<string, number>()
  return { offers, pearls, has, today }
}
type Model = ReturnType<typeof createModel>

const asked = ({ offers }: Model, ware: Ware, now: number) => {
  const { price, sale } = offers[ware]
  return sale && sale.price < price && now < sale.endsAt ? sale.price : price
}

/** The only answer that is allowed. */
function expected(model: Model, { who, ware }: Pick<Step, 'who' | 'ware'>, seen: number, now: number): string {
  const { isOn, perDay } = model.offers[ware]
  if (!isOn) return 'off'
  if (asked(model, ware, now) !== seen) return 'repriced'
  if (perDay !== null && (model.today.get(`${who} ${ware}`) ?? 0) >= perDay) return 'limitReached'
  return model.pearls[who] < seen ? 'tooPoor' : 'ok'
}

function apply(model: Model, { who, ware }: Pick<Step, 'who' | 'ware'>, price: number) {
  model.pearls[who] -= price
  model.has[who].push(ware)
  model.today.set(`${who} ${ware}`, (model.today.get(`${who} ${ware}`) ?? 0) + 1)
}

const codeOf = (answer: Answer) => (answer.ok ? 'ok' : answer.code)

async function run(steps: readonly Step[]) {
  const model = createModel()
  let shop = await openShop()
  for (const who of people) await shop.join(who, model.pearls[who])
  const made: { readonly buy: (on: OpenShop, price?: number) => Promise<Answer>; readonly answer: Answer }[] = []
  const spent = () => people.reduce((sum, who) => sum + shop.pearlsOf(who), 0)

  /** A hub that is alone keeps refusals in memory only: they changed nothing. */
  const forgetRefusals = () => made.splice(0, made.length, ...made.filter(({ answer }) => answer.ok))

  async function buy(one: Step, seen: number) {
    const { who, ware } = one
    const id = freshId(shop.clock.now())
    const allowed = expected(model, one, seen, shop.clock.now())
    const send = (on: OpenShop, price = seen) => on.buy(who, ware, price, id)
    const answer = await send(shop)
    expect(codeOf(answer)).toBe(allowed)
    if (answer.ok) apply(model, one, seen)
    made.push({ buy: send, answer })
  }
  const acts: Record<Step['kind'], (one: Step) => Promise<unknown>> = {
    buy: (one) => buy(one, asked(model, one.ware, shop.clock.now())),
    stale: (one) => buy(one, one.amount),
    async atOnce(one) {
      const seen = asked(model, one.ware, shop.clock.now())
      const answers = await Promise.all(Array.from({ length: one.count }, () => shop.buy(one.who, one.ware, seen)))
      for (const answer of answers) {
        expect(codeOf(answer)).toBe(expected(model, one, seen, shop.clock.now()))
        if (answer.ok) apply(model, one, seen)
      }
    },
    /** The same command again, even after a crash: the first answer, and nothing else happens. */
    async repeat({ amount }) {
      const before = made[amount % (made.length || 1)]
      if (before) expect(await before.buy(shop)).toEqual(before.answer)
    },
    /** The same id with another price, which nothing sells for. */
    async altered({ amount }) {
      const before = made[amount % (made.length || 1)]
      if (before) expect(codeOf(await before.buy(shop, 999_999))).toBe('otherContents')
    },
    async reprice({ ware, amount }) {
      const { sale } = model.offers[ware]
      const answer = await shop.change({ [ware]: { price: amount } })
      expect(codeOf(answer)).toBe(sale && sale.price >= amount ? 'saleNotBelow' : 'ok')
      if (answer.ok) model.offers[ware].price = amount
    },
    async sale({ ware, amount, count }) {
      const sale = { price: amount, endsAt: shop.clock.now() + count * 60_000 }
      if ((await shop.change({ [ware]: { sale } })).ok) model.offers[ware].sale = sale
      else expect(amount).toBeGreaterThanOrEqual(model.offers[ware].price)
    },
    async limit({ ware, count }) {
      model.offers[ware].perDay = count === 6 ? null : count
      expect(await shop.change({ [ware]: { perDay: model.offers[ware].perDay } })).toMatchObject({ ok: true })
    },
    async toggle({ ware }) {
      model.offers[ware].isOn = !model.offers[ware].isOn
      expect(await shop.change({ [ware]: { isOn: model.offers[ware].isOn } })).toMatchObject({ ok: true })
    },
    async restart() {
      shop = await shop.restart()
      forgetRefusals()
    },
    /** The store fails while a purchase is written: it was not made, and the next hub begins where the store is. */
    async crash({ who, ware }) {
      const before = spent()
      shop.memory.fail(new Error('the disk is gone'))
      expect(await shop.buy(who, ware)).toMatchObject({ ok: false })
      shop.memory.fail(null)
      shop = await shop.restart()
      forgetRefusals()
      expect(spent()).toBe(before)
    },
    async nextDay() {
      shop.clock.pass(86_400_000)
      model.today.clear()
      // Their ids are too old to be repeated.
      made.length = 0
    },
    async pass({ count }) {
      const before = new Date(shop.clock.now()).getUTCDate()
      shop.clock.pass(count * 60_000)
      if (new Date(shop.clock.now()).getUTCDate() !== before) model.today.clear()
    },
  }
  for (const one of steps) {
    await acts[one.kind](one)
    for (const who of people) {
      expect(shop.pearlsOf(who)).toBe(model.pearls[who])
      expect(shop.bought(who).sort()).toEqual(model.has[who].map((ware) => itemNamed(ware)?.name).sort())
    }
  }
  expect(await shop.problems()).toEqual([])
}

const runs = 50
test(`[BZ14] in ${runs} random runs of buyers, prices, sales, limits, repeats and failing stores every purchase is one that the model allows, and nothing is lost or made`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), run), {
    numRuns: runs,
    seed: 20_261_122,
  })
})
