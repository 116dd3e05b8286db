import { useSetAtom } from 'jotai'
import { useState } from 'react'
import { permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import { setPermission } from '../../../shared/features/roles/commands.ts'
import type { Person } from '../../../shared/features/roles/queries.ts'
import type { Grant } from '../../../shared/features/roles/staff.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { tellAtom } from '../../ui/Toasts.tsx'
import { type PermissionState, permissionState } from './grants.ts'
import styles from './PersonRights.module.css'
import { type PersonalPermission, permissionGroups, permissionWords } from './permissionLabels.ts'

interface RightsTableProps {
  readonly person: Person
  readonly grant: Grant
  readonly role: Role
  readonly isLocked: boolean
}

type Grantable = Exclude<PersonalPermission, 'look' | 'play'>
const isGrantable = (permission: PersonalPermission): permission is Grantable =>
  permission !== 'look' && permission !== 'play'
const groups = permissionGroups
  .map(({ name, permissions }) => ({ name, permissions: permissions.filter(isGrantable) }))
  .filter(({ permissions }) => permissions.length > 0)

/** Each permission: as the role has it, given beside it, or taken in spite of it, and of what a password may come to lend. */
export function RightsTable(props: RightsTableProps) {
  return (
    <table className={styles.rights}>
      <caption>Permissions beside the role</caption>
      <thead>
        <tr>
          <th scope="col">Permission</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      {groups.map(({ name, permissions }) => (
        <tbody key={name}>
          <tr>
            <th scope="rowgroup" colSpan={2} className={styles.group}>
              {name}
            </th>
          </tr>
          {permissions.map((permission) => (
            <RightRow key={permission} {...props} permission={permission} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

const states: readonly PermissionState[] = ['asRole', 'given', 'taken']

const facesOf = (role: Role, permission: Grantable): Readonly<Record<PermissionState, string>> => ({
  asRole: `As role: ${permissionsOf[role].includes(permission) ? 'yes' : 'no'}`,
  given: 'Given',
  taken: 'Taken',
})

function RightRow({
  person,
  grant,
  role,
  isLocked,
  permission,
}: RightsTableProps & { readonly permission: Grantable }) {
  const { run, busy, refusal, dismiss } = useCommand(setPermission)
  const [wanted, setWanted] = useState<PermissionState | null>(null)
  const tell = useSetAtom(tellAtom)
  const state = permissionState(grant, permission)
  const { name } = permissionWords[permission]
  const faces = facesOf(role, permission)
  const set = async (next: PermissionState) => {
    if (next === state) return
    setWanted(next)
    const { ok } = await run({ account: person.account, permission, state: next })
    if (ok)
      tell(
        `${name}: ${faces[next].toLowerCase()} for ${person.name}.`,
        () => void run({ account: person.account, permission, state }),
      )
  }
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <fieldset className={styles.states} aria-label={`${name} for ${person.name}`}>
          {states.map((one) => (
            <StateButton
              key={one}
              state={one}
              isNow={one === state}
              isBusy={busy && one === wanted}
              isShut={isLocked || role === 'owner' || busy}
              onPress={() => void set(one)}
            >
              {faces[one]}
            </StateButton>
          ))}
        </fieldset>
        {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
      </td>
    </tr>
  )
}

interface StateButtonProps {
  readonly state: PermissionState
  readonly isNow: boolean
  readonly isBusy: boolean
  readonly isShut: boolean
  readonly onPress: () => void
  readonly children: string
}

/** One part of the three; what departs from the role stands out. */
const StateButton = ({ state, isNow, isBusy, isShut, onPress, children }: StateButtonProps) => (
  <Button
    aria-pressed={isNow}
    data-exception={state === 'asRole' ? undefined : state}
    disabled={isShut}
    flight={isBusy ? 'Setting' : null}
    onClick={onPress}
  >
    {children}
  </Button>
)
