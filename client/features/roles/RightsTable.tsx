import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import { permissionsOf, type Role } from '../../../shared/engine/permissions.ts'
import type { Grant } from '../../../shared/features/rights/staff.ts'
import { setPermission } from '../../../shared/features/roles/commands.ts'
import type { Person } from '../../../shared/features/roles/queries.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { showToastAtom } from '../../ui/Toast.tsx'
import { type PermissionState, permissionState } from './grants.ts'
import styles from './PersonRights.module.css'
import { type PersonalPermission, permissionGroups, permissionLabels } from './permissionLabels.ts'

interface RightsTableProps {
  readonly person: Person
  readonly grant: Grant
  readonly role: Role
  /** In the demo that of the sign-in, where it is higher. */
  readonly roleThatCounts: Role
  readonly isLocked: boolean
}

type Grantable = Exclude<PersonalPermission, 'look' | 'play'>
const isGrantable = (permission: PersonalPermission): permission is Grantable =>
  permission !== 'look' && permission !== 'play'
const groups = permissionGroups
  .map(({ name, permissions }) => ({ name, permissions: permissions.filter(isGrantable) }))
  .filter(({ permissions }) => permissions.length > 0)

/** Each permission: as in the role, or allowed or denied to this account. Applies also to elevated rights. */
export function RightsTable(props: RightsTableProps) {
  return (
    <table className={styles.rights}>
      <caption>Permission overrides</caption>
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
  asRole: `Default: ${permissionsOf[role].includes(permission) ? 'allowed' : 'denied'}`,
  given: 'Allow',
  taken: 'Deny',
})

function RightRow({
  person,
  grant,
  role,
  roleThatCounts,
  isLocked,
  permission,
}: RightsTableProps & { readonly permission: Grantable }) {
  const { run, busy, refusal, dismiss } = useCommand(setPermission)
  const undoing = useCommand(setPermission)
  const [wanted, setWanted] = useState<PermissionState | null>(null)
  const showToast = useSetAtom(showToastAtom)
  const state = permissionState(grant, permission)
  const { may } = useAtomValue(accessAtom)
  const gives = (one: PermissionState) =>
    one === 'given' || (one === 'asRole' && permissionsOf[role].includes(permission))
  // No one gives a permission that they lack.
  const maySet = (one: PermissionState) => may.includes(permission) || !gives(one)
  const offered = states.filter((one) => one === state || maySet(one))
  const { name } = permissionLabels[permission]
  const faces = facesOf(roleThatCounts, permission)
  // Told in a toast: by then another account may be shown here.
  const undo = async () => {
    const undone = await undoing.run({ account: person.account, permission, state })
    showToast(undone.ok ? 'Undone.' : undone.message)
  }
  const set = async (next: PermissionState) => {
    if (next === state) return
    setWanted(next)
    const { ok } = await run({ account: person.account, permission, state: next })
    if (ok) showToast(`${name} for ${person.name}: ${faces[next]}.`, maySet(state) ? () => void undo() : null)
  }
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        <fieldset className={styles.states} aria-label={`${name} for ${person.name}`}>
          {offered.map((one) => (
            <StateButton
              key={one}
              state={one}
              isCurrent={one === state}
              isBusy={busy && one === wanted}
              isDisabled={isLocked || role === 'owner' || busy}
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
  readonly isCurrent: boolean
  readonly isBusy: boolean
  readonly isDisabled: boolean
  readonly onPress: () => void
  readonly children: string
}

/** One of the three states; an exception from the role stands out. */
const StateButton = ({ state, isCurrent, isBusy, isDisabled, onPress, children }: StateButtonProps) => (
  <Button
    aria-pressed={isCurrent}
    data-exception={state === 'asRole' ? undefined : state}
    disabled={isDisabled}
    busyLabel={isBusy ? 'Saving…' : null}
    onClick={onPress}
  >
    {children}
  </Button>
)
