import type { Role } from '../../../../shared/engine/permissions.ts'
import { createPrincipalOf } from '../../../auth/principalOf.ts'
import { createHub } from '../../../engine/createHub.ts'
import type { Principal } from '../../../engine/principal.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { freshId } from '../../../testing/principals.ts'
import { accountFeature } from '../../account/feature.ts'
import { rightsFeature } from '../../rights/rights.ts'
import { rolesFeature } from '../../roles/feature.ts'
import { tokensFeature } from '../../tokens/feature.ts'
import { sessionFeature } from '../feature.ts'
import { tokenHash } from '../openSessions.ts'

interface Opening {
  readonly accountId?: string
  readonly role?: Role
  readonly demo?: boolean
  readonly replaces?: string
}

/** A hub on which ann and bob have accounts. A cookie header is the token itself. */
export async function openSessions(memory = createMemoryStorage(), clock = createTestClock()) {
  const features = [accountFeature, rightsFeature([]), tokensFeature, sessionFeature, rolesFeature]
  const hub = await createHub({ storage: memory.storage, features, clock, onFault() {} })
  for (const account of ['ann', 'bob']) await ensureAccount(hub, clock.now(), { account })
  const principal = (token: string, demo = true): Principal =>
    createPrincipalOf({ hub, clock, demo, ownerSteamIds: [], tokenIn: (cookie) => cookie ?? null })({
      cookie: token,
      token: undefined,
    })
  const askAs = (who: Principal, name: string, input: unknown) =>
    hub.dispatch(who, { id: freshId(clock.now()), name, input })
  return {
    hub,
    memory,
    clock,
    principal,
    askAs,
    open: (token: string, wanted: Opening = {}) =>
      hub.execute('sign-in', 'session.open', {
        key: tokenHash(token),
        accountId: 'ann',
        role: 'player',
        demo: false,
        replaces: null,
        ...wanted,
      }),
    use: (token: string, address = '192.0.2.1') =>
      hub.execute('sign-in', 'session.recordUse', { key: tokenHash(token), address }),
    elevate: (token: string, next: string, role: Role) =>
      hub.execute('sign-in', 'session.elevate', { key: tokenHash(token), newKey: tokenHash(next), role }),
    ask: (token: string, name: string, input: unknown) => askAs(principal(token), name, input),
    /** The same store and time with a new hub. */
    restart: () => openSessions(memory, clock),
  }
}
export type OpenSessions = Awaited<ReturnType<typeof openSessions>>
