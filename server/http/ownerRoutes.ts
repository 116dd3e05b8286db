import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { newCommandId } from '../../shared/engine/ids.ts'
import { clearCaches } from '../../shared/features/server/caches.ts'
import { configuration, HubConfiguration } from '../../shared/features/server/queries.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, clientOf, type Principal } from '../engine/principal.ts'
import { withDocs } from './openApi.ts'
import { answerProblem, problem } from './problem.ts'
import { credentialsOf } from './request.ts'

export interface OwnerDeps {
  readonly hub: Pick<Hub, 'query' | 'dispatch'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly clock: Pick<Clock, 'now'>
  readonly serverKey: string
  /** What this node caches. */
  readonly caches: readonly { readonly name: string; entries(): number }[]
}

const configDocs = {
  summary:
    'The configuration without secrets: whether the hub reads a real game, which features are on, and which variables are set.',
  who: 'person',
  permission: configuration.permission,
  answer: z.strictObject({ success: z.literal(true), data: HubConfiguration }),
} as const

const clearDocs = {
  summary:
    'Clears the caches of every node and of the browser that asks. `entries` counts those of the node that answers.',
  who: 'person',
  permission: clearCaches.permission,
  answer: z.strictObject({
    success: z.literal(true),
    message: z.string(),
    cleared: z.array(z.strictObject({ cache: z.string(), entries: z.int() })),
  }),
} as const
const clearLimit = { config: { rateLimit: { max: 12, timeWindow: '1 minute' } } }

/** The configuration and the caches of the hub, for owners. */
export function ownerRoutes(app: FastifyInstance, { hub, principalOf, clock, serverKey, caches }: OwnerDeps) {
  /** Null without a session or token: the request has been answered then. */
  const signedIn = ({ headers }: FastifyRequest, reply: FastifyReply): Principal | null => {
    reply.header('cache-control', 'no-store')
    const principal = principalOf(credentialsOf(headers))
    if (principal.id !== null) return principal
    problem(reply, 401, 'signedOut', 'Sign in first.')
    return null
  }
  const clientAt = ({ ip, headers }: FastifyRequest) => clientOf(ip, headers['user-agent'])

  app.get('/api/config', withDocs({}, configDocs), async (request, reply) => {
    const principal = signedIn(request, reply)
    if (principal === null) return reply
    const answer = await hub.query(principal, { name: configuration.name, input: {} }, clientAt(request))
    return answer.ok ? { success: true, data: answer.output } : answerProblem(reply, configuration, answer)
  })

  app.post('/api/cache/clear', withDocs(clearLimit, clearDocs), async (request, reply) => {
    const principal = signedIn(request, reply)
    if (principal === null) return reply
    const cleared = caches.map(({ name, entries }) => ({ cache: name, entries: entries() }))
    const call = {
      id: newCommandId(clock.now(), randomBytes(10)),
      name: clearCaches.name,
      input: { server: serverKey },
    }
    const answer = await hub.dispatch(principal, call, clientAt(request))
    if (!answer.ok) return answerProblem(reply, clearCaches, answer)
    reply.header('clear-site-data', '"cache"')
    const what = cleared.map(({ cache, entries }) => `${cache} (${entries})`).join(', ')
    return { success: true, message: `Cleared on every node; here: ${what}.`, cleared }
  })
}
