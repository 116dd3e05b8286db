import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../shared/engine/query.ts'
import { CommandRefused } from '../engine/dispatch.ts'
import { implementQuery } from '../engine/feature.ts'
import { createTestClock } from '../testing/clock.ts'
import { freshId } from '../testing/principals.ts'
import { purse, sampleFeatures } from '../testing/sampleFeature.ts'
import { createSharedMemory } from '../testing/shared/sharedMemory.ts'
import { createLeaderClient } from './leaderClient.ts'
import { createMessages, ReplyMessage, RequestMessage } from './messages.ts'
import { openCluster, userInSession } from './testing/openCluster.ts'
import { createWatermarks } from './watermarks.ts'

const ignore = () => {}
const refusalOf = (execution: Promise<unknown>) =>
  execution.then(
    () => null,
    (error: unknown) => (error instanceof CommandRefused ? error.code : error),
  )

test('[CL40] a hub command of any node is done once, whichever node leads before the answer arrives', async () => {
  const { until, openThree, place } = openCluster()
  const [a, b] = await openThree()
  a.at.onceWritten(() => {
    a.at.pause()
    a.at.cut('bus')
  })
  await until(b.hub.execute('post', 'sample.receive', { from: 'ann', to: 'bob', coins: 3 }))
  expect(place.journal().map(({ command, actor }) => [command, actor])).toEqual([['sample.receive', 'post']])
  expect(b.hub.read(purse, 'bob').coins).toBe(103)
})

test('[CL41] a hub command is refused on any node as on a lone node: with its message, and at once if it is malformed', async () => {
  const { until, openThree } = openCluster()
  const [a, b] = await openThree()
  for (const { hub } of [a, b]) {
    const execution = hub.execute('post', 'sample.receive', { from: 'ann', to: 'bob', coins: 500 })
    await expect(until(execution)).rejects.toMatchObject({
      code: 'tooPoor',
      message: 'They no longer have that many coins.',
    })
    await expect(hub.execute('post', 'sample.receive', { from: 'ann' })).rejects.toThrow('coins')
    await expect(hub.execute('post', 'sample.vanish', {})).rejects.toThrow('sample.vanish')
  }
})

test("[CL42] a worker's command is done within its term or not at all", async () => {
  const { until, pass, openThree, place } = openCluster()
  const [a, b] = await openThree()
  const term = a.node.term()
  expect(b.node.term()).toBeNull()
  if (!term) throw new Error('The node does not lead.')
  await until(term.hub.execute('post', 'sample.receive', { from: 'ann', to: 'bob', coins: 1 }))
  expect(a.hub.read(purse, 'bob').coins).toBe(101)
  a.at.cut('store')
  const late = refusalOf(term.hub.execute('post', 'sample.receive', { from: 'ann', to: 'bob', coins: 2 }))
  expect(await until(late)).toBe('fateUnknown')
  expect(term.isHeld()).toBe(false)
  await pass(5_000)
  a.at.mend('store')
  await pass(5_000)
  expect(await refusalOf(term.hub.execute('post', 'sample.receive', { from: 'ann', to: 'bob', coins: 4 }))).toBe(
    'unavailable',
  )
  expect(place.journal()).toHaveLength(1)
})

test('[CL43] without a leader a call is answered within 20 s, and the answer says what is unknown', async () => {
  const { until, clock, pass, openThree } = openCluster()
  const [a, b, c] = await openThree()
  for (const node of [a, b, c]) node.at.cut('store')
  await pass(6_000)
  const began = clock.now()
  expect(await until(b.give('ann', 'bob', 1))).toMatchObject({ ok: false, code: 'fateUnknown' })
  expect(clock.now() - began).toBeLessThan(20_100)
  const execution = b.hub.execute('post', 'sample.receive', { from: 'ann', to: 'bob', coins: 3 })
  expect(await until(refusalOf(execution))).toBe('unavailable')
})

test('[CL44] the same command sent to several nodes at once is done once, with the same answer on all', async () => {
  const { until, openThree, clock, place } = openCluster()
  const nodes = await openThree()
  const id = freshId(clock.now())
  const answers = await until(Promise.all(nodes.map((node) => node.give('ann', 'bob', 7, id))))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(place.journal()).toHaveLength(1)
})

test('[CL45] pending requests are limited, and their memory is freed with them', async () => {
  const clock = createTestClock()
  const { storage } = createSharedMemory({ clock }).open('a')
  const messages = createMessages(storage.bus, ignore)
  const watermarks = createWatermarks({ isShown: () => true, clock, onFault: ignore })
  const client = createLeaderClient({
    messages,
    clock,
    watermarks,
    term: () => null,
    leader: () => 'b',
    mostPending: 10,
  })
  const ask = () => client.run({ request: { kind: 'live' }, here: async () => null })
  const taken = Array.from({ length: 10 }, ask)
  expect(await ask()).toEqual({ reply: null, wasTried: false })
  expect(client.count()).toBe(10)
  clock.pass(20_000)
  expect(await Promise.all(taken)).toEqual(taken.map(() => ({ reply: null, wasTried: true })))
  expect([client.count(), clock.waits()]).toEqual([0, 0])
})

