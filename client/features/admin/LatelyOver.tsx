import { isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { DeliveryStrip } from '../deliveries/DeliveryStrip.tsx'
import { useDeliveries } from '../deliveries/useDeliveries.ts'
import { Part } from '../roles/Part.tsx'
import styles from './Admin.module.css'

const mostShown = 10

/** What became of the latest commands of everybody. */
export function LatelyOver() {
  const over = useDeliveries()
    .all.filter(({ state }) => !isOpenState(state))
    .slice(0, mostShown)
  return (
    <Part title="Lately over" words="Everybody’s, the newest first.">
      {over.length === 0 ? (
        <p className={styles.soft}>No command has come to its end yet.</p>
      ) : (
        <ul className={styles.over} aria-label="Lately over">
          {over.map(({ id }) => (
            <li key={id}>
              <DeliveryStrip id={id} brief />
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
