// How soon the clients of a killed node have everything again. Alone: node scripts/bench/gatewayLoss.ts
import { openTestCluster, type TestCluster } from '../../server/testing/testCluster.ts'
import { openBalancer } from '../cluster/balancer.ts'
import { startChild } from './childProcess.ts'
import type { GatewayLossAnswers } from './gatewayLossViewers.ts'
import { judgedBy, median, percentile, printTable, type Row } from './measure.ts'

export interface GatewayLossSize {
  readonly viewers: number
  readonly passes: number
}
const defaultSize: GatewayLossSize = { viewers: 2_000, passes: 5 }
const maxMs = 3_000

async function follower(cluster: TestCluster) {
  const leader = await cluster.leader()
  const node = cluster.nodes.find((one) => one !== leader)
  if (!node) throw new Error('This bench needs more than one node.')
  return node
}

/** R2: three nodes; the follower with all viewers is killed, and the leader lives on. */
export async function benchGatewayLoss(size: Partial<GatewayLossSize> = {}): Promise<Row[]> {
  const { viewers, passes } = { ...defaultSize, ...size }
  // All viewers come from one network here, which a hub would slow down.
  const unlimited = { HANDSHAKES_PER_SECOND: '0', SOCKETS_PER_ADDRESS: '0' }
  const cluster = await openTestCluster({ nodes: 3, environment: { LOG_LEVEL: 'warn', ...unlimited } })
  const nodes = cluster.nodes.map(({ port }) => ({ host: '127.0.0.1', port }))
  const balancer = await openBalancer({ host: '127.0.0.1', port: 0, nodes })
  const crowd = startChild<GatewayLossAnswers>(new URL('./gatewayLossViewers.ts', import.meta.url))
  const p99s: number[] = []
  let [back, diverged] = [0, 0]
  try {
    for (let pass = 0; pass < passes; pass += 1) {
      const victim = await follower(cluster)
      await crowd.ask('join', victim.port, balancer.port, viewers)
      await crowd.ask('aboutToBreak')
      victim.kill('SIGKILL')
      const { took, states } = await crowd.ask('back')
      back += took.length
      diverged += states - 1
      p99s.push(percentile(took, 0.99))
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
  const haveConverged = back === viewers * passes && diverged === 0
  return [
    {
      measure: `R2 a gateway killed with ${viewers} viewers, shown everything again, p99`,
      against: `${maxMs / 1_000} s`,
      ...judgedBy(
        'all converge, at most 3 s',
        p99 / maxMs,
        haveConverged && p99 <= maxMs,
        haveConverged ? { passes: p99s, judged: p99, figure: maxMs } : null,
      ),
      note: `${Math.round(p99)} ms; ${back} of ${viewers * passes} came back, ${diverged === 0 ? 'all alike' : `${diverged} states too many`}`,
    },
  ]
}

if (import.meta.main) printTable(await benchGatewayLoss())
