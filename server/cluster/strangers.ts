import { permissionsOf } from '../../shared/engine/permissions.ts'
import { latest } from '../../shared/features/session/queries.ts'
import type { Clock } from '../engine/clock.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import { guestPrincipal, type Principal } from '../engine/principal.ts'

/** Longer nobody is kept waiting; who comes in by what this node has yet to hear of is seated anew when it does. */
const patienceMs = 2_000
const mostRemembered = 10_000

interface StrangersParts {
  readonly hub: Pick<Hub, 'query'>
  readonly clock: Pick<Clock, 'after'>
  readonly principalOf: (credentials: Credentials) => Principal
  /** A hash of what is shown; null where nothing is. */
  readonly nameOf: (credentials: Credentials) => string | null
}

export type Strangers = ReturnType<typeof createStrangers>

/**
 * Those who show a session or token that is unknown on this node. Another one may have opened it a moment ago: before anybody is told
 * that it opens nothing, this node hears of all that was decided until then.
 */
export function createStrangers({ hub, clock, principalOf, nameOf }: StrangersParts) {
  const hear = createHearing(hub)
  const remembered = new Set<string>()
  const remember = (name: string) => {
    remembered.add(name)
    const [oldest] = remembered
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest)
  }
  const isKnown = (credentials: Credentials) => principalOf(credentials).id !== null
  return {
    /** Resolves when it can be said what they show. */
    async settle(credentials: Credentials): Promise<void> {
      const name = nameOf(credentials)
      if (name === null || remembered.has(name) || isKnown(credentials)) return
      const late = Promise.withResolvers<boolean>()
      const cancel = clock.after(patienceMs, () => late.resolve(false))
      const isHeard = await Promise.race([hear(), late.promise])
      cancel()
      // What nobody knew then nobody can come to know later.
      if (isHeard && !isKnown(credentials)) remember(name)
    },
    /** Whether what they show opens nothing, as far as anybody knows. */
    isSure: (credentials: Credentials) => remembered.has(nameOf(credentials) ?? ''),
  }
}

const guest = guestPrincipal(permissionsOf.guest)

/** Resolves when this node shows all that was decided before it was called. However many call, one asks for all who wait. */
function createHearing(hub: Pick<Hub, 'query'>) {
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
