import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { newCommandId } from '../../shared/engine/ids.ts'
import { makeToken } from '../../shared/features/tokens/commands.ts'
import { tokenPrefix } from '../../shared/features/tokens/tokens.ts'
import type { CommandCall } from '../../shared/protocol/calls.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Credentials, Principal } from '../engine/principal.ts'
import { answerProblem } from '../http/answerProblem.ts'
import { problem } from '../http/httpProblem.ts'

interface TokenParts {
  readonly hub: Pick<Hub, 'dispatch'>
  readonly clock: Pick<Clock, 'now'>
  readonly principalOf: (credentials: Credentials) => Principal
  readonly sessionKey: (token: string) => string
}

/** What a person says of the token that they want; the rest of the command is ours. */
const Wish = z.object({ label: z.unknown(), permissions: z.unknown(), endsAt: z.unknown() })

const newToken = () => tokenPrefix + randomBytes(32).toString('base64url')

/** Makes a token and shows it once, here: nothing of the hub has it afterwards. Only for whoever comes by the cookie of a session. */
export function tokenRoutes(app: FastifyInstance, { hub, clock, principalOf, sessionKey }: TokenParts) {
  const limited = { config: { rateLimit: { max: 10, timeWindow: '1 minute' } } }

  app.post('/auth/tokens', limited, async ({ headers, ip, body }, reply) => {
    reply.header('cache-control', 'no-store')
    const principal = principalOf({ cookie: headers.cookie, token: undefined })
    if (principal.id === null) return problem(reply, 401, 'signedOut', 'Sign in first.')
    const wish = Wish.safeParse(body)
    if (!wish.success)
      return problem(reply, 400, 'badInput', 'The body must be a JSON object with label, permissions and endsAt.')
    const token = newToken()
    const id = newCommandId(clock.now(), randomBytes(10))
    const call: CommandCall = { id, name: makeToken.name, input: { ...wish.data, hash: sessionKey(token) } }
    const answer = await hub.dispatch(principal, call, ip)
    if (!answer.ok) return answerProblem(reply, answer)
    return { success: true, token, ...makeToken.output.parse(answer.output) }
  })
}
