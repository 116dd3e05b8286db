import type { FastifyInstance } from 'fastify'
import type { Credentials } from '../../engine/credentials.ts'
import type { Principal } from '../../engine/principal.ts'
import { problem } from '../../http/httpProblem.ts'
import { credentialsOf } from './credentialsOf.ts'

const raisable = ['owner', 'admin', 'moderator'] as const

interface RaisableParts {
  readonly principalOf: (credentials: Credentials) => Principal
  /** Whether the configuration holds a hash of that name. */
  readonly isSet: (name: (typeof raisable)[number] | 'ownerKey') => boolean
}

/** Which passwords there are on this hub at all, so that nobody is offered a form that cannot work. */
export function raisableRoute(app: FastifyInstance, { principalOf, isSet }: RaisableParts) {
  app.get('/auth/raisable', async ({ headers }, reply) => {
    if (principalOf(credentialsOf(headers)).id === null) return problem(reply, 401, 'signedOut', 'Sign in first.')
    return { roles: raisable.filter(isSet), ownerKey: isSet('ownerKey') }
  })
}
