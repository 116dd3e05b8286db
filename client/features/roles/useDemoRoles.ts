import { higherOf, type Role } from '../../../shared/engine/permissions.ts'
import { staffWithoutGrant } from '../../../shared/features/roles/queries.ts'
import { useQuery } from '../../connection/useQuery.ts'

/** The roles that demo accounts have by their sign-in: they last as long as the session, beside what an owner has given. */
export function useDemoRoles() {
  const people = useQuery(staffWithoutGrant, {}).value?.people ?? []
  const roles = new Map(people.filter(({ by }) => by === 'demo').map(({ account, role }) => [account as string, role]))
  const demoRoleOf = (account: string): Role | null => roles.get(account) ?? null
  return { demoRoleOf, higherRoleOf: (account: string, role: Role) => higherOf(role, demoRoleOf(account) ?? 'player') }
}
