import { useAtomValue } from 'jotai'
import type { Role } from '../../../shared/engine/permissions.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import styles from './PermissionTable.module.css'
import { type PersonalPermission, permissionGroups, permissionLabels, permissionStatus } from './permissionLabels.ts'

/** Every permission: whether the principal has it, and where it comes from or what would give it. */
export const PermissionTable = ({ role }: { readonly role: Role }) => (
  <div className={styles.groups}>
    {permissionGroups.map(({ name, permissions }) => (
      <table key={name} className={styles.table}>
        <caption>{name}</caption>
        <thead className="unseen">
          <tr>
            <th scope="col">Permission</th>
            <th scope="col">You may</th>
          </tr>
        </thead>
        <tbody>
          {permissions.map((permission) => (
            <PermissionRow key={permission} permission={permission} role={role} />
          ))}
        </tbody>
      </table>
    ))}
  </div>
)

interface PermissionRowProps {
  readonly permission: PersonalPermission
  readonly role: Role
}

function PermissionRow({ permission, role }: PermissionRowProps) {
  const { may } = useAtomValue(accessAtom)
  const { held, reason } = permissionStatus(permission, { role, may })
  const { name, description: meaning } = permissionLabels[permission]
  return (
    <tr data-held={held}>
      <th scope="row">
        <span className={styles.name}>{name}</span>
        <span className={styles.meaning}>{meaning}</span>
      </th>
      <td>
        <span className={styles.may}>
          <Stroke size={16}>{held ? <path d="M3 11l4.5 4.5L17 5" /> : <path d="M5 5l10 10M15 5 5 15" />}</Stroke>
          {held ? 'Yes' : 'No'}
        </span>
        <span className={styles.meaning}>{reason}</span>
      </td>
    </tr>
  )
}
