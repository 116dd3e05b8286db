import type { z } from 'zod'
import type { PlayerId } from '../../../shared/engine/ids.ts'
import { higherOf, type Role, roles } from '../../../shared/engine/permissions.ts'
import { account, identities } from '../../../shared/features/account/account.ts'
import type { Person, standingStaff } from '../../../shared/features/roles/queries.ts'
import { isOpen, sessionBuckets, sessions } from '../../../shared/features/session/session.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { identityBucketOf, identityKeyOf } from '../account/identityKey.ts'

type Asking = Pick<QueryContext, 'read' | 'principal' | 'now'>
type Standing = z.infer<(typeof standingStaff)['output']>['people'][number]

/**
 * Who has a role that no grant gave, of the asker's kind: the demo and the real know nothing of each other.
 * @param personOf null where there is nobody of that kind
 */
export function createStandingPeople(
  ownerSteamIds: readonly string[],
  personOf: (asking: Asking, id: string) => Person | null,
) {
  const configured = (asking: Asking): Standing[] =>
    ownerSteamIds.flatMap((steamId) => {
      const key = identityKeyOf('steam', steamId, false)
      const id = asking.read(identities, identityBucketOf(key)).accounts[key]
      const found = id === undefined ? null : personOf(asking, id)
      return found?.byConfiguration ? [standingOf(found, 'owner', 'configuration')] : []
    })
  const ofDemo = (asking: Asking): Standing[] =>
    [...demoRoles(asking)].flatMap(([id, role]) => {
      const found = personOf(asking, id)
      return found ? [standingOf(found, role, 'demo')] : []
    })
  return (asking: Asking): Standing[] => {
    const isDemo = asking.read(account, asking.principal.id ?? '').demo
    const found = isDemo ? ofDemo(asking) : configured(asking)
    return found.sort(
      (one, other) => roles.indexOf(one.role) - roles.indexOf(other.role) || one.name.localeCompare(other.name, 'en'),
    )
  }
}

const standingOf = (person: { account: PlayerId; name: string }, role: Role, by: Standing['by']): Standing => ({
  account: person.account,
  name: person.name,
  role,
  by,
})

/** What the demo's own sign-ins have brought, by account, where that is more than a player. */
function demoRoles({ read, now }: Asking) {
  const found = new Map<string, Role>()
  for (let bucket = 0; bucket < sessionBuckets; bucket += 1)
    for (const session of Object.values(read(sessions, bucket.toString(16).padStart(2, '0')).open)) {
      const { accountId, role, demo } = session
      if (!demo || role === 'player' || !isOpen(session, now)) continue
      found.set(accountId, higherOf(role, found.get(accountId) ?? 'player'))
    }
  return found
}
