import { expect, test } from 'vitest'
import {
  type ReceivedDonation,
  receiveDonation,
  receiveDonationTest,
} from '../../shared/features/donations/commands.ts'
import { createOriginCheck } from '../gateway/socketServer.ts'
import { createLog } from '../observability/log.ts'
import { createHttp } from './createHttp.ts'
import { donationRoutes } from './donationRoutes.ts'
import { kofi } from './payments/kofi.ts'
import { patreon } from './payments/patreon.ts'
import { tebex } from './payments/tebex.ts'
import { kofiCall, kofiToken, patreonCall, patreonSecret, tebexCall, tebexSecret } from './payments/testing/calls.ts'

async function open(execute?: () => Promise<unknown>) {
  const told: ReceivedDonation[] = []
  let tests = 0
  const hub = {
    async execute(_actor: string, name: string, input: unknown) {
      if (execute) return execute()
      if (name === receiveDonationTest.name) {
        tests += 1
        return {}
      }
      told.push(receiveDonation.input.parse(input))
      return { outcome: 'recorded' }
    },
  }
  const app = await createHttp({
    log: createLog({ logLevel: 'silent' }),
    isSecure: false,
    isOurOrigin: createOriginCheck([], false),
  })
  donationRoutes(app, { hub, services: [kofi(kofiToken), tebex(tebexSecret), patreon(patreonSecret, 'USD')] })
  const send = async ({ path, body, headers }: ReturnType<typeof kofiCall>, more: object = {}) => {
    const answer = await app.inject({ method: 'POST', url: path, payload: body, headers: { ...headers, ...more } })
    return { status: answer.statusCode, ...answer.json() }
  }
  return { told, send, tests: () => tests }
}

test('[DNT40] each service is understood in its own format, in minor units, and nothing is passed on that need not be kept', async () => {
  const { told, send } = await open()
  for (const call of [kofiCall(), tebexCall(), patreonCall()])
    expect(await send(call)).toMatchObject({ status: 200, success: true, outcome: 'recorded' })
  expect(told).toEqual([
    {
      source: 'kofi',
      transaction: '0a1fac0c-f960-4506-a60e-824979a74e74',
      event: 'paid',
      amount: 300,
      currency: 'EUR',
      donor: 'Jo Example',
      message: 'Good luck!',
      steamIds: [],
      discordId: null,
    },
    {
      source: 'tebex',
      transaction: 'tbx-1000a1000-ab1234',
      event: 'paid',
      amount: 999,
      currency: 'GBP',
      donor: 'Jo',
      message: '',
      steamIds: ['76561198000000001'],
      discordId: null,
    },
    {
      source: 'patreon',
      transaction: '03ca69c3-ebea-4b9a-8fac-e4a837873254 2026-01-01T13:04:30.000Z',
      event: 'paid',
      amount: 500,
      currency: 'USD',
      donor: 'Jo Example',
      message: '',
      steamIds: [],
      discordId: '123456789012345678',
    },
  ])
  expect(JSON.stringify(told)).not.toContain('@example.com')
})

test('[DNT41] refunds and lost disputes arrive as such; what is not a payment is answered and changes nothing', async () => {
  const { told, send } = await open()
  await send(tebexCall({ type: 'payment.refunded' }))
  await send(tebexCall({ type: 'payment.dispute.lost' }))
  await send(patreonCall({ last_charge_status: 'Refunded' }))
  expect(told.map(({ source, event }) => `${source} ${event}`)).toEqual([
    'tebex refunded',
    'tebex refunded',
    'patreon refunded',
  ])
  expect(await send(tebexCall({ type: 'validation.webhook', id: 'check-1', subject: {} }))).toEqual({
    status: 200,
    id: 'check-1',
  })
  for (const call of [
    tebexCall({ type: 'payment.declined' }),
    tebexCall({}, { price: { amount: 0, currency: 'GBP' } }),
    kofiCall({ amount: '0.00' }),
    patreonCall({ last_charge_status: 'Pending' }),
    patreonCall({ currently_entitled_amount_cents: 0 }),
  ])
    expect(await send(call)).toMatchObject({ status: 200, outcome: 'ignored' })
  expect(told).toHaveLength(3)
})

test('[DNT66] a refund of a member who is entitled to nothing any more is not an ignored call: it names the payment', async () => {
  const { told, send } = await open()
  await send(patreonCall())
  const paid = told[0]?.transaction
  for (const last_charge_status of ['Refunded', 'Fraud'])
    for (const currently_entitled_amount_cents of [0, null, 100])
      await send(patreonCall({ last_charge_status, currently_entitled_amount_cents, patron_status: 'former_patron' }))
  expect(told.slice(1).map(({ event, transaction, amount }) => [event, transaction === paid, amount])).toEqual([
    ...[0, 0, 100].map((amount) => ['refunded', true, amount]),
    ...[0, 0, 100].map((amount) => ['refunded', true, amount]),
  ])
})

