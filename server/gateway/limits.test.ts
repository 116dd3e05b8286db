import { afterEach, expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { freshId } from '../testing/principals.ts'
import { socketsOf } from './limits.ts'
import { type OpenGateway, openGateway } from './testing/openGateway.ts'

let open: OpenGateway
afterEach(() => open.close())

const rate = (burst: number) => ({ perSecond: 1, burst })
const noticesOf = (client: { of(event: string): readonly { values: readonly unknown[] }[] }) =>
  client.of('notice').map(({ values }) => (values[0] as { code: string }).code)

test('[LI1] commands above the rate get "too fast" with one notice and are not carried out; the rate recovers', async () => {
  const clock = createTestClock()
  open = await openGateway({ clock, limits: { commands: rate(5), excess: rate(100) } })
  const client = await open.enter('ann')
  const order = () => ({ id: freshId(open.clock.now()), name: 'sample.give', input: { to: 'bob', coins: 1 } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => client.command(order())))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(5)
  expect(new Set(answers.map((answer) => (answer.ok ? 'ok' : answer.code)))).toEqual(new Set(['ok', 'tooFast']))
  expect(open.hub.copy('purse/bob')?.value).toEqual({ coins: 105 })
  expect(noticesOf(client)).toEqual(['tooFast'])
  clock.pass(2_000)
  expect(await client.command(order())).toMatchObject({ ok: true })
})

test('[LI2] a client that continues after the notice is disconnected', async () => {
  open = await openGateway({ clock: createTestClock(), limits: { watches: rate(3), excess: rate(10) } })
  const client = await open.enter('ann')
  for (let turn = 0; turn < 40; turn += 1) client.emit('unwatch', { documents: [] })
  await client.closed
  expect(noticesOf(client)).toEqual(['tooFast'])
  await open.enter('ann')
})

test.each<[string, (client: Awaited<ReturnType<OpenGateway['enter']>>) => void]>([
  ['an unknown event', (client) => client.emit('sudo', {})],
  ['an event without a name', (client) => client.webSocket.send('42[7]')],
  ['a command that cannot be answered', (client) => client.emit('command', {})],
  ['too many arguments', (client) => client.emit('unwatch', {}, {}, {})],
  ['no argument', (client) => client.emit('unwatch')],
  ['no event', (client) => client.webSocket.send('42{}')],
  ['no JSON', (client) => client.webSocket.send('42["watch",')],
  ['an acknowledgement of nothing', (client) => client.webSocket.send('430[]')],
  ['a binary event', (client) => client.webSocket.send('451-["watch",{"_placeholder":true,"num":0}]')],
  ['bytes', (client) => client.webSocket.send(Buffer.from([1, 2, 3]))],
  ['an unknown packet', (client) => client.webSocket.send('49')],
  ['an event for another namespace', (client) => client.webSocket.send('42/admin,["watch",{}]')],
  ['leaving another namespace', (client) => client.webSocket.send('41/admin')],
  ['a second connect', (client) => client.webSocket.send('40{}')],
  ['nothing', (client) => client.webSocket.send('4')],
  ['deep nesting', (client) => client.webSocket.send(`420["watch",${'['.repeat(9000)}${']'.repeat(9000)}]`)],
  ['a key that reaches every object', (client) => client.webSocket.send('420["watch",{"__proto__":{"documents":[]}}]')],
  ['a watch of nothing that is a document', (client) => client.webSocket.send('420["watch",{"documents":["x"]}]')],
])('[LI3] %s is counted, noticed once, and disconnected above the limit', async (_, send) => {
  open = await openGateway({ clock: createTestClock(), limits: { malformed: rate(3) } })
  const client = await open.enter('ann')
  for (let turn = 0; turn < 3; turn += 1) send(client)
  expect(await client.watch('sky/')).toEqual({ refused: [] })
  expect(noticesOf(client)).toEqual(['malformed'])
  send(client)
  await client.closed
  expect(noticesOf(client)).toEqual(['malformed'])
  expect(open.faults).toEqual([])
})

test('[LI4] a message that is too large is not read, and the client gets a notice', async () => {
  open = await openGateway()
  const client = await open.enter('ann')
  client.emit('unwatch', 'x'.repeat(70_000))
  await client.untilCount('notice', 1)
  expect(noticesOf(client)).toEqual(['tooLarge'])
  expect(await client.watch('sky/')).toEqual({ refused: [] })
  client.emit('unwatch', 'x'.repeat(300_000))
  expect(await client.closed).toBe(1009)
})

test('[LI5] connects to unknown namespaces are counted and not answered: one notice, then disconnected', async () => {
  open = await openGateway({ clock: createTestClock(), limits: { malformed: rate(3) } })
  const client = await open.enter('ann')
  for (let turn = 0; turn < 200; turn += 1) client.webSocket.send(`40/ns${turn},{}`)
  await client.closed
  expect(noticesOf(client)).toEqual(['malformed'])
  expect(client.received.map(({ event }) => event)).toEqual(['connect', 'hello', 'notice', 'packet 41'])
})

test('[LI6] the default namespace may be named explicitly', async () => {
  open = await openGateway({ limits: { malformed: rate(0) } })
  const client = await open.enter('ann')
  client.webSocket.send('42/,["unwatch",{"documents":[]}]')
  expect(await client.watch('sky/')).toEqual({ refused: [] })
  expect(noticesOf(client)).toEqual([])
})

test('[LI7] a client that asks for another namespace first is disconnected at once', async () => {
  open = await openGateway()
  const client = open.join({ cookie: 'ann' })
  client.webSocket.on('open', () => client.webSocket.send('40/admin,{}'))
  await client.closed
  expect(client.received).toEqual([])
})

test('[LI40] an account that may have any number of pages may open them at any rate', async () => {
  open = await openGateway({ clock: createTestClock(), limits: { socketsPerAccount: 0, sockets: socketsOf(0) } })
  const clients = await Promise.all(Array.from({ length: 45 }, () => open.enter('ann')))
  expect(clients).toHaveLength(45)
})
