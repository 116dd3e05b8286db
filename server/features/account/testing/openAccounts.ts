import type { PlayerId } from '../../../../shared/engine/ids.ts'
import type { Role } from '../../../../shared/engine/permissions.ts'
import { identities } from '../../../../shared/features/account/account.ts'
import type { Identity } from '../../../../shared/features/account/identity.ts'
import { createHub } from '../../../engine/createHub.ts'
import { signInAs } from '../../../testing/accounts.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { freshId, inSession, person } from '../../../testing/principals.ts'
import { sessionFeature } from '../../session/feature.ts'
import { accountFeature } from '../feature.ts'

/** A hub with accounts and sessions only. */
export async function openAccounts(memory = createMemoryStorage(), clock = createTestClock()) {
  const features = [accountFeature, sessionFeature]
  const hub = await createHub({ storage: memory.storage, features, clock, onFault() {} })
  return {
    hub,
    memory,
    clock,
    principal: (id: string) => person(id),
    /** Signs in as after a provider has confirmed the identity. */
    signIn: (identity: Identity, current: PlayerId | null = null, newAccount: PlayerId | null = null, demo = false) =>
      signInAs(hub, { identity, demo, current, newAccount }),
    ask: (id: string, name: string, input: object, role: Role = 'player') =>
      hub.dispatch(inSession(person(id, role)), { id: freshId(clock.now()), name, input }),
    /** The index of identities as pairs of hash and account. */
    indexed: () =>
      Array.from({ length: 256 }, (_, bucket) => bucket.toString(16).padStart(2, '0')).flatMap((bucket) =>
        Object.entries(hub.read(identities, bucket).accounts),
      ),
  }
}
export type OpenAccounts = Awaited<ReturnType<typeof openAccounts>>
