// One file because the acts of a run and the model that judges their answers change together.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Answer } from '../../../shared/protocol/calls.ts'
import { freshId } from '../../testing/principals.ts'
import { type OpenMarket, openMarket } from './testing/openMarket.ts'

const dayMs = 86_400_000
const people = ['ann', 'bob', 'cyd', 'dan'] as const
type Person = (typeof people)[number]
/** In pairs of a meat and a plant eater. */
const animals = ['Carnotaurus', 'Triceratops', 'Tyrannosaurus', 'Dryosaurus'] as const

const step = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('list' as const, 'buy' as const, 'buy' as const) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('atOnce' as const, 'race' as const, 'repeat' as const, 'stale' as const),
    },
    { weight: 3, arbitrary: fc.constantFrom('withdraw' as const, 'pass' as const, 'ban' as const, 'undo' as const) },
    { weight: 1, arbitrary: fc.constantFrom('restart' as const, 'crash' as const, 'erase' as const, 'use' as const) },
  ),
  who: fc.constantFrom(...people),
  nth: fc.nat({ max: 30 }),
  price: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 900 })),
  days: fc.integer({ min: 1, max: 4 }),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

interface Thing {
  readonly id: string
  /** By which its money is named. */
  readonly eats: 'meat' | 'plants'
  owner: Person | null
  listing: { readonly id: string; readonly price: number; readonly fee: number; endsAt: number } | null
}
interface Sale {
  readonly operation: string
  readonly seller: Person
  readonly buyer: Person
  readonly thing: Thing
  readonly price: number
  readonly fee: number
  isUndone: boolean
  /** The number of the sale: what its buyer has is of this turn. */
  readonly turn: number
  /** What it was before it. */
  readonly turnBefore: number
}

/** The auditor's own model: who has what, what it is offered for, and the money of each. It shares no code with the market. */
function createModel() {
  const things: Thing[] = people.flatMap((owner) =>
    animals.map((species, at) => ({
      id: `${owner}-${species}`,
      eats: at % 2 === 0 ? ('meat' as const) : ('plants' as const),
      owner,
      listing: null,
    })),
  )
  const start = { ann: 900, bob: 400, cyd: 50, dan: 0 }
  const money = { meat: { ...start }, plants: { ...start } }
  const banned = new Set<Person>()
  const sales: Sale[] = []
  const turns = new Map<string, number>()
  return { things, money, banned, sales, turns }
}

/** Five percent, rounded up, at least 1, and never all of it: counted in hundredths. */
const feeFor = (price: number) => Math.min(Math.max(Math.floor((price * 5 + 99) / 100), 1), price - 1)

const codeOf = (answer: Answer) => (answer.ok ? 'ok' : answer.code)
const outputOf = (answer: Answer) => (answer.ok ? (answer.output as Record<string, string>) : {})
const currencyOf = { meat: 'razorTalons', plants: 'sylvanShards' } as const

