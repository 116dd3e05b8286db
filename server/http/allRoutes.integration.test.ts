import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOriginCheck } from '../gateway/socketServer.ts'
import { createLog } from '../observability/log.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createHttp } from './createHttp.ts'
import { addressFor, type KnownRoute, routesOf } from './testing/routesOf.ts'

let world: TestApp
let routes: readonly KnownRoute[]
let writes: readonly KnownRoute[]
beforeAll(async () => {
  world = await openTestApp()
  routes = routesOf(world.hub().app.printRoutes({ commonPrefix: false }))
  writes = routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
})
afterAll(() => world.close())

const json = { 'content-type': 'application/json' }
const ask = (route: KnownRoute, headers: Record<string, string>, payload: string | null = '{}') =>
  world.hub().app.inject({
    method: route.method as 'POST',
    url: addressFor(route),
    headers: { host: '127.0.0.1:8080', ...headers },
    ...(payload !== null && { payload }),
  })
const own = { origin: 'http://127.0.0.1:8080' }

test('[SF10] the list of writing routes includes those of sign-in and of recordings', () => {
  const found = writes.map(({ method, path }) => `${method} ${path}`)
  for (const route of [
    'POST /auth/logout',
    'POST /auth/demo',
    'POST /auth/raise',
    'DELETE /api/fixtures/:origin/:name',
  ])
    expect(found).toContain(route)
})

describe('[V3.5.1] a writing route accepts requests from pages of this hub only', () => {
  const foreign = { 'another page': { origin: 'https://evil.example' }, 'a sandbox': { origin: 'null' }, nowhere: {} }
  test.each(Object.entries(foreign))('from %s', async (_where, headers) => {
    for (const route of writes) {
      const answer = await ask(route, { ...json, ...headers })
      expect([route, answer.statusCode, answer.json().code]).toEqual([route, 403, 'foreignOrigin'])
    }
  })
  test('a token does not help a foreign page', async () => {
    for (const route of writes)
      expect(
        (await ask(route, { ...json, origin: 'https://evil.example', authorization: 'Bearer x' })).statusCode,
      ).toBe(403)
  })
  test('a new route is protected without its own check', async () => {
    const app = await createHttp({
      log: createLog({ logLevel: 'silent' }),
      isSecure: false,
      isOurOrigin: createOriginCheck([], false),
    })
    const methods = ['POST', 'PUT', 'PATCH', 'DELETE'] as const
    app.route({ method: [...methods], url: '/new', handler: async () => 'written' })
    for (const method of methods) {
      expect((await app.inject({ method, url: '/new' })).statusCode).toBe(403)
      expect((await app.inject({ method, url: '/new', headers: { authorization: 'Bearer x' } })).body).toBe('written')
      const headers = { ...own, host: '127.0.0.1:8080' }
      expect((await app.inject({ method, url: '/new', headers })).body).toBe('written')
    }
    await app.close()
  })
})

test('[V3.5.2] a body that a form of another page could send is refused: JSON everywhere, text for recordings only', async () => {
  for (const route of writes)
    for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain']) {
      const isRecording = route.path === '/api/fixtures' && type === 'text/plain'
      if (isRecording) continue
      const answer = await ask(route, { ...own, 'content-type': type })
      expect([route, type, answer.statusCode, answer.json().code]).toEqual([route, type, 415, 'wrongType'])
    }
})

test('[V3.5.3] no GET changes anything: returns from a provider are bound to a cookie', () => {
  const pattern = /logout|demo|raise|tokens|run$/
  const reads = routes.filter(({ method, path }) => method !== 'POST' && method !== 'DELETE' && pattern.test(path))
  expect(reads).toEqual([])
})

test('[V4.1.4] unsupported methods are refused', async () => {
  for (const method of ['PUT', 'PATCH', 'TRACE', 'OPTIONS'])
    for (const path of ['/auth/logout', '/health', '/'])
      expect((await ask({ method, path }, own, null)).statusCode).toBe(404)
})

