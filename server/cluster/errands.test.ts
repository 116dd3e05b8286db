import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../../shared/engine/query.ts'
import { implementQuery } from '../engine/feature.ts'
import { OrderRefused } from '../engine/orderRefused.ts'
import { createTestClock } from '../testing/clock.ts'
import { freshId } from '../testing/people.ts'
import { createSharedMemory } from '../testing/sharedMemory.ts'
import { purse, villageFeatures } from '../testing/villageFeature.ts'
import { createErrands } from './errands.ts'
import { createLetters } from './letters.ts'
import { createPoints } from './points.ts'
import { openCluster, villager } from './testing/openCluster.ts'
import { Answered, Call } from './wire.ts'

const refusalOf = (order: Promise<unknown>) =>
  order.then(
    () => null,
    (error: unknown) => (error instanceof OrderRefused ? error.code : error),
  )

test('[CL40] an order of any node is done once, whoever takes over before its answer comes', async () => {
  const { until, openThree, place } = openCluster()
  const [a, b] = await openThree()
  a.at.onceWritten(() => {
    a.at.pause()
    a.at.cut('bus')
  })
  await until(b.hub.order('post', 'village.receive', { from: 'ann', to: 'bob', coins: 3 }))
  expect(place.journal().map(({ command, actor }) => [command, actor])).toEqual([['village.receive', 'post']])
  expect(b.hub.read(purse, 'bob').coins).toBe(103)
})

test('[CL41] an order is refused on any node as on one alone: with its words, and at once where it is not of the right form', async () => {
  const { until, openThree } = openCluster()
  const [a, b] = await openThree()
  for (const { hub } of [a, b]) {
    const order = hub.order('post', 'village.receive', { from: 'ann', to: 'bob', coins: 500 })
    await expect(until(order)).rejects.toMatchObject({
      code: 'tooPoor',
      message: 'They no longer have that many coins.',
    })
    await expect(hub.order('post', 'village.receive', { from: 'ann' })).rejects.toThrow('coins')
    await expect(hub.order('post', 'village.vanish', {})).rejects.toThrow('village.vanish')
  }
})

test('[CL42] what a worker orders is done in its run or never', async () => {
  const { until, pass, openThree, place } = openCluster()
  const [a, b] = await openThree()
  const run = a.node.run()
  expect(b.node.run()).toBeNull()
  if (!run) throw new Error('It is not the authority.')
  await until(run.hub.order('post', 'village.receive', { from: 'ann', to: 'bob', coins: 1 }))
  expect(a.hub.read(purse, 'bob').coins).toBe(101)
  a.at.cut('store')
  const late = refusalOf(run.hub.order('post', 'village.receive', { from: 'ann', to: 'bob', coins: 2 }))
  expect(await until(late)).toBe('fateUnknown')
  expect(run.isHeld()).toBe(false)
  await pass(5_000)
  a.at.mend('store')
  await pass(5_000)
  expect(await refusalOf(run.hub.order('post', 'village.receive', { from: 'ann', to: 'bob', coins: 4 }))).toBe(
    'unavailable',
  )
  expect(place.journal()).toHaveLength(1)
})

test('[CL43] nobody waits for ever: without any authority an answer comes in 20 s, and says what is not known', async () => {
  const { until, clock, pass, openThree } = openCluster()
  const [a, b, c] = await openThree()
  for (const node of [a, b, c]) node.at.cut('store')
  await pass(6_000)
  const began = clock.now()
  expect(await until(b.give('ann', 'bob', 1))).toMatchObject({ ok: false, code: 'fateUnknown' })
  expect(clock.now() - began).toBeLessThan(20_100)
  const order = b.hub.order('post', 'village.receive', { from: 'ann', to: 'bob', coins: 3 })
  expect(await until(refusalOf(order))).toBe('unavailable')
})

test('[CL44] the same command asked on several nodes at once is done once, and all are told the same', async () => {
  const { until, openThree, clock, place } = openCluster()
  const nodes = await openThree()
  const id = freshId(clock.now())
  const answers = await until(Promise.all(nodes.map((node) => node.give('ann', 'bob', 7, id))))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(place.journal()).toHaveLength(1)
})

