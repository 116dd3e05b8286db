import { useAtomValue } from 'jotai'
import { waitForLinkMs } from '../../../shared/features/deliveries/delivery.ts'
import { isHostKind } from '../../../shared/features/deliveries/kinds.ts'
import { useDeliveries } from '../staff/deliveriesAtom.ts'
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
      {state === 'linkDown' ? <LinkDownText /> : "Can't reach the hub. Commands wait on this page until it's back."}
    </p>
  )
}

const waitText = `${waitForLinkMs / 1_000} seconds`
const afterText = 'After that, they are no longer sent automatically.'

/** While the host restarts the game, or does something else with it, the wait of commands to the whole server has not begun. */
function LinkDownText() {
  const { all } = useDeliveries()
  const isHostBusy = all.some(({ kind, state }) => isHostKind(kind) && state === 'sending')
  return isHostBusy
    ? `The game link is down, and the host is carrying out an order. Commands to the whole server wait until that is done. Commands to a player wait ${waitText} for the link. ${afterText}`
    : `The game link is down. Commands wait ${waitText} for it. ${afterText}`
}
