import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import { type Permission, permissionsOf } from '../../shared/engine/permissions.ts'
import { payments } from '../../shared/features/ledger/ledger.ts'
import { refundPurchase } from '../../shared/features/refunds/refundPurchase.ts'
import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { setSwitch } from '../../shared/features/settings/commands.ts'
import { annsPlayer } from '../features/inventory/testing/openInventory.ts'
import { growingMod, openRedemptions } from '../features/redemptions/testing/openRedemptions.ts'
import { freshId, inSession, person } from '../testing/principals.ts'
import { requirePermissions } from './openApi.ts'
import { redeemRoutes } from './redeemRoutes.ts'

/** The routes for Ann, who plays a young Triceratops, or for another user. @param more permissions beside those of the role */
async function open(
  who = 'ann',
  role: 'player' | 'admin' = 'player',
  on: Partial<HubFeatures> = {},
  more: readonly Permission[] = [],
) {
  const world = await openRedemptions()
  await world.links(...growingMod)
  await world.plays('Triceratops', 25)
  const app = fastify()
  onTestFinished(() => app.close())
  const may = [...permissionsOf[role], ...more]
  const principalOf = () => ({
    ...inSession({ ...person(who, role), may, can: (permission) => may.includes(permission) }),
    ...(who === 'ann' && { playsAs: annsPlayer }),
  })
  requirePermissions(app, principalOf)
  const { hub, clock } = world
  redeemRoutes(app, { hub, clock, principalOf, features: HubFeatures.parse(on), serverKey: mainServer })
  const post = async (payload: object, headers = {}) => {
    const answer = await app.inject({ method: 'POST', url: '/api/shop/redeem', payload, headers })
    return { status: answer.statusCode, ...answer.json() }
  }
  const get = async (url: string) => {
    const answer = await app.inject(url)
    return { status: answer.statusCode, ...answer.json() }
  }
  const dispatchAs = (by: string, as: 'owner', name: string, input: object) =>
    hub.dispatch(inSession(person(by, as)), { id: freshId(clock.now()), name, input })
  return { ...world, post, get, dispatchAs }
}
const triceratops = { playerName: 'ann', category: 'dinosaurs', itemName: 'Triceratops', cost: 300 }

test('[RQ50] POST /api/shop/redeem redeems for the price that was seen, and the data of the player show it once it is spent', async () => {
  const { post, get, deliver, problems } = await open()
  expect(await post({ ...triceratops, mutations: ['Albino'] })).toEqual({
    status: 200,
    success: true,
    command: expect.any(String),
    delivery: expect.any(String),
    redemption: expect.any(String),
    remainingCurrency: 700,
    error: null,
    byHand: false,
  })
  expect(await get('/api/player/ann/data')).toMatchObject({ data: { totalSpent: 0, purchases: [] } })
  await deliver('confirmed')
  const data = { currency: 700, totalPurchases: 1, totalSpent: 300, purchases: [{ item: 'Triceratops', cost: 300 }] }
  expect(await get(`/api/player/${annsPlayer}/data`)).toMatchObject({ status: 200, success: true, data })
  expect(await problems()).toEqual([])
})

test('[SWI11] while redeeming is off a request answers 404 with featureOff, and what was redeemed before is delivered and spent', async () => {
  const { post, dispatchAs, deliver, balance, problems } = await open()
  expect(await post(triceratops)).toMatchObject({ status: 200 })
  await dispatchAs('olga', 'owner', setSwitch.name, { name: 'redeem', isOn: false })
  expect(await post(triceratops)).toMatchObject({
    status: 404,
    success: false,
    code: 'featureOff',
    error: 'Redeeming is switched off on this server.',
  })
  await deliver('confirmed')
  expect(balance()).toBe(700)
  expect(await problems()).toEqual([])
})

