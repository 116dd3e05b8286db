import { useAtomValue } from 'jotai'
import { waitForLinkMs } from '../../../shared/features/deliveries/delivery.ts'
import { healthAtom } from './health.ts'
import styles from './LinkStatus.module.css'

interface LinkWarningProps {
  /** In a dialog or a bar: away from the head of the page, where the template says that the hub can't be reached. */
  readonly isApart?: boolean
}

/** Above a form of commands: what becomes of a command while the game or the hub can't be reached. */
export function LinkWarning({ isApart = false }: LinkWarningProps) {
  const { state } = useAtomValue(healthAtom)
  if (state !== 'linkDown' && !(state === 'hubDown' && isApart)) return null
  return (
    <p className={styles.warning} role="status" data-testid="commands-wait">
      {state === 'linkDown'
        ? `The game link is down. Commands wait ${waitForLinkMs / 1_000} seconds for it. After that, they are no longer sent automatically.`
        : "Can't reach the hub. Commands wait on this page until it's back."}
    </p>
  )
}
