import type { FastifyInstance } from 'fastify'
import { recordSessionUse } from '../../shared/features/session/commands.ts'
import { bucketOf, isOpen, sessions, sessionUsePrecisionMs } from '../../shared/features/session/session.ts'
import { recordTokenUse } from '../../shared/features/tokens/commands.ts'
import { tokenIdOf, tokenOwners, tokens, tokenUsePrecisionMs } from '../../shared/features/tokens/tokens.ts'
import { type Clock, every } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import type { Credentials, Principal } from '../engine/principal.ts'
import { tokenHash } from '../features/session/openSessions.ts'
import type { AddressOf } from '../gateway/clientAddress.ts'
import type { Gateway } from '../gateway/gateway.ts'

interface LastUseDeps {
  readonly hub: Pick<Hub, 'read' | 'execute'>
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly onFault: (what: string, error: unknown) => void
}
interface SessionUseDeps extends LastUseDeps {
  readonly clock: Clock
  tokenIn(cookies: string | undefined): string | null
}
/** Where HTTP requests and sockets arrive. */
interface RequestSources {
  readonly app: FastifyInstance
  readonly gateway: Pick<Gateway, 'connections'>
  readonly addressOf: AddressOf
}

/** An open socket that only receives counts as use, checked this often. */
const socketCheckMs = 60_000
const pauseMs = 60_000

/**
 * Records the use of sessions by HTTP requests, new sockets and open sockets, so that sessions in use do not end. Records a session
 * at most every `sessionUsePrecisionMs`. Returns a function that stops it.
 */
export function trackSessionUse(
  { hub, clock, tokenIn, onFault }: SessionUseDeps,
  { app, gateway, addressOf }: RequestSources,
): () => void {
  const record = createUseRecorder({
    clock,
    what: 'record the use of a session',
    precisionMs: sessionUsePrecisionMs,
    onFault,
  })

  /** @param address the client's address; null if unknown */
  const used = (cookies: string | undefined, address: string | null) => {
    const token = tokenIn(cookies)
    const key = token === null ? null : tokenHash(token)
    if (key === null || !isDue(key)) return
    record(key, () => hub.execute('sign-in', recordSessionUse.name, { key, address: (address ?? '').slice(0, 60) }))
  }
  const isDue = (key: string) => {
    const session = hub.read(sessions, bucketOf(key)).open[key]
    const now = clock.now()
    return session !== undefined && isOpen(session, now) && now - session.seenAt >= sessionUsePrecisionMs
  }
  const checkSockets = async () => {
    for (const { principal, credentials, client } of gateway.connections())
      if (principal.session) used(credentials.cookie, client.address)
  }
  app.addHook('onRequest', async ({ headers, ip }) => used(headers.cookie, ip))
  app.server.on('upgrade', (request) => used(request.headers.cookie, addressOf(request)))
  return every(clock, () => socketCheckMs, checkSockets)
}

interface TokenUseDeps extends LastUseDeps {
  readonly principalOf: (credentials: Credentials) => Principal
}

/**
 * Wraps `principalOf` so that each use of a token, by a request or an open socket, is recorded at most every
 * `tokenUsePrecisionMs`.
 */
export function trackTokenUse({ hub, clock, principalOf, onFault }: TokenUseDeps): typeof principalOf {
  const record = createUseRecorder({
    clock,
    what: 'record the use of a token',
    precisionMs: tokenUsePrecisionMs,
    onFault,
  })
  const used = (hash: string) => {
    const owner = hub.read(tokenOwners, bucketOf(hash)).owners[hash]
    const token = owner && hub.read(tokens, owner.accountId).tokens[tokenIdOf(hash)]
    if (!token || clock.now() - (token.usedAt ?? 0) < tokenUsePrecisionMs) return
    record(hash, () => hub.execute('token', recordTokenUse.name, { hash }))
  }
  return (credentials) => {
    const principal = principalOf(credentials)
    if (credentials.token !== undefined && principal.id !== null) used(tokenHash(credentials.token))
    return principal
  }
}

interface UseRecorderDeps extends Pick<LastUseDeps, 'clock' | 'onFault'> {
  readonly what: string
  readonly precisionMs: number
}

/**
 * Writes one record per key at a time, and one in `precisionMs`: the time of the last use is by the leader's clock, which may be behind
 * that of this node. After a failure, as when the disk is full, it pauses for a minute, and reports no further failure until a write
 * succeeds.
 */
export function createUseRecorder({ clock, what, precisionMs, onFault }: UseRecorderDeps) {
  const pending = new Set<string>()
  /** When a write of each key began that succeeded, oldest first; only those of the last `precisionMs`. */
  const written = new Map<string, number>()
  let pausedUntil = Number.NEGATIVE_INFINITY
  let hasFailed = false

  return (key: string, write: () => Promise<unknown>) => {
    const now = clock.monotonic()
    forgetBefore(now - precisionMs)
    if (pending.has(key) || written.has(key) || now < pausedUntil) return
    pending.add(key)
    write()
      .then(() => {
        hasFailed = false
        written.set(key, now)
      }, pause)
      .finally(() => pending.delete(key))
  }
  function forgetBefore(oldest: number) {
    for (const [key, at] of written) {
      if (at > oldest) return
      written.delete(key)
    }
  }
  function pause(error: unknown) {
    pausedUntil = clock.monotonic() + pauseMs
    if (!hasFailed) onFault(what, error)
    hasFailed = true
  }
}
