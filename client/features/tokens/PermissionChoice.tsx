import { useAtomValue } from 'jotai'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { permissionGroups, permissionWords } from '../roles/permissionWords.ts'
import styles from './TokenForm.module.css'

interface PermissionChoiceProps {
  /** Rights were lent to this session. */
  readonly isLent: boolean
  readonly chosen: readonly Permission[]
  readonly onChoose: (chosen: readonly Permission[]) => void
}

/** Which of one's own permissions are passed on. As few as will do are ticked from the start. */
export function PermissionChoice({ isLent, chosen, onChoose }: PermissionChoiceProps) {
  const { may } = useAtomValue(meAtom)
  const own = permissionGroups.flatMap(({ permissions }) => permissions).filter((one) => may.includes(one))
  return (
    <fieldset className={styles.permissions}>
      <legend>It may</legend>
      {isLent ? (
        <p className={styles.hint}>
          Only what is your account’s for good can be passed on, not what a password or the demo has lent you.
        </p>
      ) : null}
      <div className={styles.checks}>
        {own.map((permission) => (
          <label key={permission} className={styles.check}>
            <input
              type="checkbox"
              checked={chosen.includes(permission)}
              onChange={({ target }) =>
                onChoose(target.checked ? [...chosen, permission] : chosen.filter((one) => one !== permission))
              }
            />
            <span>
              <span className={styles.name}>{permissionWords[permission].name}</span>
              <span className={styles.hint}>{permissionWords[permission].words}</span>
            </span>
          </label>
        ))}
      </div>
      {chosen.length === 0 ? <p className={styles.wrong}>Tick at least one.</p> : null}
    </fieldset>
  )
}
