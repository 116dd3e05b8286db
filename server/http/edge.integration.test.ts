import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../observability/log.ts'
import { createHttp } from './createHttp.ts'
import { pages } from './pages.ts'

const origin = 'http://127.0.0.1'
const short = { headersMs: 200, requestMs: 400, keepAliveMs: 200, stalledMs: 400, checkEveryMs: 50 }
const long = 3_600_000

const open = async (timeouts?: Parameters<typeof createHttp>[0]['timeouts']) => {
  const log = createLog({ logLevel: 'silent' })
  const app = await createHttp({ log, isSecure: true, isOurOrigin: () => true, ...(timeouts && { timeouts }) })
  app.get('/answer', async () => 'an answer')
  app.get('/endless', async () => 'x'.repeat(64 * 1024 * 1024))
  app.post('/echo', async ({ body }) => ({ body }))
  await pages(app, '/nowhere')
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app
}
type Hub = Awaited<ReturnType<typeof open>>

/** Sends this text and nothing more. Resolves with what the hub answered, as soon as the hub has closed the connection. */
const say = (hub: Hub, text: string, reads = true) =>
  new Promise<string>((resolve) => {
    const socket = connect((hub.server.address() as AddressInfo).port, '127.0.0.1')
    let received = ''
    if (reads)
      socket.on('data', (bytes) => {
        received += bytes
      })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
    if (!reads) hub.server.once('connection', (peer) => peer.once('close', () => resolve('')))
    socket.write(text)
  })

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: hub\r\n${headers}\r\n`
const startOfPost = `POST /echo HTTP/1.1\r\nHost: hub\r\nOrigin: ${origin}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`

describe('the hub closes connections that do not get on', () => {
  test.each([
    ['a silent one', '', short, '408'],
    ['one that sends half a head', 'GET / HTTP/1.1\r\nHost', short, '408'],
    ['one that sends a second request slowly', `${get('/answer')}GET / HTTP`, { ...short, keepAliveMs: long }, '408'],
    ['one that sends its body slowly', startOfPost, { ...short, stalledMs: long }, '408'],
    [
      'one whose head is complete in time, by the limit of the body',
      startOfPost,
      { ...short, headersMs: 400, stalledMs: long },
      '408',
    ],
    [
      'an idle one that is kept alive',
      get('/answer'),
      { ...short, requestMs: long, headersMs: long, stalledMs: long },
      '200',
    ],
  ])('[ED10] %s', async (_which, text, timeouts, status) => {
    const hub = await open(timeouts)
    expect(await say(hub, text)).toContain(`HTTP/1.1 ${status} `)
    await hub.close()
  })

  test('[ED11] one that does not read its answer', async () => {
    const hub = await open({ ...short, headersMs: long, requestMs: long, keepAliveMs: long })
    await say(hub, get('/endless'), false)
    await hub.close()
  })

  test('[ED12] in 10 s for heads and bodies, which are looked at every second', async () => {
    const { server, close } = await open()
    expect([server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, server.timeout]).toEqual([
      10_000, 10_000, 72_000, 120_000,
    ])
    expect((server as { connectionsCheckingInterval?: number }).connectionsCheckingInterval).toBe(1_000)
    await close()
  })
})

describe('whatever is refused', () => {
  let hub: Hub
  /** Does not wait for what is late. */
  let hasty: Hub
  beforeAll(async () => {
    hub = await open({ ...short, headersMs: long, requestMs: long, stalledMs: long, keepAliveMs: 50 })
    hasty = await open(short)
  })
  afterAll(() => Promise.all([hub.close(), hasty.close()]))
  const close = 'Connection: close\r\n'

  test.each([
    ['a request that is not HTTP', 'hello\r\n\r\n', '400'],
    ['a request that does not arrive', 'GET', '408'],
    ['headers that are too long', get('/', `X: ${'x'.repeat(20_000)}\r\n`), '431'],
    ['a path that cannot be decoded', get('/%zz', close), '400'],
    ['a path without a route', get('/api/nothing', close), '404'],
    ['long polling', get('/socket.io/?EIO=4&transport=polling', close), '426'],
    ['an upgrade to HTTP/2', get('/api/nothing', `${close}Upgrade: h2c\r\n`), '404'],
    ['a WebSocket elsewhere', get('/api/nothing', 'Connection: Upgrade, close\r\nUpgrade: websocket\r\n'), '404'],
    ['two lengths', `POST /echo HTTP/1.1\r\nHost: hub\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}`, '400'],
    [
      'a length and chunks',
      `POST /echo HTTP/1.1\r\nHost: hub\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      '400',
    ],
    ['no host', `GET / HTTP/1.1\r\n${close}\r\n`, '400'],
    ['an unknown method', `BREW / HTTP/1.1\r\nHost: hub\r\n\r\n`, '400'],
    ['CONNECT', `CONNECT hub:443 HTTP/1.1\r\nHost: hub\r\n\r\n`, ''],
  ])('[ED13] %s: the answer is JSON and has the security headers', async (_which, text, status) => {
    const answer = await say(status === '408' ? hasty : hub, text)
    if (status === '') return expect(answer).toBe('')
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    for (const header of [
      /^content-security-policy: .*frame-ancestors 'none'/im,
      /^x-content-type-options: nosniff\r$/im,
      /^referrer-policy: no-referrer\r$/im,
      /^cross-origin-opener-policy: same-origin\r$/im,
      /^cross-origin-resource-policy: same-origin\r$/im,
      /^permissions-policy: .*camera=\(\)/im,
      /^strict-transport-security: max-age=31536000; includeSubDomains\r$/im,
      /^cache-control: no-store\r$/im,
      /^content-type: application\/json/im,
    ])
      expect(answer).toMatch(header)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, code: expect.any(String) })
    return undefined
  })

  test('[MA6] a load balancer that speaks HTTP/1.0 asks without a host, and is served', async () => {
    expect(await say(hub, 'GET /answer HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 .*an answer$/s)
  })

  test('[ED14] addresses without a route have the rate of all others', async () => {
    const statuses = new Set<number>()
    for (let time = 0; time < 605; time += 1)
      statuses.add((await hub.inject({ url: `/api/nothing/${time}`, remoteAddress: '192.0.2.7' })).statusCode)
    expect(statuses).toEqual(new Set([404, 429]))
  })

  test('[MF4] a refusal for the rate closes the connection, so that requests cannot be sent ahead of their answers', async () => {
    const ask = () => hub.inject({ url: '/api/nothing', remoteAddress: '192.0.2.8' })
    for (let time = 0; time < 600; time += 1) expect((await ask()).headers.connection).not.toBe('close')
    const { statusCode, headers } = await ask()
    expect([statusCode, headers.connection]).toEqual([429, 'close'])
  })

  test.each(['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}'])(
    '[ED15] a body that would change the prototype of all objects is refused: %s',
    async (payload) => {
      const headers = { origin, 'content-type': 'application/json' }
      const { statusCode } = await hub.inject({ method: 'POST', url: '/echo', headers, payload })
      expect(statusCode).toBe(400)
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    },
  )

  test('[ED16] a compressed body is not unpacked', async () => {
    const headers = { origin, 'content-type': 'application/json', 'content-encoding': 'gzip' }
    const answer = await hub.inject({ method: 'POST', url: '/echo', headers, payload: Buffer.from([0x1f, 0x8b, 8, 0]) })
    expect(answer.statusCode).toBe(400)
  })
})
