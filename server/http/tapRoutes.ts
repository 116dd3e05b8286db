import { PassThrough } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { credentialsOf } from '../auth/http/credentialsOf.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Principal } from '../engine/principal.ts'
import { problem } from './httpProblem.ts'

interface TapParts {
  readonly principalOf: (credentials: Credentials) => Principal
  readonly isOurOrigin: (origin: string | undefined, host: string | undefined) => boolean
  /** Writes lines until it is stopped. */
  tap(principal: Principal, keepsNames: boolean, write: (line: object) => void): Promise<() => void>
}

/** A listener who takes less than comes is let go before the hub has to hold it all. */
const mostUnsentBytes = 16 * 1024 * 1024
const mostTaps = 4

/** A live copy of all that goes over the sockets, for the owner: JSON Lines until either side hangs up. */
export function tapRoutes(app: FastifyInstance, { principalOf, isOurOrigin, tap }: TapParts) {
  let taps = 0
  app.get('/api/tap', async (request, reply) => {
    const { origin, host } = request.headers
    const shown = credentialsOf(request.headers)
    if (!(isOurOrigin(origin, host) || shown.token))
      return problem(reply, 403, 'foreignOrigin', 'This can only be asked from a page of this hub.')
    const principal = principalOf(shown)
    if (!principal.can('ownerPanel') || principal.id === null)
      return problem(reply, 403, 'forbidden', 'Only an owner may listen to all sockets.')
    if (taps >= mostTaps)
      return problem(reply, 409, 'tapped', `${mostTaps} are listening already. End one of them first.`)
    taps++
    const lines = new PassThrough()
    const isOver = () =>
      lines.destroyed || lines.writableLength > mostUnsentBytes || !principalOf(shown).can('ownerPanel')
    const stop = await tap(principal, (request.query as { names?: string }).names === 'keep', (line) => {
      if (isOver()) lines.destroy()
      else lines.write(`${JSON.stringify(line)}\n`)
    }).catch((error: unknown) => {
      taps--
      throw error
    })
    lines.once('close', () => {
      taps--
      stop()
    })
    reply.raw.once('close', () => lines.destroy())
    return reply.header('content-type', 'application/jsonl').header('cache-control', 'no-store').send(lines)
  })
}