test('[V2.4.1] a body above the size limit is not read', async () => {
  for (const route of writes.filter(({ path }) => path !== '/api/fixtures')) {
    const answer = await ask(route, { ...own, ...json }, JSON.stringify({ x: 'x'.repeat(70_000) }))
    // A route that declares a permission answers 401 before it reads the body.
    expect([route, [401, 413].includes(answer.statusCode)]).toEqual([route, true])
  }
})

describe('every answer restricts what pages may do', () => {
  const everything = () => [
    ...routes.filter(({ method, path }) => method === 'GET' && path !== '/api/tap'),
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/api/nothing' },
    { method: 'POST', path: '/auth/demo' },
  ]
  const unroutable = { method: 'GET', path: '/%zz' }
  const policyOf = (header: unknown) =>
    Object.fromEntries(
      String(header)
        .split(';')
        .map((directive) => directive.trim().split(' '))
        .map(([name, ...values]) => [name, values.join(' ')]),
    )

  test('[V3.4.3] only scripts of this hub, none of them inline; no plugins, no base', async () => {
    for (const route of everything()) {
      const { headers } = await ask(route, {}, null)
      expect(policyOf(headers['content-security-policy'])).toMatchObject({
        'default-src': "'self'",
        'script-src': "'self'",
        'script-src-attr': "'none'",
        'connect-src': "'self'",
        'object-src': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
        'frame-src': "'none'",
        'img-src':
          "'self' data: blob: https://avatars.steamstatic.com https://*.steamstatic.com https://cdn.discordapp.com",
      })
    }
  })
  test.each([
    ['V3.4.4', 'x-content-type-options', 'nosniff'],
    ['V3.4.5', 'referrer-policy', 'no-referrer'],
    ['V3.4.6', 'content-security-policy', expect.stringContaining("frame-ancestors 'none'")],
    ['V3.4.8', 'cross-origin-opener-policy', 'same-origin'],
    ['SF2', 'cross-origin-resource-policy', 'same-origin'],
    ['SF3', 'permissions-policy', expect.stringContaining('camera=(), geolocation=()')],
    ['V3.4.2', 'access-control-allow-origin', undefined],
    ['SF4', 'x-powered-by', undefined],
  ])('[%s] %s has the required value', async (_requirement, name, value) => {
    for (const route of [...everything(), unroutable]) {
      const { headers } = await ask(route, { origin: 'https://evil.example' }, null)
      expect([route, headers[name]]).toEqual([route, value])
    }
  })
  test('[V14.3.2] personal data and refusals are not cached by browsers', async () => {
    const shared = /^\/api\/(server\/|shop\/(items|catalogue)$)/
    for (const route of everything().filter(({ path }) => /^\/(api|auth)\//.test(path) && !shared.test(path)))
      expect([route, (await ask(route, {}, null)).headers['cache-control']]).toEqual([
        route,
        expect.stringContaining('no-store'),
      ])
  })
  test('[V4.1.1] every answer with a body has a content type', async () => {
    for (const route of everything())
      expect((await ask(route, {}, null)).headers['content-type'] ?? 'redirect').toMatch(
        /^(application\/json; charset=utf-8|text\/(plain|html|calendar); .*charset=utf-8.*|redirect)$/i,
      )
  })
})

test('[V3.4.1] over https, browsers use https only for a year', async () => {
  for (const isSecure of [true, false]) {
    const app = await createHttp({ log: createLog({ logLevel: 'silent' }), isSecure, isOurOrigin: () => false })
    for (const url of ['/', '/%zz']) {
      const { headers } = await app.inject(url)
      const wanted = isSecure ? 'max-age=31536000; includeSubDomains' : undefined
      expect(headers['strict-transport-security']).toBe(wanted)
    }
    await app.close()
  }
})
