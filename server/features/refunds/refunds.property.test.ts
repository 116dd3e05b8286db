import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addCurrency } from '../../../shared/features/ledger/commands.ts'
import { payments } from '../../../shared/features/ledger/ledger.ts'
import { reverseSale } from '../../../shared/features/market/commands.ts'
import { refundPurchase } from '../../../shared/features/refunds/refundPurchase.ts'
import { buyDinosaur } from '../../../shared/features/shop/commands.ts'
import { buySkin, dressDinosaur } from '../../../shared/features/skins/commands.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import { type OpenMarket, openMarket, owner } from '../market/testing/openMarket.ts'

const users = ['ann', 'bob', 'cleo'] as const
type User = (typeof users)[number]
/** Enough that no one is ever too poor for what staff take back. */
const began = 1_000_000

const nth = fc.nat({ max: 100 })
const act = fc.record({
  kind: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom('buyDinosaur' as const, 'buySkin' as const, 'undo' as const) },
    { weight: 1, arbitrary: fc.constantFrom('dress' as const, 'dressWithKept' as const) },
    { weight: 2, arbitrary: fc.constantFrom('sell' as const) },
    { weight: 1, arbitrary: fc.constantFrom('list' as const) },
  ),
  user: fc.constantFrom(...users),
  to: fc.constantFrom(...users),
  skin: fc.constantFrom('skin-albino', 'skin-melanistic'),
  nth,
})
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never
const pick = <T>(all: readonly T[], at: number): T | undefined => all[at % all.length]

/** Every sale that was not undone, and every payment that was not refunded. */
function standing({ hub, pastOf }: OpenMarket) {
  const sales = users.flatMap((buyer) =>
    pastOf(buyer)
      .filter(({ end, reversedAt }) => end === 'bought' && reversedAt === null)
      .map(({ id, operation }) => {
        const seller = users.find((who) => pastOf(who).some((one) => one.id === id && one.end === 'sold'))
        return { command: reverseSale.name, input: { operation, buyer, seller } }
      }),
  )
  const paid = users.flatMap((account) =>
    Object.entries(hub.read(payments, account).latest)
      .filter(([, { refundedAt }]) => refundedAt === null)
      .map(([operation]) => ({ command: refundPurchase.name, input: { account, operation } })),
  )
  return [...sales, ...paid]
}

/** Of what is gone the currency alone goes back. What someone has listed waits. */
async function undoOne(market: OpenMarket, at: number) {
  const one = pick(standing(market), at)
  if (!one) return
  const send = (moneyOnly: boolean) =>
    market.dispatch(owner, one.command, { ...one.input, moneyOnly, reason: 'by mistake' })
  const answer = await send(false)
  if (answer.ok || answer.code === 'locked') return
  expect([answer.code, await send(true)]).toMatchObject(['used', { ok: true }])
}

async function sell({ list, buy, listingOf, entriesOf, skinsOf }: OpenMarket, { kind, user, to, nth: at }: Act) {
  const dinosaurs = Object.values(entriesOf(user)).map(({ id, state }) => ({ id, state, kind: 'dinosaur' as const }))
  const skins = Object.values(skinsOf(user)).map(({ id, state }) => ({ id, state, kind: 'skin' as const }))
  const stored = [...dinosaurs, ...skins].filter(({ state }) => state === 'stored')
  const one = pick(stored, at)
  if (!one || to === user) return
  expect(await list(user, one.id, 1_000, { kind: one.kind })).toMatchObject({ ok: true })
  if (kind === 'sell') expect(await buy(to, user, listingOf(user, one.id), 1_000)).toMatchObject({ ok: true })
}

async function run(market: OpenMarket, one: Act) {
  const { ask, entriesOf, skinsOf } = market
  const { kind, user, skin } = one
  if (kind === 'undo') return undoOne(market, one.nth)
  if (kind === 'sell' || kind === 'list') return sell(market, one)
  if (kind === 'buyDinosaur') return ask(user, buyDinosaur, { item: 'carnotaurus', price: 5_000 })
  const kept = kind === 'dressWithKept' ? pick(Object.values(skinsOf(user)), one.nth) : undefined
  const design = { species: 'Carnotaurus', skin: kept?.skin ?? skin, colours: null }
  if (kind === 'buySkin') return ask(user, buySkin, { design, price: 500 })
  const dinosaur = pick(Object.keys(entriesOf(user)), one.nth) ?? 'none'
  return ask(user, dressDinosaur, { dinosaur, design, price: 500, ownedSkin: kept?.id ?? null })
}

async function openWith(amount: number) {
  const market = await openMarket()
  for (const who of users) await market.join(who, amount)
  await market.free()
  for (const target of users) await market.dispatch(owner, addCurrency.name, { target, amount, currency: 'voidPearls' })
  return market
}
const hasOf = ({ hub, entriesOf, skinsOf }: OpenMarket, who: User) => ({
  ...Object.fromEntries(currencies.map((currency) => [currency, hub.read(wallet, who)[currency]])),
  things: [...Object.keys(entriesOf(who)), ...Object.keys(skinsOf(who))],
})

test('[VN2162] once staff have undone every sale and refunded every purchase, in any order, all users have what they began with', async () => {
  const property = fc.asyncProperty(
    fc.array(act, { minLength: 3, maxLength: 24 }),
    fc.array(nth, { minLength: 60, maxLength: 60 }),
    async (acts, order) => {
      const market = await openWith(began)
      for (const one of acts) await run(market, one)
      for (const who of users) for (const { id } of market.listed(who)) await market.withdraw(who, id)
      for (const at of order) await undoOne(market, at)
      expect(standing(market)).toEqual([])
      const all = { voidPearls: began, razorTalons: began, sylvanShards: began, things: [] }
      expect(users.map((who) => hasOf(market, who))).toEqual([all, all, all])
      expect(await market.problems()).toEqual([])
      await market.hub.close()
    },
  )
  await fc.assert(property, { numRuns: 80 })
})
