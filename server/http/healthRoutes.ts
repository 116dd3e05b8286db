import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { server } from '../../shared/features/server/server.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'

/** How this node stands among those that are one hub together; `server/cluster/node.ts` says what each word means. */
interface Standing {
  readonly node: string
  readonly role: 'leader' | 'follower'
  readonly since: number
  readonly epoch: number
  readonly leader: string | null
  readonly lag: { readonly entries: number; readonly ms: number }
  readonly connection: { readonly up: boolean; readonly why: string | null; readonly since: number }
  readonly isReady: boolean
  readonly why: string | null
}

interface HealthParts {
  readonly node: { readonly hub: Pick<Hub, 'read' | 'state' | 'durability'>; state(): Standing }
  isDraining(): boolean
  readonly clock: Clock
  readonly serverKey: string
  readonly registry: Registry
}

/** For load balancers and the owner: /health names the part that is ill and since when, /metrics is for Prometheus. */
export function healthRoutes(app: FastifyInstance, parts: HealthParts) {
  const { node, clock, serverKey, registry } = parts
  const startedAt = clock.now()
  app.get('/health', async (_request, reply) => {
    const { link } = node.hub.read(server, serverKey)
    const standing = node.state()
    const { status, ready } = verdict(parts, standing)
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
    return {
      ...{ status, ready, storage: storageOf(parts, standing) },
      link: { state: link.name, why: link.why, since: timeOf(link.since) },
      node: {
        ...{ name: standing.node, epoch: standing.epoch, role: standing.role, since: timeOf(standing.since) },
        ...{ leader: standing.leader, lag: standing.lag, why: standing.why },
        uptimeSeconds: Math.floor((clock.now() - startedAt) / 1_000),
      },
    }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
}

/** Whether people should be sent here: not while it is about to stop, and not to one that could only turn them away. */
function verdict({ node, isDraining }: HealthParts, { isReady, connection }: Standing) {
  const isWell = node.hub.state().name === 'serving' && connection.up
  const status = isDraining() ? 'draining' : isWell ? 'ok' : 'ill'
  return { status, ready: status !== 'draining' && isReady }
}

/** A store that cannot be reached comes first: how the journal stood is as of then. */
function storageOf({ node: { hub } }: HealthParts, { connection }: Standing) {
  const { durability } = hub
  if (!connection.up) return { state: 'unreachable', why: connection.why, since: timeOf(connection.since), durability }
  const { name, why, since } = hub.state()
  return { state: name, why, since: timeOf(since), durability }
}

const timeOf = (at: number) => (at > 0 ? new Date(at).toISOString() : null)
