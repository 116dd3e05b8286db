import type { Role } from '../../../../shared/engine/permissions.ts'
import { setPermission, setRole } from '../../../../shared/features/roles/commands.ts'
import { openSession } from '../../../../shared/features/session/commands.ts'
import { createPrincipalOf } from '../../../auth/principalOf.ts'
import { createHub } from '../../../engine/createHub.ts'
import type { Principal } from '../../../engine/principal.ts'
import type { Stored } from '../../../engine/storage.ts'
import { ensureAccount } from '../../../testing/accounts.ts'
import { createTestClock } from '../../../testing/clock.ts'
import { createMemoryStorage } from '../../../testing/memoryStorage.ts'
import { freshId } from '../../../testing/principals.ts'
import { accountFeature } from '../../account/feature.ts'
import { rightsFeature } from '../../rights/rights.ts'
import { sessionFeature } from '../../session/feature.ts'
import { tokenHash } from '../../session/openSessions.ts'
import { tokensFeature } from '../../tokens/feature.ts'
import { rolesFeature } from '../feature.ts'

/** SteamID64 of cora, an owner by configuration. */
export const configuredId = '76561198000000001'

/** A hub with olga, owner by her session, cora, owner by configuration, and the players ann and bob. */
export async function openRoles(memory = createMemoryStorage(), clock = createTestClock()) {
  const ownerSteamIds = [configuredId]
  const features = [accountFeature, rightsFeature(ownerSteamIds), tokensFeature, sessionFeature, rolesFeature]
  const hub = await createHub({ storage: memory.storage, features, clock, onFault() {} })
  const join = async (account: string, name: string, steamId: string | null = null) => {
    await ensureAccount(hub, clock.now(), { account, name, steamId })
    const opening = { key: tokenHash(account), accountId: account, role: account === 'olga' ? 'owner' : 'player' }
    await hub.execute('sign-in', openSession.name, { ...opening, demo: false }).catch(() => {})
  }
  await join('cora', 'Cora', configuredId)
  for (const name of ['Olga', 'Ann', 'Bob']) await join(name.toLowerCase(), name)
  const principals = createPrincipalOf({ hub, clock, demo: false, ownerSteamIds, tokenIn: (cookie) => cookie ?? null })
  const principalOf = (account: string): Principal => principals({ cookie: account, token: undefined })
  const askAs = (who: Principal, name: string, input: unknown) =>
    hub.dispatch(who, { id: freshId(clock.now()), name, input })
  const ask = (who: string, name: string, input: unknown) => askAs(principalOf(who), name, input)
  return {
    hub,
    memory,
    clock,
    join,
    principalOf,
    ask,
    askAs,
    rename: (account: string, name: string) => join(account, name),
    query: (who: string, name: string, input: unknown) => hub.query(principalOf(who), { name, input }),
    giveRole: (who: string, account: string, role: Role) => ask(who, setRole.name, { account, role }),
    givePermission: (who: string, account: string, permission: string, state: string) =>
      ask(who, setPermission.name, { account, permission, state }),
    /** All current documents, for a checkpoint. */
    async stored(): Promise<Stored[]> {
      const ids = new Set(memory.journal.flatMap(({ changes }) => changes.map(({ id }) => id)))
      return [...ids].flatMap((id) => {
        const copy = hub.copy(id)
        return copy ? [{ id, ...copy }] : []
      })
    },
  }
}
