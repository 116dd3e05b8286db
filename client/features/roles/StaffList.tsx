import { roles } from '../../../shared/engine/permissions.ts'
import type { Grant, Staff } from '../../../shared/features/roles/staff.ts'
import { Blank } from '../../ui/Blank.tsx'
import { AccountRow } from './AccountRow.tsx'
import { Ago } from './Ago.tsx'
import { roleOf } from './grantOf.ts'
import { useNames } from './useNames.ts'

interface StaffListProps {
  readonly grants: Staff['grants']
  readonly chosen: string | null
  readonly onChoose: (account: string) => void
}

/** Whoever is more, or less, than a player, the highest first; and who made them so. */
export function StaffList({ grants, chosen, onChoose }: StaffListProps) {
  const entries = Object.entries(grants)
  const { nameOf, personOf } = useNames([...entries.map(([, { by }]) => by), ...entries.map(([account]) => account)])
  if (entries.length === 0)
    return (
      <Blank picture="tracks" title="Everybody is a player">
        <p>Find an account above to give it a role.</p>
      </Blank>
    )
  const rows = entries
    .map(([account, grant]) => {
      const role = roleOf({ byConfiguration: personOf(account)?.byConfiguration ?? false }, grant)
      return { account, grant, role, name: nameOf(account) }
    })
    .sort((a, b) => roles.indexOf(a.role) - roles.indexOf(b.role) || a.name.localeCompare(b.name, 'en'))
  return (
    <ul aria-label="Who has rights">
      {rows.map(({ account, grant, role, name }) => (
        <li key={account}>
          <AccountRow
            name={name}
            role={role}
            words={
              <>
                {changesWords(grant)}
                By {nameOf(grant.by) || 'the hub'}, <Ago at={grant.at} />
              </>
            }
            isChosen={account === chosen}
            onChoose={() => onChoose(account)}
          />
        </li>
      ))}
    </ul>
  )
}

const changesWords = ({ given, taken }: Grant) =>
  [given.length > 0 ? `${given.length} given. ` : '', taken.length > 0 ? `${taken.length} taken. ` : ''].join('')