test('[DNT42] a call with a wrong signature, without one, or whose body was changed by one character is refused', async () => {
  const { told, send } = await open()
  const changed = tebexCall()
  for (const call of [
    kofiCall({ verification_token: 'token-of-kofi-2' }),
    kofiCall({ verification_token: undefined }),
    { ...kofiCall(), body: 'data=%7B' },
    { ...kofiCall(), body: '' },
    { ...changed, body: changed.body.replace('9.99', '9.90') },
    { ...tebexCall(), headers: { 'content-type': 'application/json' } },
    { ...patreonCall(), headers: { ...patreonCall().headers, 'x-patreon-signature': 'é' } },
    { ...patreonCall(), body: `${patreonCall().body} ` },
    // The signature of one service is none of another.
    { ...patreonCall(), path: '/api/donations/tebex' },
  ])
    expect(await send(call)).toMatchObject({ status: 401, code: 'badSignature' })
  expect(told).toEqual([])
})

test('[DNT43] a genuine call that cannot be read says what it lacks; another type of body and a page of another origin are refused', async () => {
  const { told, send } = await open()
  expect(await send(kofiCall({ amount: '3.005' }))).toMatchObject({
    status: 400,
    error: '"3.005 EUR" is not an amount of money.',
  })
  expect(await send(kofiCall({ currency: 'XQQ' }))).toMatchObject({ status: 400 })
  for (const transaction of ['', ' '])
    expect(await send(kofiCall({ kofi_transaction_id: transaction }))).toMatchObject({ status: 400 })
  expect(await send(tebexCall({ subject: {} }))).toMatchObject({ status: 400 })
  expect(await send(patreonCall({ last_charge_date: 'yesterday' }))).toMatchObject({ status: 400 })
  expect(await send(kofiCall(), { 'content-type': 'application/json' })).toMatchObject({ status: 415 })
  expect(await send(kofiCall(), { origin: 'https://evil.example' })).toMatchObject({
    status: 403,
    code: 'foreignOrigin',
  })
  expect(await send({ ...kofiCall(), body: 'x'.repeat(70_000) })).toMatchObject({ status: 413 })
  expect(told).toEqual([])
})

test('[DNT44] what the store could not take is answered with 503, so that the service sends it again', async () => {
  const { send } = await open(() =>
    Promise.reject(Object.assign(new Error('The disk is full.'), { code: 'storageFull' })),
  )
  expect(await send(kofiCall())).toMatchObject({ status: 503, code: 'storageFull' })
})

test('[DNT45] the name and the message of a donor are one line of plain text', async () => {
  const { told, send } = await open()
  await send(kofiCall({ from_name: `a\u202Eb\n${'x'.repeat(200)}`, message: 'me: 76561198000000002!' }))
  expect(told[0]?.donor).toBe(`a b ${'x'.repeat(96)}`)
  expect(told[0]?.steamIds).toEqual(['76561198000000002'])
})

test("[DNT46] the test call of Ko-fi is answered with 200 and noted, and is not a donation; one with another's token is refused", async () => {
  const { told, send, tests } = await open()
  const test = {
    kofi_transaction_id: '00000000-1111-2222-3333-444444444444',
    message: 'Good luck with the integration!',
  }
  expect(await send(kofiCall(test))).toEqual({ status: 200, success: true, outcome: 'test' })
  expect(await send(kofiCall({ ...test, amount: '4.20' }))).toMatchObject({ status: 200, outcome: 'test' })
  expect(await send(kofiCall({ ...test, verification_token: 'other' }))).toMatchObject({ status: 401 })
  expect([told, tests()]).toEqual([[], 2])
})

test('[DNT47] more than 120 calls in a minute from one address are refused with 429, whether they are genuine or not', async () => {
  const { told, send } = await open()
  const wrong = kofiCall({ verification_token: 'guess' })
  for (let sent = 0; sent < 60; sent += 1) expect((await send(wrong)).status).toBe(401)
  for (let sent = 0; sent < 60; sent += 1) expect((await send(kofiCall())).status).toBe(200)
  expect((await send(kofiCall())).status).toBe(429)
  expect((await send(wrong)).status).toBe(429)
  expect(told).toHaveLength(60)
  // Each service has a limit of its own.
  expect((await send(tebexCall())).status).toBe(200)
})
