import type { FastifyInstance } from 'fastify'
import { exportMe } from '../../shared/features/erasure/queries.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import { answerProblem } from './answerProblem.ts'
import { problem } from './httpProblem.ts'
import { wantsPage } from './wantsPage.ts'

interface ExportParts {
  readonly hub: Pick<Hub, 'query'>
  readonly principalOf: (credentials: Credentials) => Principal
}

/** Everything that the hub keeps of the person who asks, as a file. Only for whoever comes by the cookie of a session. */
export function exportRoutes(app: FastifyInstance, { hub, principalOf }: ExportParts) {
  const limited = { config: { rateLimit: { max: 5, timeWindow: '1 minute' } } }

  app.get('/auth/export', limited, async (request, reply) => {
    const { headers, ip } = request
    reply.header('cache-control', 'no-store')
    const principal = principalOf({ cookie: headers.cookie, token: undefined })
    if (principal.id === null && wantsPage(request)) return reply.redirect('/auth', 303)
    if (principal.id === null) return problem(reply, 401, 'signedOut', 'Sign in first.')
    const answer = await hub.query(principal, { name: exportMe.name, input: {} }, ip)
    if (!answer.ok) return answerProblem(reply, answer)
    const { personal } = exportMe.output.parse(answer.output)
    reply.header('content-disposition', 'attachment; filename="waterhole-export.json"')
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(personal, null, 2))
  })
}