test('[RQ51] what is wrong is answered with the texts of the page, in their order, and nothing is taken', async () => {
  const { post, balance } = await open()
  const answers = [
    [{ ...triceratops, playerName: ' ' }, 400, '❌ Please enter your player name'],
    [{ ...triceratops, playerName: 'bob' }, 403, /only for yourself/],
    [{ ...triceratops, itemName: '' }, 400, '❌ Please select an item to redeem'],
    [{ ...triceratops, itemName: 'Dragon' }, 404, /There is no "Dragon"/],
    [{ ...triceratops, category: 'dragons' }, 400, /category: one of/],
    [{ ...triceratops, cost: 299 }, 409, /299.*300/],
    [{ ...triceratops, cost: 0 }, 409, /0.*300/],
    [{ ...triceratops, cost: -1 }, 400, /cost/],
    [{ ...triceratops, cost: 2.5 }, 400, /^cost: the price that you saw, a whole number of at least 0, not 2\.5\.$/],
    [{ ...triceratops, itemName: 'x'.repeat(201) }, 400, 'itemName: Too long, at most 200 characters. It has 201.'],
    [
      { ...triceratops, customOptions: { message: 'x'.repeat(999) } },
      400,
      'customOptions.message: Too long, at most 998 characters. It has 999.',
    ],
    [{ ...triceratops, category: 'perks', itemName: 'Weather Control', cost: 150 }, 400, /weather/],
    [
      { ...triceratops, category: 'perks', itemName: 'Custom Message', cost: 25 },
      400,
      '❌ Please enter a custom message',
    ],
  ] as const
  for (const [body, status, error] of answers)
    expect(await post(body), JSON.stringify(body)).toMatchObject({
      status,
      success: false,
      error: typeof error === 'string' ? error : expect.stringMatching(error),
    })
  await post({ ...triceratops, category: 'mutations', itemName: 'Hyperodontosaurus Mutation', cost: 500 })
  await post({ ...triceratops })
  expect(balance()).toBe(200)
  expect(await post({ ...triceratops, category: 'perks', itemName: 'Adult Growth', cost: 200 })).toMatchObject({
    status: 200,
  })
  expect(await post({ ...triceratops, itemName: 'Tyrannosaurus', cost: 1_000 })).toMatchObject({ code: 'running' })
})

test('[RQ52] cost 0 with the name of an own dinosaur redeems that with its mutations', async () => {
  const { post, give, dinosaurs, balance } = await open()
  await give('Triceratops')
  const own = { ...triceratops, cost: 0, mutations: ['wader', 'nocturnal-parent'] }
  expect(await post({ ...own, mutations: [] })).toMatchObject({ status: 400, code: 'noMutation' })
  expect(await post(own)).toMatchObject({ status: 200, remainingCurrency: 1_000 })
  expect([balance(), dinosaurs()[0]?.state]).toEqual([1_000, 'redeeming'])
})

test('[RQ53] the same key redeems once, and with other contents it is an error', async () => {
  const { post, clock, held } = await open()
  const headers = { 'idempotency-key': freshId(clock.now()) }
  const first = await post(triceratops, headers)
  expect(await post(triceratops, headers)).toEqual(first)
  const other = { ...triceratops, category: 'perks', itemName: 'Half Growth', cost: 100 }
  expect(await post(other, headers)).toMatchObject({ status: 409, code: 'otherContents' })
  expect(held()).toEqual([300])
})

test('[RQ55] a request that is repeated after an own dinosaur left gets its answer again: nothing else leaves, and other contents are an error', async () => {
  const { post, give, deliver, dinosaurs, clock } = await open()
  for (let count = 0; count < 2; count += 1) await give('Triceratops')
  const headers = { 'idempotency-key': freshId(clock.now()) }
  const own = { ...triceratops, cost: 0, mutations: ['wader'] }
  const { remainingCurrency, redemption, byHand } = await post(own, headers)
  const same = { status: 200, remainingCurrency, redemption, byHand }
  expect(await post(own, headers)).toMatchObject(same)
  await deliver('confirmed')
  await deliver('confirmed')
  expect(await post(own, headers)).toMatchObject(same)
  expect(dinosaurs().map(({ state }) => state)).toEqual(['stored'])
  expect(await post({ ...own, mutations: ['nocturnal'] }, headers)).toMatchObject({
    status: 409,
    code: 'otherContents',
  })
  expect(await post(triceratops, headers)).toMatchObject({ status: 409, code: 'otherContents' })
  expect(await post({ ...own, itemName: 'Dragon' })).toMatchObject({ status: 404, code: 'notOffered' })
})

test('[RQ56] a repeated request without a cost gets its answer again, too, whatever the price is by now', async () => {
  const { post, ask, clock, balance } = await open()
  const headers = { 'idempotency-key': freshId(clock.now()) }
  const { cost, ...whatever } = triceratops
  const first = await post(whatever, headers)
  const changes = { 'redeem-triceratops': { price: cost + 50 } }
  expect(await ask({ name: 'catalogue.changeItems' }, { changes }, 'olga', 'owner')).not.toHaveProperty('code')
  expect(await post(whatever, headers)).toEqual(first)
  expect(balance()).toBe(700)
})

