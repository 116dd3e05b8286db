import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Answer } from '../../../shared/protocol/calls.ts'
import { createRawClient, type RawClient } from '../../gateway/testing/rawClient.ts'
import { freshId } from '../../testing/principals.ts'
import { openTestApp, type TestApp } from '../../testing/testApp.ts'
import { createApiClient } from '../../testing/testClient.ts'
import { until } from '../../testing/testCluster.ts'
import { createAttack } from './testing/attackReport.ts'

const behindProxy = { trustedProxies: ['127.0.0.1'], simulator: { players: 0, seed: 7 } }

let world: TestApp
const clients: RawClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) client.close()
  await world.close()
})

const cookieOf = async (account: string) => {
  const before = world.hub().gateway.sockets()
  const client = await world.visitAs({ account })
  client.leave()
  await until(() => world.hub().gateway.sockets() <= before)
  return client.cookie()
}
const join = (cookie: string, forwardedFor = '192.0.2.1') => {
  const port = Number(new URL(world.address()).port)
  const client = createRawClient({ port, cookie, origin: world.address(), forwardedFor })
  clients.push(client)
  return client
}
const leavePack = (client: RawClient) =>
  client.command({ id: freshId(Date.now()), name: 'packs.leave', input: {} }).catch(() => null)
const isAdmitted = (answer: Answer | null) => answer !== null && (answer.ok || answer.code !== 'tooFast')
const noticesOf = (client: RawClient) => client.of('notice').map(({ values }) => (values[0] as { code: string }).code)
/** Counts each of the tries, and what was admitted beyond `most`. */
function expectAtMost(name: string, tried: number, admitted: number, most: number) {
  const attack = createAttack(name)
  for (let at = 1; at <= tried; at += 1)
    attack.attempt(
      at <= admitted && at > most,
      () => `${admitted} of ${tried} were admitted, where ${most} are allowed`,
    )
  expect(attack.done()).toEqual([])
}
/** What the limits allow in the time since `began`: the burst, and what is refilled meanwhile. */
const mostSince = (began: number) => 100 + ((performance.now() - began) / 1_000) * 20

test('[AB1] of 190 sockets of one account 20 are admitted, the next ones are refused with the reason, and one that closes makes room', async () => {
  world = await openTestApp(behindProxy)
  const cookie = await cookieOf('ann')
  const flood = Array.from({ length: 190 }, () => join(cookie))
  const isAnswered = ({ received, webSocket }: RawClient) =>
    received.length > 0 || webSocket.readyState === webSocket.CLOSED
  await until(() => flood.every(isAnswered))
  const admitted = flood.filter((client) => client.of('hello').length > 0)
  expectAtMost('sockets of one account', flood.length, admitted.length, 20)
  expect(admitted).toHaveLength(20)
  const refused = flood.filter((client) => !admitted.includes(client))
  // The others came so soon that their handshake was refused, which is cheaper.
  const [first, ...others] = refused.flatMap(({ received }) => received)
  expect(first).toEqual({ event: 'refused', values: [expect.stringMatching(/^You have 20 pages open/)] })
  expect(others.every(({ event }) => event === 'refused')).toBe(true)
  for (const client of refused) await client.closed
  expect(world.hub().gateway.sockets()).toBe(20)
  const other = join(await cookieOf('ben'))
  await other.ready()
  admitted[0]?.close()
  await until(() => world.hub().gateway.sockets() === 20)
  await until(async () => {
    const late = join(cookie)
    await until(() => isAnswered(late))
    return late.of('hello').length > 0
  })
})

test('[V2.4.1] [AB2] the sockets of one account share one rate of commands, each gets one notice, and others are not affected', async () => {
  world = await openTestApp(behindProxy)
  const [ann, ben] = [await cookieOf('ann'), await cookieOf('ben')]
  const flood = Array.from({ length: 20 }, () => join(ann))
  const other = join(ben)
  await Promise.all([...flood, other].map((client) => client.ready()))
  const began = performance.now()
  const flooding = flood.map((client) => Promise.all(Array.from({ length: 40 }, () => leavePack(client))))
  const others = await Promise.all(Array.from({ length: 20 }, () => leavePack(other)))
  const answers = (await Promise.all(flooding)).flat()
  const admitted = answers.filter(isAdmitted).length
  expectAtMost('commands of one account on 20 sockets', answers.length, admitted, mostSince(began))
  expect(admitted).toBeGreaterThanOrEqual(100)
  expect(others.filter(isAdmitted)).toHaveLength(20)
  for (const client of flood)
    expect(noticesOf(client).filter((code) => code === 'tooFast').length).toBeLessThanOrEqual(1)
  expect(flood.flatMap(noticesOf)).toContain('tooFast')
  expect(noticesOf(other)).toEqual([])
})

