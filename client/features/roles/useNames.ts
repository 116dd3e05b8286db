import { PlayerId } from '../../../shared/engine/ids.ts'
import { nameAccounts } from '../../../shared/features/roles/queries.ts'
import { useQuery } from '../../connection/useQuery.ts'

/** As many as one question may hold. */
const mostNames = 500

/** The people behind ids, as far as they have come: a list that holds only ids shows the id until then. */
export function useNames(accounts: readonly string[]) {
  const wanted = [...new Set(accounts)].filter((account) => account !== '').sort()
  const asked = useQuery(nameAccounts, {
    accounts: wanted.slice(0, mostNames).map((account) => PlayerId.parse(account)),
  })
  const people = new Map(asked.value?.people.map((person) => [person.account as string, person]))
  return {
    state: asked.state,
    refusal: asked.refusal,
    personOf: (account: string) => people.get(account) ?? null,
    nameOf: (account: string) => people.get(account)?.name || account,
  }
}
