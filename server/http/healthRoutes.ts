import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import { server } from '../../shared/features/server/server.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'

interface HealthParts {
  readonly hub: Pick<Hub, 'read' | 'state' | 'durability' | 'epoch'>
  readonly clock: Clock
  readonly serverKey: string
  readonly registry: Registry
}

/** For load balancers and the owner: /health names the part that is ill and since when, /metrics is for Prometheus. */
export function healthRoutes(app: FastifyInstance, { hub, clock, serverKey, registry }: HealthParts) {
  const startedAt = clock.now()
  app.get('/health', async (_request, reply) => {
    const { name, why, since } = hub.state()
    const { link } = hub.read(server, serverKey)
    const canAcknowledge = name === 'serving'
    reply.code(canAcknowledge ? 200 : 503).header('cache-control', 'no-store')
    return {
      status: canAcknowledge ? 'ok' : 'ill',
      storage: { state: name, why, since: timeOf(since), durability: hub.durability },
      link: { state: link.name, why: link.why, since: timeOf(link.since) },
      node: { epoch: hub.epoch, role: 'authority', uptimeSeconds: Math.floor((clock.now() - startedAt) / 1_000) },
    }
  })
  app.get('/metrics', async (_request, reply) => {
    reply.header('content-type', registry.contentType)
    return registry.metrics()
  })
}

const timeOf = (at: number) => (at > 0 ? new Date(at).toISOString() : null)