async function run(steps: readonly Step[]) {
  const model = createModel()
  let market: OpenMarket = await openMarket()
  const erasedUsers = new Set<Person>()
  let erased = 0
  let turns = 0
  for (const who of people) {
    await market.join(who, model.money.meat[who])
    for (const species of animals) await market.give(who, `${who}-${species}`, species)
  }
  await market.free()
  const made: { readonly send: (on: OpenMarket, price?: number) => Promise<Answer>; readonly answer: Answer }[] = []
  const forgetRefusals = () => made.splice(0, made.length, ...made.filter(({ answer }) => answer.ok))
  const pick = (of: readonly Thing[], nth: number) => of[nth % (of.length || 1)]
  const listed = () => model.things.filter(({ owner, listing }) => owner !== null && listing !== null)

  /** The only answer that is allowed. */
  function allowed({ owner, listing, eats }: Thing, who: Person, seen: number): string {
    if (model.banned.has(who)) return 'banned'
    if (!owner || !listing) return 'gone'
    if (owner === who) return 'yourOwn'
    if (listing.price !== seen) return 'repriced'
    if (model.banned.has(owner)) return 'frozen'
    return model.money[eats][who] < seen ? 'tooPoor' : 'ok'
  }
  function applySale(thing: Thing, buyer: Person, answer: Answer) {
    const { owner: seller, listing, eats } = thing
    if (!seller || !listing) throw new Error('the model has no such listing')
    const { price, fee } = listing
    model.money[eats][buyer] -= price
    model.money[eats][seller] += price - fee
    turns += 1
    const turn = turns
    const turnBefore = model.turns.get(thing.id) ?? 0
    model.turns.set(thing.id, turn)
    const { operation = '' } = outputOf(answer)
    model.sales.push({ operation, seller, buyer, thing, price, fee, isUndone: false, turn, turnBefore })
    Object.assign(thing, { owner: buyer, listing: null })
  }
  async function buy(thing: Thing, who: Person, seen: number) {
    const { owner, listing } = thing
    if (!owner || !listing) return
    const id = freshId(market.clock.now())
    const send = (on: OpenMarket, price = seen) => on.buy(who, owner, listing.id, price, id)
    const expected = allowed(thing, who, seen)
    const answer = await send(market)
    expect(codeOf(answer)).toBe(expected)
    if (answer.ok) applySale(thing, who, answer)
    made.push({ send, answer })
  }
  const acts: Record<Step['kind'], (one: Step) => Promise<unknown>> = {
    async list({ who, nth, price }) {
      const thing = pick(
        model.things.filter(({ owner }) => owner === who),
        nth,
      )
      if (!thing) return
      const expected = model.banned.has(who) ? 'banned' : thing.listing ? 'locked' : 'ok'
      const answer = await market.list(who, thing.id, price, { fee: feeFor(price) })
      expect(codeOf(answer)).toBe(expected)
      if (!answer.ok) return
      const { listing = '' } = outputOf(answer)
      thing.listing = { id: listing, price, fee: feeFor(price), endsAt: market.clock.now() + 7 * dayMs }
    },
    async buy({ who, nth }) {
      const thing = pick(listed(), nth)
      if (thing?.listing) await buy(thing, who, thing.listing.price)
    },
    async stale({ who, nth, price }) {
      const thing = pick(listed(), nth)
      if (thing) await buy(thing, who, price)
    },
    /** All at once: of those who may have it the first gets it. */
    async atOnce({ nth }) {
      const thing = pick(listed(), nth)
      if (!thing?.listing || !thing.owner) return
      const { listing, owner } = thing
      const may = people.map((who) => allowed(thing, who, listing.price))
      const answers = await Promise.all(people.map((who) => market.buy(who, owner, listing.id, listing.price)))
      const first = may.indexOf('ok')
      for (const [at, answer] of answers.entries()) {
        const isLate = first >= 0 && at > first && may[at] !== 'banned'
        expect(codeOf(answer)).toBe(isLate ? 'gone' : may[at])
      }
      const [winner, answer] = [people[first], answers[first]]
      if (winner && answer) applySale(thing, winner, answer)
    },
    /** Withdrawn and bought in the same moment: not both. */
    async race({ who, nth }) {
      const thing = pick(listed(), nth)
      if (!thing?.listing || !thing.owner) return
      const { listing, owner } = thing
      const expected = allowed(thing, who, listing.price)
      const [bought, withdrawn] = await Promise.all([
        market.buy(who, owner, listing.id, listing.price),
        market.withdraw(owner, listing.id),
      ])
      expect([codeOf(bought), codeOf(withdrawn)]).toEqual([expected, expected === 'ok' ? 'gone' : 'ok'])
      if (bought.ok) applySale(thing, who, bought)
      else thing.listing = null
    },
    async withdraw({ who, nth }) {
      const thing = pick(listed(), nth)
      if (!thing?.listing) return
      expect(codeOf(await market.withdraw(who, thing.listing.id))).toBe(thing.owner === who ? 'ok' : 'gone')
      if (thing.owner === who) thing.listing = null
    },
    /** The same command again: the first answer, and nothing else happens. With another price it is an error. */
    async repeat({ nth, price }) {
      const before = made[nth % (made.length || 1)]
      if (!before) return
      expect(await before.send(market)).toEqual(before.answer)
      expect(codeOf(await before.send(market, 1_000 + price))).toBe('otherContents')
    },
    async pass({ days }) {
      market.clock.pass(days * dayMs)
      await market.hub.settled()
      // Their ids are too old to be repeated.
      made.length = 0
      for (const thing of listed()) {
        const { listing, owner } = thing
        if (!listing || !owner || listing.endsAt > market.clock.now()) continue
        if (!model.banned.has(owner)) thing.listing = null
        // A day more, as often as it takes.
        else while (listing.endsAt <= market.clock.now()) listing.endsAt += dayMs
      }
    },
    async ban({ who }) {
      // The player of an erased account is not known any more.
      if (erasedUsers.has(who)) return
      const isBanned = !model.banned.has(who)
      await market.setBan(who, isBanned)
      if (isBanned) model.banned.add(who)
      else model.banned.delete(who)
    },
    async undo({ nth }) {
      const sale = model.sales[nth % (model.sales.length || 1)]
      if (!sale) return
      const { thing, seller, buyer, price, fee, operation } = sale
      const has = model.money[thing.eats][seller]
      const isThere = thing.owner === buyer && model.turns.get(thing.id) === sale.turn
      const moneyOnly = !isThere
      const expected = sale.isUndone ? 'reversed' : has < price - fee ? 'tooPoor' : 'ok'
      const answer = await market.undo({ operation, seller, buyer, moneyOnly })
      expect(codeOf(answer)).toBe(expected)
      if (!answer.ok) return
      sale.isUndone = true
      model.money[thing.eats][seller] -= price - fee
      model.money[thing.eats][buyer] += price
      if (!isThere) return
      Object.assign(thing, { owner: seller, listing: null })
      // As it was before: an earlier sale can be undone with it. Nobody keeps what staff gave them the price back for.
      const given = (turn: number): number => {
        const earlier = model.sales.find((one) => one.turn === turn && one.isUndone)
        if (earlier) thing.owner = earlier.seller
        return earlier ? given(earlier.turnBefore) : turn
      }
      model.turns.set(thing.id, given(sale.turnBefore))
    },
    async use({ who, nth }) {
      const thing = pick(
        model.things.filter(({ owner, listing }) => owner === who && listing === null),
        nth,
      )
      if (!thing) return
      await market.use(who, thing.id)
      thing.owner = null
    },
    /** Once in a run: what the user had is gone, and with it the sales that only one side remembers. */
    async erase({ who }) {
      erased += 1
      if (erased > 1) return
      expect(codeOf(await market.erase(who))).toBe('ok')
      erasedUsers.add(who)
      for (const thing of model.things) if (thing.owner === who) Object.assign(thing, { owner: null, listing: null })
      for (const eats of ['meat', 'plants'] as const) model.money[eats][who] = 0
      model.sales.splice(
        0,
        model.sales.length,
        ...model.sales.filter(({ seller, buyer }) => seller !== who && buyer !== who),
      )
      model.banned.delete(who)
      made.length = 0
    },
    async restart() {
      market = await market.restart()
      forgetRefusals()
    },
    /** The store fails while a purchase is written: it was not made, and the next hub begins where the store is. */
    async crash({ who, nth }) {
      const thing = pick(listed(), nth)
      if (!thing?.listing || !thing.owner) return
      market.memory.fail(new Error('the disk is gone'))
      expect(await market.buy(who, thing.owner, thing.listing.id, thing.listing.price)).toMatchObject({ ok: false })
      market.memory.fail(null)
      market = await market.restart()
      forgetRefusals()
    },
  }
  for (const one of steps) {
    await acts[one.kind](one)
    for (const who of people) {
      const own = model.things.filter(({ owner }) => owner === who)
      expect(Object.keys(market.entriesOf(who)).sort()).toEqual(own.map(({ id }) => id).sort())
      const offered = own.flatMap(({ listing }) => (listing ? [listing.id] : []))
      expect(
        market
          .listed(who)
          .map(({ id }) => id)
          .sort(),
      ).toEqual(offered.sort())
      for (const eats of ['meat', 'plants'] as const)
        expect(market.balanceOf(who, currencyOf[eats])).toBe(model.money[eats][who])
    }
  }
  const found = await market.search()
  expect(found).toMatchObject({ output: { total: listed().length } })
  expect([await market.problems(), market.faults]).toEqual([[], []])
  await market.hub.close()
}

const runs = 60
test(`[VQ1] in ${runs} random runs of sellers, buyers, withdrawals, ends, bans, reversals, erasures, repeats and failing stores each answer is one that the model allows, and nothing is lost or made`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), run), {
    numRuns: runs,
    seed: 20_261_123,
  })
})
