import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { type Link, server } from '../../shared/features/server/server.ts'
import type { Node, NodeState } from '../cluster/node.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { checkRate } from './requestRates.ts'

export interface HealthDeps {
  readonly node: Pick<Node, 'state'> & { readonly hub: Pick<Hub, 'read' | 'state' | 'durability'> }
  isDraining(): boolean
  readonly clock: Clock
  readonly serverKey: string
  readonly registry: Registry
}

/** For load balancers and the owner: /health says which part fails since when, /metrics is for Prometheus. */
export function healthRoutes(app: FastifyInstance, { node, isDraining, clock, serverKey, registry }: HealthDeps) {
  const { hub } = node
  const startedAt = clock.monotonic()

  app.get('/health', checkRate, async (_request, reply) => {
    const state = node.state()
    const { status, ready } = readiness(state)
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
    return {
      status,
      ready,
      storage: storageHealth(state),
      link: linkHealth(state, hub.read(server, serverKey).link),
      node: {
        name: state.node,
        epoch: state.epoch,
        role: state.role,
        since: timeOf(state.since),
        leader: state.leader,
        lag: state.lag,
        clock: state.clock,
        why: state.why,
        uptimeSeconds: Math.floor((clock.monotonic() - startedAt) / 1_000),
      },
    }
  })
  app.get('/metrics', checkRate, async (_request, reply) => {
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })

  /** `ready`: whether load balancers should send users here. */
  function readiness({ isReady, connection }: NodeState) {
    const isWell = hub.state().name === 'serving' && connection.up
    const status = isDraining() ? 'draining' : isWell ? 'ok' : 'ill'
    return { status, ready: status !== 'draining' && isReady }
  }

  /** While the store cannot be reached, the state of the journal is unknown. */
  function storageHealth({ connection }: NodeState) {
    const { durability } = hub
    if (!connection.up)
      return { state: 'unreachable', why: connection.why, since: timeOf(connection.since), durability }
    const { name, why, since } = hub.state()
    return { state: name, why, since: timeOf(since), durability }
  }
}

/** The leader alone has a link: without one, the node's copy says how it was. */
function linkHealth({ leader }: NodeState, { name, why, since }: Link) {
  if (leader === null)
    return { state: 'unknown', why: 'This node knows no leader, and only the leader has a link.', since: null }
  return { state: name, why, since: timeOf(since) }
}

const timeOf = (at: number) => (at > 0 ? new Date(at).toISOString() : null)
