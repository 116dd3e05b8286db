import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fault, Target } from './faults/fault.ts'
import { type House, openHouse } from './house/house.ts'
import { run } from './run.ts'

const node = (what: 'kill' | 'stop' | 'pause' | 'wrongClock', target: Target, atMs: number, forMs: number): Fault => ({
  ...{ to: 'node', what, node: target, atMs, forMs, shiftMs: 3_600_000 },
})
const store = (
  what: 'hold' | 'loseDown' | 'refuse' | 'holdDown',
  target: Target,
  atMs: number,
  forMs: number,
): Fault => ({
  ...{ to: 'store', what, node: target, atMs, forMs, amount: 0 },
})
const redis = (what: 'killRedis' | 'fullRedis' | 'fullRedisDisk', atMs: number, forMs: number): Fault => ({
  ...{ to: 'redis', what, atMs, forMs },
})

const withThree: Readonly<Record<string, readonly Fault[]>> = {
  'the authority is killed, and replies of the store are lost': [
    store('loseDown', 'leader', 200, 500),
    node('kill', 'leader', 900, 300),
  ],
  'the authority stands still for longer than its lease, and then goes on': [node('pause', 'leader', 300, 4_500)],
  'the authority is cut off without a word, and another takes over': [store('hold', 'leader', 200, 4_500)],
  'Redis is killed, is full, and its disk is full': [
    redis('fullRedis', 100, 400),
    redis('killRedis', 700, 300),
    redis('fullRedisDisk', 1_500, 600),
  ],
}
const alone: Readonly<Record<string, readonly Fault[]>> = {
  'it is killed, and its clock jumps by an hour': [node('kill', 0, 500, 200), node('wrongClock', 0, 1_200, 300)],
}

const houseOf = (form: { readonly nodes: number; readonly hasRedis: boolean }, cases: typeof withThree) => {
  let house: House
  beforeAll(async () => {
    house = await openHouse(form)
  })
  afterAll(() => house.close())
  test.each(Object.keys(cases))('[TO1] %s: nothing is lost, done twice, or shown that is not kept', async (name) => {
    const verdict = await run(house, 1, cases[name])
    expect(verdict.wrongs, verdict.said.join('\n')).toEqual([])
    expect(verdict.commands).toBeGreaterThan(10)
  })
}

describe('three nodes over Redis', () => houseOf({ nodes: 3, hasRedis: true }, withThree))
describe('one hub with its own store', () => houseOf({ nodes: 1, hasRedis: false }, alone))
