import { expect, test } from 'vitest'
import { createAdmission } from '../auth/admission.ts'
import { demoRoutes } from '../auth/demoSignIn.ts'
import { createAddressOf } from '../gateway/clientAddress.ts'
import { createLog } from '../observability/log.ts'
import { createHttp } from './createHttp.ts'

const origin = 'http://127.0.0.1'

const letIn = async () => ({ account: 'demo-player', outcome: 'found', endsAt: 1 })

/** The sign-in routes, with a hub that answers each command with `order`. */
async function openRoutes(order: (name: string) => Promise<unknown> = letIn, isSecure = false) {
  const app = await createHttp({
    log: createLog({ logLevel: 'silent' }),
    isSecure,
    isOurOrigin: () => true,
    addressOf: createAddressOf({ isSecure, trustedProxies: null }),
  })
  const hub = { execute: (_actor: string, name: string) => order(name) }
  const admit = createAdmission({ hub, isSecure })
  demoRoutes(app, { demo: true, admit, hub })
  const signIn = (headers: Record<string, string> = {}) =>
    app.inject({ method: 'POST', url: '/auth/demo', headers: { origin, ...headers }, payload: { role: 'player' } })
  return { app, signIn }
}

test('[HT10] invented client addresses do not evade the rate limit, with and without a proxy', async () => {
  for (const isSecure of [true, false]) {
    const { signIn } = await openRoutes(letIn, isSecure)
    const statuses: number[] = []
    for (let time = 0; time < 25; time += 1)
      statuses.push((await signIn({ 'x-forwarded-for': `198.51.100.${time}, 203.0.113.7` })).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  }
})

test('[HT16] files of the page have a rate of their own, ten times as high: users behind one address do not shut each other out', async () => {
  const { app } = await openRoutes(letIn)
  app.get('/assets/:name', async () => 'a file')
  app.get('/api/something', async () => 'an answer')
  const statuses = async (url: string) => {
    const seen = new Set<number>()
    for (let time = 0; time < 650; time += 1)
      seen.add((await app.inject({ url, remoteAddress: '192.0.2.7' })).statusCode)
    return seen
  }
  expect(await statuses('/assets/page-1a2b.js')).toEqual(new Set([200]))
  expect(await statuses('/api/something')).toEqual(new Set([200, 429]))
})

test('[HT1842] a body that is too large is refused with its limit and its length', async () => {
  const { app } = await openRoutes()
  app.post('/small', { bodyLimit: 1_000 }, async () => 'read')
  const headers = { origin, 'content-type': 'application/json' }
  const post = (url: string, payload: string) => app.inject({ method: 'POST', url, headers, payload })
  const answers = [
    await post('/auth/demo', JSON.stringify('x'.repeat(65_535))),
    await post('/small', ' '.repeat(1_001)),
  ]
  expect(answers.map((answer) => [answer.statusCode, answer.json().error])).toEqual([
    [413, 'The body is too large, at most 65,536 bytes. It has 65,537.'],
    [413, 'The body is too large, at most 1,000 bytes. It has 1,001.'],
  ])
})

test('[HT11] behind a proxy every client has its own limit', async () => {
  const { signIn } = await openRoutes(letIn, true)
  for (let time = 0; time < 25; time += 1)
    expect((await signIn({ 'x-forwarded-for': `198.51.100.${time}` })).statusCode).toBe(200)
})

test.each(['storageFull', 'unavailable', 'fateUnknown'])('[HT12] %s is answered with its own code', async (code) => {
  const { signIn } = await openRoutes(() => Promise.reject(Object.assign(new Error('No room.'), { code })))
  const answer = await signIn()
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toEqual({ success: false, error: 'No room.', code })
})

test('[HT13] sign-in, the new session and the end of the old session are one command', async () => {
  const orders: string[] = []
  const { signIn } = await openRoutes((name) => {
    orders.push(name)
    return letIn()
  })
  await signIn({ cookie: 'waterhole_session=old' })
  // A demo account gets its balances after it.
  expect(orders).toEqual(['session.signIn', 'economy.grantDemoBalances'])
})

test('[HT14] an undecodable URL gets an answer in the usual form', async () => {
  const { app } = await openRoutes()
  for (const url of ['/%zz', '/api/%ff']) {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ success: false, code: 'badRequest', error: expect.stringContaining('%') })
  }
})
