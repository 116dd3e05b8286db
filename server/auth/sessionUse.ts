import type { FastifyInstance } from 'fastify'
import { seeSession } from '../../shared/features/session/commands.ts'
import { bucketOf, isOpen, seenEveryMs, sessions } from '../../shared/features/session/session.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { sessionKey } from '../features/session/sessionKey.ts'
import { createUseNotes } from '../features/session/useNotes.ts'
import type { AddressOf } from '../gateway/addressOf.ts'
import type { Gateway } from '../gateway/gatewayParts.ts'

interface UseParts {
  readonly hub: Pick<Hub, 'read' | 'order'>
  readonly clock: Clock
  tokenIn(cookies: string | undefined): string | null
  onFault(what: string, error: unknown): void
}

interface Doors {
  readonly app: FastifyInstance
  readonly gateway: Pick<Gateway, 'principals'>
  readonly addressOf: AddressOf
}

/** How soon the use of a socket is known that only listens. */
const lookEveryMs = 60_000

/**
 * Tells the hub which sessions are in use, so that they do not end: whoever asks over HTTP, comes on a socket or stays on one.
 * Returns the way to stop.
 */
export function followUse(parts: UseParts, { app, gateway, addressOf }: Doors) {
  const note = createNoteUse(parts)
  app.addHook('onRequest', async ({ headers, ip }) => note(headers.cookie, ip))
  app.server.on('upgrade', (request) => note(request.headers.cookie, addressOf(request)))
  const look = async () => {
    for (const { principal, credentials, address } of gateway.principals())
      if (principal.session) note(credentials.cookie, address)
  }
  return every(parts.clock, () => lookEveryMs, look)
}

/** Notes the use of a session at most every `seenEveryMs`, however much is asked in it. */
export function createNoteUse({ hub, clock, tokenIn, onFault }: UseParts) {
  const write = createUseNotes({ clock, what: 'note that a session is in use', onFault })

  const isDue = (key: string) => {
    const session = hub.read(sessions, bucketOf(key)).open[key]
    const now = clock.now()
    return session !== undefined && isOpen(session, now) && now - session.seenAt >= seenEveryMs
  }
  /** @param address where they come from, as far as that is known */
  return (cookies: string | undefined, address: string | null) => {
    const token = tokenIn(cookies)
    const key = token === null ? null : sessionKey(token)
    if (key === null || !isDue(key)) return
    write(key, () => hub.order('sign-in', seeSession.name, { key, address: (address ?? '').slice(0, 60) }))
  }
}
