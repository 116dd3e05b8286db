import type { FastifyInstance } from 'fastify'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import { type Budgets, countedNetwork } from '../engine/budgets.ts'
import type { Credentials, Principal } from '../engine/principal.ts'
import { problem } from './problem.ts'
import { credentialsOf, routedPath } from './request.ts'

interface BudgetDeps {
  readonly budgets: Pick<Budgets, 'take'>
  readonly principalOf: (credentials: Credentials) => Principal
}

/** Routes that read or write what the hub keeps. Pages, their files and /health are not among them. */
const counted = /^\/(api|auth|rcon|\.netlify)\//

/** Counts each request in the same budgets as messages of sockets: one that reads as a query, any other as a command. */
export function countRequests(app: FastifyInstance, { budgets, principalOf }: BudgetDeps) {
  /** Some routes read the cookie beside an unknown token. */
  const accountOf = ({ cookie, token }: Credentials) =>
    (token === undefined ? null : principalOf({ cookie: undefined, token }).id) ??
    principalOf({ cookie, token: undefined }).id

  app.addHook('onRequest', async (request, reply) => {
    const { method, headers, ip } = request
    if (!counted.test(routedPath(request))) return
    const name = method === 'GET' || method === 'HEAD' ? 'queries' : 'commands'
    const spender = { account: accountOf(credentialsOf(headers)), network: countedNetwork(ip) }
    if (!budgets.take(name, spender)) return problem(reply, 429, 'tooFast', engineRefusals.tooFast)
  })
}
