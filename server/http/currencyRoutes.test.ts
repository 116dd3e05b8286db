import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import type { Role } from '../../shared/engine/permissions.ts'
import { setRole } from '../../shared/features/roles/commands.ts'
import { HubFeatures } from '../../shared/features/server/hubFeatures.ts'
import { moneyProblems } from '../features/ledger/testing/checkMoney.ts'
import { openLedger, ownersSteamId } from '../features/ledger/testing/openLedger.ts'
import { freshId, person } from '../testing/principals.ts'
import { currencyRoutes } from './currencyRoutes.ts'
import { requirePermissions } from './openApi.ts'

const rex = '76561198000000002'

/** The route, for a user of this role, on a hub in which bob plays rex. */
async function open(who: string, role: Role, isOn = true) {
  const world = await openLedger()
  await world.link('olga', ownersSteamId, 'Olga')
  await world.link('ann', null, 'Ann')
  await world.link('bob', rex, 'Bob')
  await world.ask('olga', 'owner', setRole, { account: 'ann', role: 'admin' })
  const app = fastify()
  onTestFinished(() => app.close())
  const features = HubFeatures.parse({ realCurrency: isOn })
  const principalOf = () => person(who, role)
  requirePermissions(app, principalOf)
  currencyRoutes(app, { hub: world.hub, principalOf, clock: world.clock, features })
  const add = async (payload: unknown, headers = {}) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/admin/currency/add',
      payload: payload as object,
      headers,
    })
    return { status: answer.statusCode, ...answer.json() }
  }
  return { ...world, add }
}

test('[DE21] the HTTP call adds Void Pearls or another currency, and answers with the new balance and its text', async () => {
  const { add, hub, memory } = await open('ann', 'admin')
  const body = { targetPlayer: rex, amount: 500, reason: '', adminUser: 'somebody else' }
  expect(await add(body)).toEqual({
    status: 200,
    success: true,
    newBalance: 500,
    message: '✅ Added 500 currency to Bob. New balance: 500',
    error: null,
    operation: expect.any(String),
  })
  expect(await add({ ...body, currency: 'sylvanShards', amount: 7 })).toMatchObject({ newBalance: 7 })
  expect(await moneyProblems(hub, memory.storage)).toEqual([])
})

test('[DE22] what is wrong with the body is answered with the texts of the page, and nothing is given', async () => {
  const { add, balanceOf } = await open('ann', 'admin')
  for (const amount of [-5, 0, 0.5, '500', 10 ** 12 + 1, null, undefined])
    expect(await add({ targetPlayer: rex, amount }), String(amount)).toMatchObject({
      status: 400,
      success: false,
      error: '❌ Please enter a valid amount',
    })
  for (const targetPlayer of ['', '  ', null, undefined])
    expect(await add({ targetPlayer, amount: 5 })).toMatchObject({
      status: 400,
      error: '❌ Please enter a player name',
    })
  expect(await add({ targetPlayer: rex, amount: 5, currency: 'gold' })).toMatchObject({ status: 400 })
  expect(await add({ targetPlayer: 'Nobody', amount: 5 })).toMatchObject({ status: 404, code: 'unknownPlayer' })
  expect(await add({ targetPlayer: '76561198000000009', amount: 5 })).toMatchObject({ status: 409, code: 'noAccount' })
  expect(await add({ targetPlayer: 'olga', amount: 5 })).toMatchObject({ status: 403, code: 'above' })
  expect(balanceOf('bob')).toBe(0)
})

test('[V8.2.1] [DE23] the call needs the permission before its input, and is off where currency is', async () => {
  const { add } = await open('mo', 'moderator')
  expect(await add({ amount: 'nonsense' })).toMatchObject({ status: 403, code: 'forbidden' })
  const off = await open('ann', 'admin', false)
  expect(await off.add({ targetPlayer: rex, amount: 5 })).toMatchObject({ status: 404, code: 'featureOff' })
})

test('[DE24] a request that is repeated with its key gives once, and one with other contents is an error', async () => {
  const { add, clock, balanceOf } = await open('ann', 'admin')
  const headers = { 'idempotency-key': freshId(clock.now()) }
  const first = await add({ targetPlayer: rex, amount: 5 }, headers)
  expect(await add({ targetPlayer: rex, amount: 5 }, headers)).toEqual(first)
  expect(balanceOf('bob')).toBe(5)
  for (const other of [{ amount: 6 }, { targetPlayer: 'bob' }, { currency: 'sylvanShards' }])
    expect(await add({ targetPlayer: rex, amount: 5, ...other }, headers)).toMatchObject({
      status: 409,
      code: 'otherContents',
    })
  expect(balanceOf('bob')).toBe(5)
  expect(await add({ targetPlayer: rex, amount: 5 }, { 'idempotency-key': 'x' })).toMatchObject({ code: 'badId' })
})
