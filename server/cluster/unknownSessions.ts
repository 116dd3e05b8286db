import { permissionsOf } from '../../shared/engine/permissions.ts'
import { latest } from '../../shared/features/session/queries.ts'
import type { Clock } from '../engine/clock.ts'
import type { Hub } from '../engine/hub.ts'
import { type Credentials, guestPrincipal, type Principal } from '../engine/principal.ts'

/** How long a request waits; a session that becomes known later is authorized then. */
const waitAtMostMs = 2_000
const mostRemembered = 10_000
/** How long connections of a session that could not be asked for are put off: while no node leads, it may be one that has ended. */
const undecidedAtMostMs = 15_000

export interface UnknownSessionDeps {
  readonly principalOf: (credentials: Credentials) => Principal
  /** The key under which a session or token is stored; null when the credentials have none. */
  readonly keyOf: (credentials: Credentials) => string | null
}

/**
 * Sessions and tokens that this node does not know. Another node may have opened one a moment ago, so before the node says that it is
 * invalid it waits until it shows everything that was decided by then.
 */
export interface UnknownSessions {
  /** Resolves when it is known to which user the credentials belong, or after some time. */
  settle(credentials: Credentials): Promise<void>
  /** Whether it could not be found out a moment ago whether the session or token is known: a client can try again. */
  isUndecided(credentials: Credentials): boolean
  /** Whether the session or token is certainly unknown to all nodes. */
  isUnknownEverywhere(credentials: Credentials): boolean
}

interface ClusterDeps extends UnknownSessionDeps {
  readonly hub: Pick<Hub, 'query'>
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
}

export function createUnknownSessions({ hub, clock, principalOf, keyOf }: ClusterDeps): UnknownSessions {
  const catchUp = createCatchUp(hub)
  const unknownKeys = new Set<string>()
  const remember = (key: string) => {
    unknownKeys.add(key)
    const [oldest] = unknownKeys
    if (unknownKeys.size > mostRemembered && oldest !== undefined) unknownKeys.delete(oldest)
  }
  /** Since when, by key. */
  const undecided = new Map<string, number>()
  const noteUndecided = (key: string) => {
    if (!undecided.has(key)) undecided.set(key, clock.monotonic())
    const [oldest] = undecided.keys()
    if (undecided.size > mostRemembered && oldest !== undefined) undecided.delete(oldest)
  }
  const isKnown = (credentials: Credentials) => principalOf(credentials).id !== null
  return {
    async settle(credentials) {
      const key = keyOf(credentials)
      if (key === null || unknownKeys.has(key) || isKnown(credentials)) return
      const late = Promise.withResolvers<boolean>()
      const cancel = clock.after(waitAtMostMs, () => late.resolve(false))
      const hasCaughtUp = await Promise.race([catchUp(), late.promise])
      cancel()
      // Session keys are random: one that is unknown now cannot become known later.
      if (hasCaughtUp && !isKnown(credentials)) remember(key)
      if (hasCaughtUp) undecided.delete(key)
      else noteUndecided(key)
    },
    isUndecided(credentials) {
      const since = undecided.get(keyOf(credentials) ?? '')
      return since !== undefined && clock.monotonic() - since < undecidedAtMostMs && !isKnown(credentials)
    },
    isUnknownEverywhere: (credentials) => unknownKeys.has(keyOf(credentials) ?? ''),
  }
}

const guest = guestPrincipal(permissionsOf.guest)

/** Resolves when this node shows all that was decided before the call. One query serves all calls that wait for it. */
function createCatchUp(hub: Pick<Hub, 'query'>) {
  let asking: Promise<unknown> = Promise.resolve()
  let next: Promise<boolean> | null = null
  const ask = async () => {
    const answer = await hub.query(guest, { name: latest.name, input: {} })
    return answer.ok
  }
  return () => {
    next ??= asking.then(() => {
      next = null
      const asked = ask().catch(() => false)
      asking = asked
      return asked
    })
    return next
  }
}
