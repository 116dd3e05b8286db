import type { z } from 'zod'
import { PlayerId } from '../../../shared/engine/ids.ts'
import { higherOf, roles } from '../../../shared/engine/permissions.ts'
import type { Grant, Staff } from '../../../shared/features/rights/staff.ts'
import { nameAccounts, staffWithoutGrant } from '../../../shared/features/roles/queries.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Ago } from '../../ui/Time.tsx'
import { AccountRow } from './AccountSearch.tsx'
import { roleOf } from './grants.ts'

interface StaffListProps {
  readonly grants: Staff['grants']
  readonly chosen: string | null
  readonly onChoose: (account: string) => void
}

/** Accounts with other rights than a player, the highest role first, and who gave them. Those by configuration come first. */
export function StaffList({ grants, chosen, onChoose }: StaffListProps) {
  const configured = useQuery(staffWithoutGrant, {})
  const first = configured.value?.people ?? []
  const entries = Object.entries(grants)
  const { nameOf, personOf } = useNames([...entries.map(([, { by }]) => by), ...entries.map(([account]) => account)])
  if (configured.state === 'loading' && configured.value === null && entries.length === 0)
    return <p role="status">Loading staff…</p>
  if (configured.state === 'refused' && entries.length === 0)
    return <p role="alert">Can't load staff set by the configuration: {configured.refusal?.message}</p>
  if (entries.length + first.length === 0) return <p>No staff yet. Find an account to give it a role.</p>
  const rows = [...configuredRows(first, grants, nameOf), ...grantedRows(first, grants, { nameOf, personOf })]
  return (
    <ul aria-label="Staff">
      {rows.map(({ account, role, name, detail }) => (
        <li key={account}>
          <AccountRow
            name={name}
            role={role}
            detail={detail}
            isChosen={account === chosen}
            onChoose={() => onChoose(account)}
          />
        </li>
      ))}
    </ul>
  )
}

type Configured = z.output<(typeof staffWithoutGrant)['output']>['people']
type Grants = Staff['grants']
type Names = Pick<ReturnType<typeof useNames>, 'nameOf' | 'personOf'>

/** In the hub's order; granted rights are shown with them. */
const configuredRows = (people: Configured, grants: Grants, nameOf: Names['nameOf']) =>
  people.map(({ account, name, role, by }) => {
    const grant = grants[account]
    const detail = (
      <>
        {by === 'demo' ? 'By the demo. ' : 'By configuration. '}
        {grant ? <GrantDetail grant={grant} nameOf={nameOf} /> : null}
      </>
    )
    return { account, name, detail, role: grant ? higherOf(role, grant.role) : role }
  })

const grantedRows = (configured: Configured, grants: Grants, { nameOf, personOf }: Names) =>
  Object.entries(grants)
    .filter(([account]) => !configured.some((other) => other.account === account))
    .map(([account, grant]) => {
      const role = roleOf({ byConfiguration: personOf(account)?.byConfiguration ?? false }, grant)
      return { account, role, name: nameOf(account), detail: <GrantDetail grant={grant} nameOf={nameOf} /> }
    })
    .sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || a.name.localeCompare(b.name, 'en'))

const GrantDetail = ({ grant, nameOf }: { readonly grant: Grant } & Pick<Names, 'nameOf'>) => (
  <>
    {exceptionsLabel(grant)}
    By {nameOf(grant.by) || 'the hub'}, <Ago at={grant.at} isInSentence />
  </>
)

const exceptionsLabel = ({ given, taken }: Grant) =>
  [given.length > 0 ? `${given.length} allowed. ` : '', taken.length > 0 ? `${taken.length} denied. ` : ''].join('')

/** The limit of one query. */
const mostNames = 500

/** The accounts of ids. Until the answer arrives, a list shows the id itself. */
export function useNames(accounts: readonly string[]) {
  const wanted = [...new Set(accounts)].filter((account) => account !== '').sort()
  const answer = useQuery(nameAccounts, {
    accounts: wanted.slice(0, mostNames).map((account) => PlayerId.parse(account)),
  })
  const people = new Map(answer.value?.people.map((person) => [person.account as string, person]))
  return {
    state: answer.state,
    refusal: answer.refusal,
    personOf: (account: string) => people.get(account) ?? null,
    nameOf: (account: string) => people.get(account)?.name || account,
  }
}
