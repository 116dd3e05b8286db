import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Cluster, openCluster } from './cluster.ts'
import type { Fault, Target } from './faults.ts'
import { run } from './run.ts'

const node = (what: 'kill' | 'stop' | 'pause' | 'wrongClock', target: Target, atMs: number, forMs: number): Fault => ({
  to: 'node',
  what,
  node: target,
  atMs,
  forMs,
  shiftMs: 3_600_000,
})
const store = (
  what: 'hold' | 'loseDown' | 'refuse' | 'holdDown',
  target: Target,
  atMs: number,
  forMs: number,
): Fault => ({
  to: 'store',
  what,
  node: target,
  atMs,
  forMs,
  amount: 0,
})
const redis = (what: 'killRedis' | 'fullRedis' | 'fullRedisDisk', atMs: number, forMs: number): Fault => ({
  to: 'redis',
  what,
  atMs,
  forMs,
})

const threeNodes: Readonly<Record<string, readonly Fault[]>> = {
  'the leader is killed, and replies of the store are lost': [
    store('loseDown', 'leader', 200, 500),
    node('kill', 'leader', 900, 300),
  ],
  'the leader is paused for longer than its lease': [node('pause', 'leader', 300, 4_500)],
  'the leader loses its connection to the store without notice': [store('hold', 'leader', 200, 4_500)],
  'Redis is killed, is full, and its disk is full': [
    redis('fullRedis', 100, 400),
    redis('killRedis', 700, 300),
    redis('fullRedisDisk', 1_500, 600),
  ],
}
const loneNode: Readonly<Record<string, readonly Fault[]>> = {
  'it is killed, and its clock jumps by an hour': [node('kill', 0, 500, 200), node('wrongClock', 0, 1_200, 300)],
}

const testCluster = (form: { readonly nodes: number; readonly hasRedis: boolean }, cases: typeof threeNodes) => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await openCluster(form)
  })
  afterAll(() => cluster.close())
  test.each(Object.keys(cases))(
    '[TO4] %s: no command is lost or done twice, and nothing is shown that is not durable',
    async (name) => {
      const result = await run(cluster, 1, cases[name], { leastTrades: 20, isRestarted: false })
      expect(result.violations, result.output.join('\n')).toEqual([])
      expect(result.commands).toBeGreaterThan(10)
    },
  )
}

describe('three nodes over Redis', () => testCluster({ nodes: 3, hasRedis: true }, threeNodes))
describe('a lone hub with the embedded store', () => testCluster({ nodes: 1, hasRedis: false }, loneNode))