test('[AB3] HTTP and sockets share the rates of an account', async () => {
  world = await openTestApp(behindProxy)
  const cookie = await cookieOf('ann')
  const client = join(cookie)
  await client.ready()
  const headers = { cookie, origin: world.address(), 'content-type': 'application/json' }
  const post = async () =>
    (await fetch(`${world.address()}/api/admin/heal`, { method: 'POST', headers, body: '{}' })).status
  const began = performance.now()
  const socket = Promise.all(Array.from({ length: 90 }, () => leavePack(client)))
  const statuses: number[] = []
  // A machine that is slower than the rate needs more than one.
  do statuses.push(...(await Promise.all(Array.from({ length: 90 }, post))))
  while (!statuses.includes(429))
  const admitted = (await socket).filter(isAdmitted).length + statuses.filter((status) => status !== 429).length
  expectAtMost('commands of one account over sockets and HTTP', 90 + statuses.length, admitted, mostSince(began))
})

test('[AB4] one network above its rate does not affect another network, and its guests leave room for its signed-in users', async () => {
  world = await openTestApp(behindProxy)
  const ann = await cookieOf('ann')
  const school = Array.from({ length: 40 }, () => join('', '192.0.2.1'))
  const [neighbour, pupil] = [join('', '198.51.100.1'), join(ann, '192.0.2.1')]
  await Promise.all([...school, neighbour, pupil].map((client) => client.ready()))
  let [isOver, asked, admitted] = [false, 0, 0]
  const ask = (client: RawClient) =>
    client.call('query', { name: 'none.none', input: {} }).catch(() => null) as Promise<Answer | null>
  const began = performance.now()
  const flooding = school.map(async (client) => {
    while (!isOver && client.webSocket.readyState === client.webSocket.OPEN) {
      asked += 1
      if (isAdmitted(await ask(client))) admitted += 1
      await sleep(20)
    }
  })
  await until(() => school.some((client) => noticesOf(client).includes('tooFast')))
  await sleep(1_000)
  const fair = [await ask(neighbour), await ask(pupil), await ask(neighbour), await ask(pupil)]
  isOver = true
  await Promise.all(flooding)
  expect(fair.map(isAdmitted)).toEqual([true, true, true, true])
  expectAtMost('queries of 40 guests of one network', asked, admitted, 10 * mostSince(began))
})

test('[AB5] a network has more room than an account, and an IPv6 /64 is one network', async () => {
  world = await openTestApp({ ...behindProxy, socketsPerAddress: 30 })
  for (let person = 0; person < 30; person += 1) await join('', `2001:db8::${person + 1}`).ready()
  expect(await join('', '2001:db8::ffff').closed).toBe(1006)
  await join('', '2001:db8:0:1::1').ready()
})

test('[AB6] an API token counts as its owner, and works within the limits', async () => {
  world = await openTestApp(behindProxy)
  const owner = await world.visitAs({ account: 'olga' })
  const order = { label: 'Bot', permissions: ['play'], endsAt: Date.now() + 86_400_000 }
  const { body } = await owner.post('/auth/tokens', order)
  expect(body).toMatchObject({ success: true })
  const bot = createApiClient(world.address(), String(body.token))
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 110 }, () => bot.post('/api/admin/heal', {})))
  const admitted = answers.filter(({ status }) => status !== 429).length
  expect(admitted).toBeGreaterThanOrEqual(90)
  expectAtMost('commands of one API token', answers.length, admitted, mostSince(began))
})

test('[MF1] of many guests, each from a network of its own, each has the rate of one, and a user is not affected', async () => {
  world = await openTestApp(behindProxy)
  const ann = join(await cookieOf('ann'), '198.51.100.1')
  const guests = Array.from({ length: 30 }, (_, at) => join('', `2001:db8:${at}::1`))
  await Promise.all([ann, ...guests].map((client) => client.ready()))
  const began = performance.now()
  const ask = (client: RawClient) =>
    client.call('query', { name: 'none.none', input: {} }).catch(() => null) as Promise<Answer | null>
  const flooding = guests.map((guest) => Promise.all(Array.from({ length: 190 }, () => ask(guest))))
  const own = await Promise.all(Array.from({ length: 20 }, () => leavePack(ann)))
  const admitted = (await Promise.all(flooding)).map((answers) => answers.filter(isAdmitted).length)
  expect(own.filter(isAdmitted)).toHaveLength(20)
  expectAtMost('queries of one of 30 guests', 190, Math.max(...admitted), mostSince(began))
})

