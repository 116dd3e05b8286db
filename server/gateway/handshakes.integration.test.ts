import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createBudgets } from '../engine/budgets.ts'
import { systemClock } from '../engine/clock.ts'
import { createHttp } from '../http/createHttp.ts'
import { pages } from '../http/pages.ts'
import { createLog } from '../observability/log.ts'
import { until } from '../testing/testCluster.ts'
import { createAddressOf } from './clientAddress.ts'
import { defaultLimits } from './limits.ts'
import { createOriginCheck } from './socketServer.ts'
import { openGateway } from './testing/openGateway.ts'
import type { RawClient } from './testing/rawClient.ts'

const behindOne = createAddressOf({ isSecure: true, trustedProxies: null })
const own = 'http://127.0.0.1'
const key = 'dGhlIHNhbXBsZSBub25jZQ=='

const headersOf = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
const usual = {
  Host: '127.0.0.1',
  Origin: own,
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': key,
}
const usualPath = '/socket.io/?EIO=4&transport=websocket'

interface Asked {
  readonly path?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends the handshake and resolves with the answer's head and body, as soon as the hub has closed, or has accepted it. */
const ask = (port: number, { path = usualPath, method = 'GET', headers = {} }: Asked = {}) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let received = ''
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      if (received.startsWith('HTTP/1.1 101')) socket.destroy()
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(received))
    socket.write(`${method} ${path} HTTP/1.1\r\n${headersOf({ ...usual, ...headers })}\r\n`)
  })
const statusOf = (answer: string) => Number(answer.slice(9, 12))

let closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.reverse()) await close()
  closing = []
})

async function start(given: Parameters<typeof openGateway>[0] = {}) {
  const gateway = await openGateway({ allowedOrigins: createOriginCheck([], false), addressOf: behindOne, ...given })
  closing.push(gateway.close)
  return gateway
}

