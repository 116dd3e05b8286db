import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import {
  type BudgetLimits,
  countedNetwork,
  createBudgets,
  fullBucket,
  type Rate,
  type Spender,
  takeToken,
} from './budgets.ts'

const rate = (perSecond: number, burst: number): Rate => ({ perSecond, burst })
const limits: BudgetLimits = {
  commands: rate(2, 10),
  queries: rate(2, 10),
  watches: rate(2, 10),
  sockets: rate(2, 10),
  networkFactor: 4,
  socketsPerAccount: 2,
  socketsPerAddress: 3,
}
const open = (more: Partial<BudgetLimits> = {}) => {
  const clock = createTestClock()
  const budgets = createBudgets({ ...limits, ...more }, clock)
  const taken = (spender: Spender, times = 100) =>
    Array.from({ length: times }, () => budgets.take('commands', spender)).filter(Boolean).length
  return { clock, budgets, taken }
}
const [ann, ben] = ['ann', 'ben'].map((account) => ({ account, network: null })) as [Spender, Spender]
const at = (address: string, account: string | null = null): Spender => ({ account, network: countedNetwork(address) })
const network = (address: string) => at(address)

test('[AB7] one account has one budget wherever it comes from, and another account has its own', () => {
  const { clock, taken } = open()
  expect([taken(at('192.0.2.1', 'ann'), 6), taken(at('192.0.2.2', 'ann'))]).toEqual([6, 4])
  expect(taken(ben)).toBe(10)
  clock.pass(1_000)
  expect(taken(ann)).toBe(2)
})

test('[AB8] a network has several times the budget of an account, and leaves other networks theirs', () => {
  const { taken } = open()
  const users = Array.from({ length: 9 }, (_, index) => taken(at('192.0.2.1', `user${index}`)))
  expect(users).toEqual([10, 10, 10, 10, 0, 0, 0, 0, 0])
  expect(taken(at('192.0.2.2', 'user8'))).toBe(10)
})

test('[AB9] guests of a network leave half of its burst to its users', () => {
  const { taken } = open()
  expect(taken(at('192.0.2.1'))).toBe(20)
  expect([taken(at('192.0.2.1', 'ann')), taken(at('192.0.2.1', 'ben'))]).toEqual([10, 10])
})

test('[AB10] a request above one budget takes nothing from the other', () => {
  const { taken } = open()
  taken(at('192.0.2.1', 'ann'))
  expect(taken(at('192.0.2.1', 'ann'))).toBe(0)
  expect(['ben', 'cyd', 'dee'].map((account) => taken(at('192.0.2.1', account)))).toEqual([10, 10, 10])
})

test('[AB11] what another node let through is taken off here, and no more than one burst of it is owed', () => {
  const { clock, budgets, taken } = open()
  budgets.apply('b', { spent: [['account:ann', 4, 0, 0, 0]], sockets: [] }, false, 'a')
  expect(taken(ann)).toBe(6)
  budgets.apply('b', { spent: [['account:ann', 1_000, 0, 0, 0]], sockets: [] }, false, 'a')
  clock.pass(5_000)
  expect(taken(ann)).toBe(0)
  clock.pass(1_000)
  expect(taken(ann)).toBe(2)
  expect(taken(ben)).toBe(10)
})

test('[AB12] open sockets of all nodes count, and those of a node that is gone do not', () => {
  const { budgets } = open()
  budgets.enter(ann)
  expect(budgets.hasRoom(ann)).toBe(true)
  budgets.apply('b', { spent: [], sockets: [['account:ann', 1]] }, false, 'a')
  expect(budgets.hasRoom(ann)).toBe(false)
  budgets.forget('b')
  expect(budgets.hasRoom(ann)).toBe(true)
})