test('[MF2] one network that asks over HTTP is refused above its rate, of answers and of pages; others and /health are answered', async () => {
  world = await openTestApp(behindProxy)
  const get = (path: string, forwardedFor: string) =>
    fetch(world.address() + path, { headers: { 'x-forwarded-for': forwardedFor } })
  const began = performance.now()
  /** A window begins with the first request. */
  const windows = () => 1 + Math.floor((performance.now() - began) / 60_000)
  const statuses: number[] = []
  for (let at = 0; at < 700; at += 1) statuses.push((await get(`/api/anything/${at}`, '192.0.2.1')).status)
  expectAtMost(
    'answers asked for by one address',
    700,
    statuses.filter((status) => status !== 429).length,
    600 * windows(),
  )
  const files = await Promise.all(Array.from({ length: 60 }, () => flood('/', 110)))
  expectAtMost(
    'pages asked for by one address',
    6_600,
    files.flat().filter((status) => status !== 429).length,
    6_000 * windows(),
  )
  expect((await get('/api/server/status', '198.51.100.1')).status).toBe(200)
  expect((await get('/health', '192.0.2.1')).status).toBe(200)
  expect((await fetch(`${world.address()}/health`)).status).toBe(200)

  async function flood(path: string, count: number) {
    const answers: number[] = []
    for (let at = 0; at < count; at += 1) {
      const answer = await get(path, '192.0.2.1')
      await answer.arrayBuffer()
      answers.push(answer.status)
    }
    return answers
  }
})

test('[MF3] behind a reverse proxy that is not configured 1,000 users load the page and connect again after a restart, and the log says what to set', async () => {
  const lines: string[] = []
  world = await openTestApp({ simulator: { players: 0, seed: 7 } }, { write: (line) => void lines.push(line) })
  const headers = (at: number) => ({ 'x-forwarded-for': `192.0.2.${at % 250}, 10.0.${at >> 8}.${at % 256}` })
  const statuses: number[] = []
  for (let at = 0; at < 1_000; at += 1) statuses.push((await fetch(world.address(), { headers: headers(at) })).status)
  expect(statuses.filter((status) => status === 429)).toEqual([])
  const users = Array.from({ length: 1_000 }, (_, at) => join('', `192.0.2.${at % 250}`))
  await Promise.all(users.map((client) => client.ready()))
  expect(lines.filter((line) => line.includes('set TRUSTED_PROXIES to its address'))).toHaveLength(1)
  const origin = 'https://hub.example.org'
  const port = Number(new URL(world.address()).port)
  for (let time = 0; time < 3; time += 1) {
    const page = createRawClient({ port, origin, host: 'hub.example.org' })
    clients.push(page)
    await page.closed
  }
  const refused = lines.filter((line) => line.includes('set PUBLIC_URL to it'))
  expect(refused).toEqual([expect.stringContaining(origin)])
})

test('[MF12] a school of 150 behind one address loads the page twice within a minute, and all connect and watch', async () => {
  world = await openTestApp(behindProxy)
  const headers = { 'x-forwarded-for': '192.0.2.1' }
  const paths = ['/', '/logo.svg', '/map/island-day-1024.webp', '/assets/a.js', '/assets/b.js', '/api/server/status']
  const load = async () => {
    const statuses: number[] = []
    for (const path of paths) statuses.push((await fetch(world.address() + path, { headers })).status)
    return statuses
  }
  for (let time = 0; time < 2; time += 1) {
    const statuses = (await Promise.all(Array.from({ length: 150 }, load))).flat()
    expect(statuses.filter((status) => status === 429)).toEqual([])
  }
  const pupils = Array.from({ length: 150 }, () => join(''))
  await Promise.all(pupils.map((pupil) => pupil.ready()))
  const watching = await Promise.all(pupils.map((pupil) => pupil.watch('server/main', 'positions/main')))
  expect(watching.every(({ refused }) => !refused.includes('server/main'))).toBe(true)
})