/** The gateway on the HTTP server of the product. */
async function startWithHttp() {
  const log = createLog({ logLevel: 'silent' })
  const app = await createHttp({ log, isSecure: false, isOurOrigin: () => true, addressOf: () => '192.0.2.7' })
  await pages(app, '/nowhere')
  closing.push(() => app.close())
  await start({ server: app.server })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

const refused: readonly (readonly [string, Asked, number])[] = [
  ['another site', { headers: { Origin: 'https://evil.example' } }, 403],
  ['a session id that is not known', { path: `${usualPath}&sid=AAAAAAAAAAAAAAAAAAAA` }, 400],
  ['an older version of the protocol', { path: '/socket.io/?EIO=3&transport=websocket' }, 400],
  ['another transport', { path: '/socket.io/?EIO=4&transport=polling' }, 400],
  ['no version of WebSockets', { headers: { 'Sec-WebSocket-Version': '99' } }, 400],
  ['no key', { headers: { 'Sec-WebSocket-Key': 'short' } }, 400],
  ['a sub-protocol', { headers: { 'Sec-WebSocket-Protocol': 'a b, ,' } }, 400],
  ['POST', { method: 'POST', headers: { 'Content-Length': '0' } }, 400],
]

describe('a refused handshake is answered with the security headers of every other answer', () => {
  const headers = [
    /^content-security-policy: /im,
    /^x-content-type-options: nosniff\r$/im,
    /^cache-control: no-store\r$/im,
  ]

  test.each(refused)('[ED20] %s', async (_which, asked, status) => {
    for (const port of [(await start()).port, await startWithHttp()]) {
      const answer = await ask(port, asked)
      expect(statusOf(answer)).toBe(status)
      for (const header of headers) expect(answer).toMatch(header)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, error: expect.any(String) })
    }
  })

  test('[ED21] a request for /socket.io/ that is not a WebSocket is an ordinary one, with its headers and its rate', async () => {
    const port = await startWithHttp()
    const statuses = new Set<number>()
    for (let time = 0; time < 605; time += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/socket.io/?EIO=4&transport=polling`)
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      statuses.add(answer.status)
      await answer.text()
    }
    expect(statuses).toEqual(new Set([426, 429]))
  })
})

describe('the rate of handshakes', () => {
  const limits = { handshakes: { perSecond: 1e-9, burst: 5 } }
  const from = (address: string, asked: Asked = {}): Asked => ({
    ...asked,
    headers: { ...asked.headers, 'X-Forwarded-For': address },
  })
  const ask10 = async (port: number, asked: Asked) => {
    const statuses: number[] = []
    for (let time = 0; time < 10; time += 1) statuses.push(statusOf(await ask(port, asked)))
    return statuses
  }
  const times = (count: number, status: number) => Array.from({ length: count }, () => status)

  test('[ED22] is that of a network: further ones are refused with 429, while another network is served', async () => {
    const { port } = await start({ limits })
    expect(await ask10(port, from('2001:db8::1'))).toEqual([...times(5, 101), ...times(5, 429)])
    expect(statusOf(await ask(port, from('2001:db8::2')))).toBe(429)
    expect(statusOf(await ask(port, from('2001:db8:0:1::1')))).toBe(101)
    expect(await ask(port, from('2001:db8::1'))).toMatch(
      /^content-security-policy: .*\r\n.*Too many connection requests/ims,
    )
  })

  test.each(refused)('[ED23] counts refused ones as well: %s', async (_which, asked, status) => {
    const { port } = await start({ limits })
    expect(await ask10(port, from('192.0.2.7', asked))).toEqual([...times(5, status), ...times(5, 429)])
  })

  test('[ED24] holds for loopback: of 10,000 handshakes only the first burst is served', async () => {
    const { port } = await start({ limits: { handshakes: { perSecond: 1e-9, burst: 100 } } })
    const statuses: number[] = []
    for (let round = 0; round < 100; round += 1)
      statuses.push(...(await Promise.all(Array.from({ length: 100 }, () => ask(port)))).map(statusOf))
    expect(statuses.filter((status) => status === 101)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(9_900)
  })

  test('[ED25] is as high as configured, and 0 stands for no limit', async () => {
    const { port } = await start({ limits: { handshakes: { perSecond: 0, burst: 0 } } })
    expect(await ask10(port, {})).toEqual(times(10, 101))
  })
})

test('[ED26] a client that leaves while its session is looked up does no harm', async () => {
  const settled = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const hub = await start({
    settle: () => {
      asked.resolve()
      return settled.promise
    },
  })
  const socket = connect(hub.port, '127.0.0.1')
  socket.write(`GET ${usualPath} HTTP/1.1\r\n${headersOf(usual)}\r\n`)
  await asked.promise
  socket.resetAndDestroy()
  await new Promise((resolve) => socket.once('close', resolve))
  settled.resolve()
  expect(statusOf(await ask(hub.port))).toBe(101)
  expect(hub.faults).toEqual([])
})

test('[MA9] connections that wait for their session to be looked up do not exceed the limit of their address together', async () => {
  const settled = Promise.withResolvers<void>()
  let asked = 0
  const limits = { socketsPerAddress: 2 }
  const settle = () => {
    asked += 1
    return settled.promise
  }
  const hub = await start({ limits, settle, addressOf: () => '192.0.2.7' })
  const clients = Array.from({ length: 8 }, () => hub.join({ origin: `${own}:${hub.port}` }))
  await until(() => asked === 8)
  settled.resolve()
  const isDecided = ({ of, webSocket }: RawClient) =>
    of('hello').length > 0 || webSocket.readyState === webSocket.CLOSED
  await until(() => clients.every(isDecided))
  expect(hub.gateway.sockets()).toBe(2)
  for (const client of clients) client.close()
  await until(async () => statusOf(await ask(hub.port)) === 101)
})

/** A WebSocket frame of a client, with a mask of zeros. */
const frame = (text: string) => Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)])
const closeFrame = 0x88

test('[MA2] a connection that breaks the protocol in the moment in which it enters does not count for its account permanently', async () => {
  const hub = await start({ limits: { socketsPerAccount: 2 } })
  for (let time = 0; time < 3; time += 1) {
    const socket = connect(hub.port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET ${usualPath} HTTP/1.1\r\n${headersOf({ ...usual, Cookie: 'ann' })}\r\n`)
    await once(socket, 'data')
    // Both arrive together: a client that enters, and a packet of no known type.
    socket.write(Buffer.concat([frame('40'), frame('x')]))
    for await (const bytes of socket) if ((bytes as Buffer).includes(closeFrame)) break
    socket.destroy()
  }
  await hub.join({ cookie: 'ann', origin: `${own}:${hub.port}` }).ready()
})

test('[MA5] a connection that another node outnumbers is closed with the reason: its account or its address has too many', async () => {
  const limits = { ...defaultLimits, socketsPerAccount: 2, socketsPerAddress: 3 }
  const budgets = createBudgets(limits, systemClock)
  const hub = await start({ limits, budgets, addressOf: () => '192.0.2.7' })
  const reasonOf = async (key: string, most: number) => {
    const client = hub.join({ cookie: 'ann', origin: `${own}:${hub.port}` })
    await client.ready()
    budgets.apply('earlier', { spent: [], sockets: [[key, most]] }, true, 'later')
    await client.closed
    budgets.forget('earlier')
    return client.of('notice').map(({ values }) => (values[0] as { message: string }).message)
  }
  expect(await reasonOf('account:ann', 2)).toEqual([expect.stringMatching(/^You have 2 pages open/)])
  expect(await reasonOf('network:192.0.2.7', 3)).toEqual([expect.stringMatching(/connections from this address/)])
})

test('[ED27] no frame is compressed, so that none can be larger than it looks', async () => {
  const { port } = await start()
  const answer = await ask(port, {
    headers: { 'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits' },
  })
  expect(statusOf(answer)).toBe(101)
  expect(answer).not.toMatch(/sec-websocket-extensions/i)
})

test('[ED1300] a page whose session is not decided is asked to try again, and connects once it is', async () => {
  let isUndecided = true
  const hub = await start({ settle: async () => {}, isUndecided: () => isUndecided })
  const answer = await ask(hub.port)
  expect(statusOf(answer)).toBe(503)
  expect(answer).toContain('"code":"undecided"')
  isUndecided = false
  expect(statusOf(await ask(hub.port))).toBe(101)
})
