import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import { createAttack } from './testing/attackReport.ts'

// The router decodes percent-encoded letters: /%61pi/ leads where /api/ leads, and has to be treated in the same way.
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ commandsPerSecond: 1, trustedProxies: ['127.0.0.1'] })
})
afterAll(() => app.close())

/** The same path with the second letter percent-encoded. */
const spelledOtherwise = (path: string) =>
  `/${path.slice(1).replace(/^\.?[a-z]/, (start) => start.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`))}`

let networks = 0
/** Each request comes from a network of its own, since requests of one network are limited. */
const ask = (method: string, path: string, headers: Record<string, string>) => {
  networks += 1
  const from = { origin: app.address(), 'content-type': 'application/json' }
  return fetch(app.address() + path, {
    method,
    headers: { ...headers, ...from, 'x-forwarded-for': `2001:db8:${networks.toString(16)}::1` },
    redirect: 'manual',
    ...(method !== 'GET' && { body: '{}' }),
  })
}

test('[MP21] requests count in the budget of their account however their address is spelled', async () => {
  const attack = createAttack('requests beyond the budget under another spelling of the address')
  const { cookie } = await app.visitAs({ account: 'eager', role: 'player' })
  for (const [method, path] of [
    ['GET', '/api/player/me'],
    ['GET', '/auth/raisable'],
    ['POST', '/rcon/kick'],
    ['POST', '/.netlify/functions/slay'],
  ] as const) {
    const statuses: number[] = []
    for (let nth = 0; nth < 60; nth += 1)
      statuses.push((await ask(method, spelledOtherwise(path), { cookie: cookie() })).status)
    attack.attempt(!statuses.includes(429), () => `60 requests to ${spelledOtherwise(path)}: none was refused`)
  }
  expect(attack.done()).toEqual([])
})

test('[MP22] answers about a user are kept by no cache, and ended tokens are refused, however the address is spelled', async () => {
  const attack = createAttack('personal answers that are kept under another spelling of the address')
  const routes = app.hub().app.served.filter(({ url, method }) => method === 'GET' && /^\/(api|auth)\//.test(url))
  const token = 'Bearer wht_ended'
  for (const [nth, { url, method }] of routes.entries()) {
    const path = url.replace(/:\w+/g, 'me')
    const { cookie } = await app.visitAs({ account: `owner-${nth}`, role: 'owner' })
    // It has no end.
    if (path === '/api/tap') continue
    const plain = await ask(method, path, { cookie: cookie() })
    const other = await ask(method, spelledOtherwise(path), { cookie: cookie() })
    const kept = [plain, other].map(({ headers }) => headers.get('cache-control'))
    attack.attempt(kept[0] !== kept[1], () => `${path}: ${kept.join(' and ')}`)
    const refused = [path, spelledOtherwise(path)].map(
      async (each) => (await ask(method, each, { authorization: token })).status,
    )
    const [asUsual, otherwise] = await Promise.all(refused)
    attack.attempt(asUsual !== otherwise, () => `${path} with an ended token: ${asUsual} and ${otherwise}`)
  }
  expect(attack.done()).toEqual([])
})

/** The rate limit that the answer states, and how much of it is left. The path is sent as it is. */
const rateOf = (path: string, from: string) =>
  new Promise<readonly unknown[]>((resolve, reject) => {
    const { port } = new URL(app.address())
    const asked = request({ port, host: '127.0.0.1', path, headers: { 'x-forwarded-for': from } }, (answer) => {
      const { 'x-ratelimit-limit': limit, 'x-ratelimit-remaining': left } = answer.headers
      answer.resume().on('end', () => resolve([answer.statusCode, Number(limit), Number(left)]))
    })
    asked.on('error', reject).end()
  })

test('[XA2230] the answers that a network gets count together however their addresses are spelled', async () => {
  const attack = createAttack('answers beyond the rate of a network under another spelling of the address')
  const [, limit, left] = await rateOf('/api/shop/items', '203.0.113.7')
  const spellings = ['/%61pi/shop/items', '/a%70i/shop/items', 'http://hub.example/api/shop/items', '/api/shop/items']
  for (const [nth, path] of spellings.entries()) {
    const rate = await rateOf(path, '203.0.113.7')
    attack.attempt(String(rate) !== String([200, limit, Number(left) - nth - 1]), () => `${path}: ${rate}`)
  }
  expect(attack.done()).toEqual([])
})