test('[CL45] so many errands wait and no more, and the memory of them goes with them', async () => {
  const clock = createTestClock()
  const { storage } = createSharedMemory({ clock }).open('a')
  const letters = createLetters(storage.bus, () => {})
  const points = createPoints(
    () => true,
    () => {},
  )
  const errands = createErrands({ letters, clock, points, run: () => null, authority: () => 'b', mostPending: 10 })
  const ask = () => errands.run({ errand: { kind: 'live' }, here: async () => null })
  const taken = Array.from({ length: 10 }, ask)
  expect(await ask()).toEqual({ reply: null, wasTried: false })
  expect(errands.count()).toBe(10)
  clock.pass(20_000)
  expect(await Promise.all(taken)).toEqual(taken.map(() => ({ reply: null, wasTried: true })))
  expect([errands.count(), clock.waits()]).toEqual([0, 0])
})

const whoKnows = defineQuery({
  name: 'village.whoKnows',
  permission: 'play',
  input: z.object({}),
  output: z.object({ node: z.string() }),
})

test('[CL46] a query is answered where it is asked, unless it rests on what only the authority has', async () => {
  const { until, openThree } = openCluster({
    features: [
      ...villageFeatures,
      {
        ...{ name: 'gossip', documents: [], commands: [] },
        queries: [
          implementQuery(whoKnows, ({ read }) => ({ node: String(read(purse, 'ann').coins) }), { atAuthority: true }),
        ],
      },
    ],
  })
  const [a, b] = await openThree()
  await until(b.give('ann', 'bob', 1))
  const call = { name: 'village.whoKnows', input: {} }
  expect(await until(b.hub.query(villager('ann'), call))).toMatchObject({ ok: true, output: { node: '99' } })
  expect(await until(a.hub.query(villager('ann'), call))).toMatchObject({ ok: true, output: { node: '99' } })
  const gifts = { name: 'village.gifts', input: { before: null } }
  a.at.pause()
  expect(await b.hub.query(villager('bob'), gifts)).toMatchObject({ ok: true, output: { coins: [1] } })
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

test('[CL48] what was refused is refused by whoever has taken over, when it comes once more by another way', async () => {
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

test('[CL49] what has been answered is asked of nobody again, also while it waits to be shown and another takes over', async () => {
  const clock = createTestClock()
  const passBy = async (ms: number) => {
    clock.pass(ms)
    await new Promise<void>(setImmediate)
  }
  const { open } = createSharedMemory({ clock })
  const [own, other] = [open('a').storage.bus, open('b').storage.bus]
  const asked: string[] = []
  createLetters(other, () => {}).listen('calls.b', Call, ({ id }) => asked.push(id))
  const letters = createLetters(own, () => {})
  const at = { seq: 1, epoch: 1, live: 0 }
  const points = createPoints(
    () => false,
    () => {},
  )
  const errands = createErrands({ letters, clock, points, run: () => null, authority: () => 'b' })
  const answered = errands.run({ errand: { kind: 'live' }, here: async () => null })
  await passBy(100)
  const answer = { ok: true as const, output: {}, seq: 1 }
  createLetters(other, () => {}).send('answers.a', { id: asked[0], reply: { answer, at } })
  await passBy(100)
  errands.again()
  await passBy(5_000)
  expect(asked).toHaveLength(1)
  await passBy(20_000)
  expect(await answered).toEqual({ reply: { answer, at }, wasTried: true })
  expect([errands.count(), clock.waits()]).toEqual([0, 0])
})

test('[CL80] the authority keeps no question for ever that rests on what it never comes to show', async () => {
  const { until, pass, openThree, place } = openCluster({
    features: [
      ...villageFeatures,
      {
        ...{ name: 'gossip', documents: [], commands: [] },
        queries: [implementQuery(whoKnows, () => ({ node: 'a' }), { atAuthority: true })],
      },
    ],
  })
  const [, b] = await openThree()
  await until(b.give('ann', 'bob', 1))
  const { bus } = place.open('stranger').storage
  const answers: unknown[] = []
  const letters = createLetters(bus, () => {})
  letters.listen('answers.stranger', Answered, (answered) => answers.push(answered))
  const call = { name: 'village.whoKnows', input: {} }
  const proof = { by: 'session', hash: 'ann' }
  const after = { seq: 99, epoch: 1, live: 0 }
  letters.send('calls.a', { id: 'it', errand: { kind: 'query', proof, address: null, call, after } })
  await pass(15_000)
  expect(answers).toEqual([])
  await pass(10_000)
  expect(answers).toMatchObject([{ id: 'it', reply: { answer: { ok: true, output: { node: 'a' } } } }])
})