const whoKnows = defineQuery({
  name: 'sample.whoKnows',
  permission: 'play',
  input: z.object({}),
  output: z.object({ node: z.string() }),
})

test('[CL46] a query is answered by its node, unless it depends on what only the leader has', async () => {
  const { until, openThree } = openCluster({
    features: [
      ...sampleFeatures,
      {
        name: 'gossip',
        documents: [],
        commands: [],
        queries: [
          implementQuery(whoKnows, ({ read }) => ({ node: String(read(purse, 'ann').coins) }), { atLeader: true }),
        ],
      },
    ],
  })
  const [a, b] = await openThree()
  await until(b.give('ann', 'bob', 1))
  const call = { name: 'sample.whoKnows', input: {} }
  expect(await until(b.hub.query(userInSession('ann'), call))).toMatchObject({ ok: true, output: { node: '99' } })
  expect(await until(a.hub.query(userInSession('ann'), call))).toMatchObject({ ok: true, output: { node: '99' } })
  const gifts = { name: 'sample.gifts', input: { before: null } }
  a.at.pause()
  expect(await b.hub.query(userInSession('bob'), gifts)).toMatchObject({ ok: true, output: { coins: [1] } })
})

test('[CL47] what is settled on a node is shown there', async () => {
  const { until, openThree } = openCluster()
  const [a, b] = await openThree()
  for (const node of [a, b]) {
    const given = [1, 2, 3].map((coins) => node.give('ann', 'bob', coins))
    await until(node.hub.settled())
    for (const answer of given) expect(await answer).toMatchObject({ ok: true })
  }
  expect(b.hub.read(purse, 'bob').coins).toBe(112)
})

test('[CL48] a refused command is refused again by the next leader when it is repeated on another node', async () => {
  const { until, pass, openThree, clock } = openCluster()
  const [a, b, c] = await openThree()
  const id = freshId(clock.now())
  expect(await until(b.give('ann', 'bob', 150, id))).toMatchObject({ code: 'tooPoor' })
  await until(b.give('cyd', 'ann', 100))
  await until(a.node.close())
  await pass(2_000)
  expect(await until(c.give('ann', 'bob', 150, id))).toMatchObject({ code: 'tooPoor' })
  expect(await until(c.give('ann', 'bob', 150))).toMatchObject({ ok: true })
})

test('[CL49] an answered request is not sent again, even while it waits to be shown and the leader changes', async () => {
  const clock = createTestClock()
  const passBy = async (ms: number) => {
    clock.pass(ms)
    await new Promise<void>(setImmediate)
  }
  const { open } = createSharedMemory({ clock })
  const [own, other] = [open('a').storage.bus, open('b').storage.bus]
  const asked: string[] = []
  createMessages(other, ignore).listen('requests.b', RequestMessage, ({ id }) => asked.push(id))
  const messages = createMessages(own, ignore)
  const at = { seq: 1, epoch: 1, live: 0 }
  const watermarks = createWatermarks({ isShown: () => false, clock, onFault: ignore })
  const client = createLeaderClient({ messages, clock, watermarks, term: () => null, leader: () => 'b' })
  const outcome = client.run({ request: { kind: 'live' }, here: async () => null })
  await passBy(100)
  const answer = { ok: true as const, output: {}, seq: 1 }
  createMessages(other, ignore).send('replies.a', { id: asked[0], reply: { answer, at } })
  await passBy(100)
  client.retryAll()
  await passBy(5_000)
  expect(asked).toHaveLength(1)
  await passBy(20_000)
  expect(await outcome).toEqual({ reply: { answer, at }, wasTried: true })
  expect([client.count(), clock.waits()]).toEqual([0, 0])
})

test('[CL80] a leader answers a query after some time even if it never reaches the required position', async () => {
  const { until, pass, openThree, place } = openCluster({
    features: [
      ...sampleFeatures,
      {
        name: 'gossip',
        documents: [],
        commands: [],
        queries: [implementQuery(whoKnows, () => ({ node: 'a' }), { atLeader: true })],
      },
    ],
  })
  const [, b] = await openThree()
  await until(b.give('ann', 'bob', 1))
  const { bus } = place.open('outsider').storage
  const answers: unknown[] = []
  const messages = createMessages(bus, ignore)
  messages.listen('replies.outsider', ReplyMessage, (reply) => answers.push(reply))
  const call = { name: 'sample.whoKnows', input: {} }
  const proof = { by: 'session', hash: 'ann' }
  const after = { seq: 99, epoch: 1, live: 0 }
  messages.send('requests.a', {
    id: 'it',
    request: { kind: 'query', proof, from: { address: null, agent: null }, call, after },
  })
  await pass(15_000)
  expect(answers).toEqual([])
  await pass(10_000)
  expect(answers).toMatchObject([{ id: 'it', reply: { answer: { ok: true, output: { node: 'a' } } } }])
})
