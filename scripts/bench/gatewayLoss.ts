// How soon those are shown everything again whose node was killed. Alone: node scripts/bench/gatewayLoss.ts
import { openTestCluster, type TestCluster } from '../../server/testing/testCluster.ts'
import { openBalancer } from '../cluster/balancer.ts'
import { startChild } from './fanOutChild.ts'
import type { GatewayLossAnswers } from './gatewayLossViewers.ts'
import { median } from './median.ts'
import { percentileOf } from './percentileOf.ts'
import { printTable } from './printTable.ts'
import type { Row } from './row.ts'

export interface GatewayLossSize {
  readonly viewers: number
  readonly passes: number
}
const whole: GatewayLossSize = { viewers: 2_000, passes: 5 }
const mostMs = 3_000

async function follower(cluster: TestCluster) {
  const leader = await cluster.leader()
  const node = cluster.nodes.find((one) => one !== leader)
  if (!node) throw new Error('A bench with one node has nobody to lose.')
  return node
}

/** R2: three nodes, and the one that all viewers hang on is killed. The one that decides lives on. */
export async function benchGatewayLoss(size: Partial<GatewayLossSize> = {}): Promise<Row[]> {
  const { viewers, passes } = { ...whole, ...size }
  const cluster = await openTestCluster({ nodes: 3, environment: { LOG_LEVEL: 'warn' } })
  const nodes = cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port }))
  const balancer = await openBalancer({ host: '127.0.0.1', port: 0, nodes })
  const crowd = startChild<GatewayLossAnswers>(new URL('./gatewayLossViewers.ts', import.meta.url))
  const p99s: number[] = []
  let [back, apart] = [0, 0]
  try {
    for (let pass = 0; pass < passes; pass += 1) {
      const victim = await follower(cluster)
      await crowd.ask('join', victim.port, balancer.port, viewers)
      await crowd.ask('breaks')
      victim.kill('SIGKILL')
      const { took, states } = await crowd.ask('back')
      back += took.length
      apart += states - 1
      p99s.push(percentileOf(took, 0.99))
      await crowd.ask('leave')
      await victim.ended()
      victim.start()
      await cluster.ready()
    }
  } finally {
    crowd.end()
    await balancer.close()
    await cluster.close()
  }
  const p99 = median(p99s)
  const areAllBack = back === viewers * passes && apart === 0
  return [
    {
      measure: `R2 a gateway killed with ${viewers} viewers, shown everything again, p99`,
      against: `${mostMs / 1_000} s`,
      ...{ ratio: p99 / mostMs, goal: 'all converge, at most 3 s', met: areAllBack && p99 <= mostMs },
      note: `${Math.round(p99)} ms; ${back} of ${viewers * passes} came back, ${apart === 0 ? 'all alike' : `${apart} states too many`}`,
    },
  ]
}

if (import.meta.main) printTable(await benchGatewayLoss())