test('[RQ57] the purchases of a player are those of the shop, too', async () => {
  const { post, get, ask, deliver, clock } = await open()
  await post(triceratops)
  await deliver('confirmed')
  clock.pass(1)
  await ask({ name: 'ledger.addCurrency' }, { target: 'ann', amount: 8_300 }, 'olga', 'owner')
  expect(await ask({ name: 'shop.buy' }, { item: 'triceratops', price: 9_000 })).not.toHaveProperty('code')
  const purchases = [{ cost: 9_000 }, { cost: 300 }].map((one) => ({ ...one, item: 'Triceratops' }))
  expect(await get('/api/player/me/data')).toMatchObject({
    data: { currency: 0, totalPurchases: 2, totalSpent: 9_300, purchases },
  })
})

test('[RQ1100] what staff refunded is no longer a purchase, of the shop, of skins and of redemptions', async () => {
  const { post, get, ask, deliver, clock, hub, problems } = await open()
  await ask({ name: 'ledger.addCurrency' }, { target: 'ann', amount: 9_000 }, 'olga', 'owner')
  const refund = (operation: string) =>
    ask(refundPurchase, { account: 'ann', operation, reason: 'by mistake', moneyOnly: true }, 'olga', 'owner')
  await post(triceratops)
  await deliver('confirmed')
  clock.pass(1)
  await ask({ name: 'shop.buy' }, { item: 'triceratops', price: 9_000 })
  const [redeemed = '', bought = ''] = Object.keys(hub.read(payments, 'ann').latest)
  await refund(bought)
  const redemption = { cost: 300, item: 'Triceratops' }
  const data = { currency: 9_700, totalPurchases: 1, totalSpent: 300, purchases: [redemption] }
  expect(await get('/api/player/me/data')).toMatchObject({ data })
  await refund(redeemed)
  const design = { species: 'Triceratops', skin: 'skin-albino', colours: null }
  await ask({ name: 'skins.buy' }, { design, price: 500 })
  const nothing = { currency: 10_000, totalPurchases: 0, totalSpent: 0, purchases: [] }
  expect(await get('/api/player/me/data')).toMatchObject({ data: { totalPurchases: 1, totalSpent: 500 } })
  await refund(Object.keys(hub.read(payments, 'ann').latest).at(-1) ?? '')
  expect(await get('/api/player/me/data')).toMatchObject({ data: nothing })
  for (const operation of Object.keys(hub.read(payments, 'ann').latest)) await refund(operation)
  expect(await get('/api/player/me/data')).toMatchObject({ data: nothing })
  expect(await problems()).toEqual([])
})

test('[RQ54] a player reads their own data alone; staff who add currency read those of an account', async () => {
  const bob = await open('bob')
  expect(await bob.get('/api/player/ann/data')).toMatchObject({ status: 404, code: 'notFound' })
  const staff = await open('ada', 'admin')
  expect(await staff.get('/api/player/ann/data')).toMatchObject({ status: 200, data: { currency: 1_000 } })
  expect(await staff.get('/api/player/nobody/data')).toMatchObject({ status: 404 })
})

test('[RQ2404] staff who settle trades read the data of an account as well, and other staff do not', async () => {
  const settling = await open('sam', 'player', {}, ['settleEconomy'])
  expect(await settling.get('/api/player/ann/data')).toMatchObject({ status: 200, data: { currency: 1_000 } })
  const other = await open('sam', 'player', {}, ['ownerPanel', 'runConsole'])
  expect(await other.get('/api/player/ann/data')).toMatchObject({ status: 404, code: 'notFound' })
})

test('[RQ85] while the inventory is switched off cost 0 answers featureOff, and the catalogue goes on', async () => {
  const { post, give, dinosaurs } = await open('ann', 'player', { realInventory: false })
  await give('Triceratops')
  expect(await post({ ...triceratops, cost: 0 })).toMatchObject({
    status: 404,
    code: 'featureOff',
    error: 'The inventory is switched off on this hub.',
  })
  expect(dinosaurs()[0]?.state).toBe('stored')
  expect(await post(triceratops)).toMatchObject({ status: 200 })
})

test('[RQ111] while currency is switched off an own dinosaur can be redeemed, and nothing of the catalogue', async () => {
  const { post, get, give, dinosaurs } = await open('ann', 'player', { realCurrency: false })
  const own = { ...triceratops, cost: 0, mutations: ['wader'] }
  const off = { status: 404, code: 'featureOff', error: 'Currency is switched off on this hub.' }
  expect(await post(own)).toMatchObject({ status: 404, code: 'notOffered' })
  await give('Triceratops')
  expect(await post(triceratops)).toMatchObject(off)
  expect(await post({ ...triceratops, itemName: 'Dragon' })).toMatchObject(off)
  expect(await get('/api/player/me/data')).toMatchObject(off)
  expect(await post(own)).toMatchObject({ status: 200 })
  expect(dinosaurs()[0]?.state).toBe('redeeming')
})
