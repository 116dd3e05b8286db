import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Caller } from '../engine/attemptLimit.ts'
import { type BudgetLimits, createBudgets, type Spender } from '../engine/budgets.ts'
import { createQueryCalls } from '../engine/query.ts'
import { createTestClock } from '../testing/clock.ts'
import { createSharedMemory } from '../testing/shared/sharedMemory.ts'
import { unlimited } from '../testing/unlimited.ts'
import { createMessages } from './messages.ts'
import { shareBudgets } from './sharedBudgets.ts'

const ann: Spender = { account: 'ann', network: null }
const ben: Spender = { account: 'ben', network: null }
const limits: BudgetLimits = { ...unlimited, commands: { perSecond: 20, burst: 100 }, socketsPerAccount: 4 }

function openNodes() {
  const clock = createTestClock()
  const place = createSharedMemory({ clock })
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      clock.pass(100)
      for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    }
  }
  const open = (name: string) => {
    const node = place.open(name)
    const budgets = createBudgets(limits, clock)
    const messages = createMessages(node.storage.bus, (what, error) => {
      throw new Error(what, { cause: error })
    })
    const queryCalls = createQueryCalls(clock)
    const stop = shareBudgets({ messages, clock, budgets, queryCalls })
    const taken = (spender: Spender, times = 1_000) =>
      Array.from({ length: times }, () => budgets.take('commands', spender)).filter(Boolean).length
    /** How many of these calls of a query are let through, of three per minute. */
    const called = (caller: Caller, times = 10) =>
      Array.from({ length: times }, () => queryCalls.take({ name: 'fortune.tell', perMinute: 3 }, caller)).filter(
        Boolean,
      ).length
    return { node, stop, taken, called, ...budgets }
  }
  return { pass, open }
}

test('[AB18] what one node lets through is taken off on the others within 400 ms, for that account alone', async () => {
  const { pass, open } = openNodes()
  const [one, other] = [open('a'), open('b')]
  expect(one.taken(ann)).toBe(100)
  await pass(400)
  expect(other.taken(ann)).toBeLessThanOrEqual(8)
  expect(other.taken(ben)).toBe(100)
})

test('[AB19] over time an account gets the rate of one node, however many it sends to', async () => {
  const { pass, open } = openNodes()
  const nodes = [open('a'), open('b'), open('c')]
  let taken = 0
  for (let second = 0; second < 60; second += 0.1) {
    for (const node of nodes) taken += node.taken(ann, 10)
    await pass(100)
  }
  expect(taken).toBeLessThanOrEqual(3 * 100 + 60 * 20)
  expect(taken).toBeGreaterThanOrEqual(100 + 50 * 20)
})

test('[AB20] open sockets count on all nodes, even on one that starts later', async () => {
  const { pass, open } = openNodes()
  const one = open('a')
  const leaves = [1, 2, 3].map(() => one.enter(ann))
  await pass(1_000)
  const late = open('b')
  await pass(1_000)
  late.enter(ann)
  expect(late.hasRoom(ann)).toBe(false)
  await pass(400)
  expect(one.hasRoom(ann)).toBe(false)
  leaves[0]?.()
  await pass(400)
  expect([one.hasRoom(ann), late.hasRoom(ann)]).toEqual([true, true])
})

test('[AB21] sockets of a node that died count no longer after 4 s; those of one that stops in order, at once', async () => {
  const { pass, open } = openNodes()
  const [one, dies, stops] = [open('a'), open('b'), open('c')]
  await pass(400)
  for (const node of [dies, stops]) for (let socket = 0; socket < 2; socket += 1) node.enter(ann)
  await pass(400)
  expect(one.hasRoom(ann)).toBe(false)
  stops.stop()
  await pass(400)
  expect(one.hasRoom(ann)).toBe(true)
  for (let socket = 0; socket < 2; socket += 1) one.enter(ann)
  expect(one.hasRoom(ann)).toBe(false)
  dies.node.cut('bus')
  await pass(3_000)
  expect(one.hasRoom(ann)).toBe(false)
  await pass(1_500)
  expect(one.hasRoom(ann)).toBe(true)
})

test('[AB22] without messages each node counts alone and refuses no one; what was missed is asked for afterwards', async () => {
  const { pass, open } = openNodes()
  const [one, other] = [open('a'), open('b')]
  await pass(400)
  other.node.cut('bus')
  one.enter(ann)
  expect([one.taken(ann), other.taken(ann)]).toEqual([100, 100])
  await pass(10_000)
  expect([one.taken(ann), other.taken(ann)]).toEqual([100, 100])
  for (let socket = 0; socket < 3; socket += 1) other.enter(ann)
  expect(one.hasRoom(ann)).toBe(true)
  other.node.mend('bus')
  await pass(3_000)
  expect([one.hasRoom(ann), other.hasRoom(ann)]).toEqual([false, false])
})

test('[AB23] of nodes that admitted too many at the same moment, the later names close the newest until the limit holds', async () => {
  const { pass, open } = openNodes()
  const nodes = ['a', 'b', 'c'].map((name) => {
    const node = open(name)
    const leaves = Array.from({ length: 4 }, () => node.enter(ann))
    node.onCrowded((_key, most) => {
      for (const leave of leaves.splice(most)) leave()
    })
    return leaves
  })
  await pass(2_000)
  expect(nodes.map((leaves) => leaves.length)).toEqual([4, 0, 0])
})

test('[MZ7] a query with a limit is answered that often in a minute on all nodes together, for an account and for a network', async () => {
  const { pass, open } = openNodes()
  const [one, other, third] = [open('a'), open('b'), open('c')]
  const [home, away] = ['192.0.2.7', '198.51.100.1']
  expect([
    one.called({ account: 'ann', address: home }, 2),
    other.called({ account: 'ann', address: away }, 1),
  ]).toEqual([2, 1])
  await pass(400)
  for (const node of [one, other, third]) expect(node.called({ account: 'ann', address: null })).toBe(0)
  expect(third.called({ account: 'ben', address: home })).toBe(1)
  await pass(400)
  expect(one.called({ account: 'cyd', address: home })).toBe(0)
  expect(one.called({ account: 'cyd', address: '203.0.113.1' })).toBe(3)
  await pass(60_000)
  expect(other.called({ account: 'ann', address: home })).toBe(3)
})
