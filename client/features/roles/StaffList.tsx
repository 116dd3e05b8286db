import type { z } from 'zod'
import { PlayerId } from '../../../shared/engine/ids.ts'
import { higherOf, roles } from '../../../shared/engine/permissions.ts'
import { nameAccounts, standingStaff } from '../../../shared/features/roles/queries.ts'
import type { Grant, Staff } from '../../../shared/features/roles/staff.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Blank } from '../../ui/Blank.tsx'
import { Ago } from '../../ui/Time.tsx'
import { AccountRow } from './AccountSearch.tsx'
import { roleOf } from './grants.ts'

interface StaffListProps {
  readonly grants: Staff['grants']
  readonly chosen: string | null
  readonly onChoose: (account: string) => void
}

/** Whoever is more, or less, than a player, the highest first; and who made them so. Above them those whom nobody had to. */
export function StaffList({ grants, chosen, onChoose }: StaffListProps) {
  const standing = useQuery(standingStaff, {})
  const first = standing.value?.people ?? []
  const entries = Object.entries(grants)
  const { nameOf, personOf } = useNames([...entries.map(([, { by }]) => by), ...entries.map(([account]) => account)])
  if (standing.state === 'loading' && standing.value === null && entries.length === 0)
    return <p role="status">Fetching the list.</p>
  if (standing.state === 'refused' && entries.length === 0)
    return <p role="alert">Who has rights by the configuration cannot be told: {standing.refusal?.message}</p>
  if (entries.length + first.length === 0)
    return (
      <Blank picture="tracks" title="Everybody is a player">
        <p>Find an account above to give it a role.</p>
      </Blank>
    )
  const rows = [...standingRows(first, grants, nameOf), ...grantedRows(first, grants, { nameOf, personOf })]
  return (
    <ul aria-label="Who has rights">
      {rows.map(({ account, role, name, words }) => (
        <li key={account}>
          <AccountRow
            name={name}
            role={role}
            words={words}
            isChosen={account === chosen}
            onChoose={() => onChoose(account)}
          />
        </li>
      ))}
    </ul>
  )
}

type Standing = z.output<(typeof standingStaff)['output']>['people']
type Grants = Staff['grants']
type Names = Pick<ReturnType<typeof useNames>, 'nameOf' | 'personOf'>

/** As the hub has put them; what was granted on top stands with them. */
const standingRows = (standing: Standing, grants: Grants, nameOf: Names['nameOf']) =>
  standing.map(({ account, name, role, by }) => {
    const grant = grants[account]
    const words = (
      <>
        {by === 'demo' ? 'By the demo. ' : 'By configuration. '}
        {grant ? <GrantWords grant={grant} nameOf={nameOf} /> : null}
      </>
    )
    return { account, name, words, role: grant ? higherOf(role, grant.role) : role }
  })

const grantedRows = (standing: Standing, grants: Grants, { nameOf, personOf }: Names) =>
  Object.entries(grants)
    .filter(([account]) => !standing.some((other) => other.account === account))
    .map(([account, grant]) => {
      const role = roleOf({ byConfiguration: personOf(account)?.byConfiguration ?? false }, grant)
      return { account, role, name: nameOf(account), words: <GrantWords grant={grant} nameOf={nameOf} /> }
    })
    .sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || a.name.localeCompare(b.name, 'en'))

const GrantWords = ({ grant, nameOf }: { readonly grant: Grant } & Pick<Names, 'nameOf'>) => (
  <>
    {changesWords(grant)}
    By {nameOf(grant.by) || 'the hub'}, <Ago at={grant.at} />
  </>
)

const changesWords = ({ given, taken }: Grant) =>
  [given.length > 0 ? `${given.length} given. ` : '', taken.length > 0 ? `${taken.length} taken. ` : ''].join('')

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
