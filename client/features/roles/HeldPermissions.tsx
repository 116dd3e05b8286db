import { useAtomValue } from 'jotai'
import { accessAtom } from '../../connection/connectionState.ts'
import styles from './HeldPermissions.module.css'
import { isAllowedBesides, permissionGroups, permissionLabels } from './permissionLabels.ts'

/** The permissions that the user holds, closed at first. What they lack is not listed. */
export function HeldPermissions() {
  const { principal, may } = useAtomValue(accessAtom)
  if (!principal) return null
  const held = permissionGroups.flatMap(({ permissions }) => permissions).filter((each) => may.includes(each))
  return (
    <details className={styles.held}>
      <summary>Your permissions ({held.length})</summary>
      <ul aria-label="Your permissions">
        {held.map((permission) => {
          const { name, description } = permissionLabels[permission]
          const isGiven = isAllowedBesides(permission, { role: principal.role, may })
          return (
            <li key={permission}>
              <strong>{name}</strong> · {description}. {isGiven ? 'Allowed for your account.' : null}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