test('[AB13] of two nodes that admitted too many at once the one with the later name closes its newest', () => {
  const { budgets } = open()
  const crowded: [string, number][] = []
  budgets.onCrowded((key, most) => crowded.push([key, most]))
  for (let socket = 0; socket < 2; socket += 1) budgets.enter(ann)
  budgets.apply('c', { spent: [], sockets: [['account:ann', 2]] }, false, 'b')
  expect(crowded).toEqual([])
  budgets.apply('a', { spent: [], sockets: [['account:ann', 1]] }, false, 'b')
  expect(crowded).toEqual([['account:ann', 1]])
})

test('[AB1963] sockets that were still being admitted when a node had to close some are closed with a later report, whatever it says', () => {
  const { budgets } = open()
  const crowded: [string, number][] = []
  budgets.onCrowded((key, most) => crowded.push([key, most]))
  const [leave] = [budgets.enter(ann), budgets.enter(ann)]
  budgets.apply('a', { spent: [], sockets: [['account:ann', 1]] }, false, 'b')
  const tooMany = ['account:ann', 1]
  expect(crowded).toEqual([tooMany])
  const nothing = () => budgets.apply('c', { spent: [], sockets: [] }, false, 'b')
  nothing()
  expect(crowded).toEqual([tooMany, tooMany])
  leave()
  nothing()
  budgets.enter(ann)
  budgets.forget('a')
  nothing()
  expect(crowded).toHaveLength(2)
})

test('[AB14] a report holds what was counted since the last one, and what is as good as new is forgotten', () => {
  const { clock, budgets, taken } = open()
  taken(at('192.0.2.1', 'ann'), 3)
  const leave = budgets.enter(ben)
  expect(budgets.report()).toEqual({
    spent: [
      ['account:ann', 3, 0, 0, 0],
      ['network:192.0.2.1', 3, 0, 0, 0],
    ],
    sockets: [['account:ben', 1]],
  })
  expect(budgets.report()).toEqual({ spent: [], sockets: [] })
  clock.pass(60_000)
  leave()
  expect(budgets.report().sockets).toEqual([['account:ben', 0]])
  expect(budgets.size()).toBe(0)
})

test('[CR8] an address may have a limited number of connections, and a closed one makes room', () => {
  const { budgets } = open()
  const leaves = ['', '', ''].map(() => budgets.enter(network('192.0.2.7')))
  expect([budgets.hasRoom(network('192.0.2.7')), budgets.hasRoom(network('192.0.2.8'))]).toEqual([false, true])
  leaves[0]?.()
  expect(budgets.hasRoom(network('192.0.2.7'))).toBe(true)
})

test('[CR9] an IPv6 /64 counts as one address; loopback and unknown addresses are not counted', () => {
  const { budgets } = open({ socketsPerAddress: 1 })
  for (const address of ['2001:db8::1', '127.0.0.1', '::1', '::ffff:127.0.0.1']) budgets.enter(network(address))
  budgets.enter({ account: null, network: countedNetwork(null) })
  expect(budgets.hasRoom(network('2001:db8::2'))).toBe(false)
  for (const address of ['127.0.0.1', '::1', '2001:db8:0:1::1']) expect(budgets.hasRoom(network(address))).toBe(true)
})

test('[CR10] a limit of 0 means no limit', () => {
  const { budgets } = open({ socketsPerAddress: 0, socketsPerAccount: 0 })
  for (let entered = 0; entered < 500; entered += 1) budgets.enter(at('192.0.2.7', 'ann'))
  expect(budgets.hasRoom(at('192.0.2.7', 'ann'))).toBe(true)
})

const start = 1_000_000
const takeAll = (bucket: ReturnType<typeof fullBucket>, rate: Rate, now: number) =>
  Array.from({ length: 100 }, () => takeToken(bucket, rate, now)).filter(Boolean).length

test('[TB3] a burst passes, then the steady rate; a pause refills one burst and no more', () => {
  const rate = { perSecond: 20, burst: 60 }
  const bucket = fullBucket(rate, start)
  expect(takeAll(bucket, rate, start)).toBe(60)
  expect(takeAll(bucket, rate, start + 500)).toBe(10)
  expect(takeAll(bucket, rate, start + 3_600_000)).toBe(60)
})
