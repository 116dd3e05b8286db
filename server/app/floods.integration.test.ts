import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import type { Answer } from '../../shared/protocol/calls.ts'
import { createRawClient, type RawClient } from '../gateway/testing/rawClient.ts'
import { freshId } from '../testing/principals.ts'
import { openTestApp, type TestApp } from '../testing/testApp.ts'
import { createApiClient } from '../testing/testClient.ts'
import { until } from '../testing/testCluster.ts'

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
  expect(answers.filter(isAdmitted).length).toBeLessThanOrEqual(mostSince(began))
  expect(answers.filter(isAdmitted).length).toBeGreaterThanOrEqual(100)
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
  const statuses = await Promise.all(Array.from({ length: 90 }, post))
  const admitted = (await socket).filter(isAdmitted).length + statuses.filter((status) => status !== 429).length
  expect(admitted).toBeLessThanOrEqual(mostSince(began))
  expect(statuses).toContain(429)
})

test('[AB4] one network above its rate does not affect another network, and its guests leave room for its signed-in users', async () => {
  world = await openTestApp(behindProxy)
  const ann = await cookieOf('ann')
  const school = Array.from({ length: 40 }, () => join('', '192.0.2.1'))
  const [neighbour, pupil] = [join('', '198.51.100.1'), join(ann, '192.0.2.1')]
  await Promise.all([...school, neighbour, pupil].map((client) => client.ready()))
  let [isOver, admitted] = [false, 0]
  const ask = (client: RawClient) =>
    client.call('query', { name: 'none.none', input: {} }).catch(() => null) as Promise<Answer | null>
  const began = performance.now()
  const flooding = school.map(async (client) => {
    while (!isOver && client.webSocket.readyState === client.webSocket.OPEN) {
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
  expect(admitted).toBeLessThanOrEqual(10 * mostSince(began))
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
  expect(admitted).toBeLessThanOrEqual(mostSince(began))
})
