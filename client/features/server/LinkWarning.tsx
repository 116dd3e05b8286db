import { useAtomValue } from 'jotai'
import { healthAtom } from './health.ts'
import styles from './LinkStatus.module.css'

/** Above a form of commands: what becomes of a command while the game or the hub can't be reached. */
export function LinkWarning() {
  const { state } = useAtomValue(healthAtom)
  if (state !== 'linkDown' && state !== 'hubDown') return null
  return (
    <p className={styles.warning} role="status" data-testid="commands-wait">
      {state === 'linkDown'
        ? "The game link is down. Commands wait until it's back."
        : "Can't reach the hub. Commands wait on this page until it's back."}
    </p>
  )
}
