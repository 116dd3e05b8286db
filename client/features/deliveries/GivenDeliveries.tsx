import { useAtomValue, useSetAtom } from 'jotai'
import { isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { Part } from '../roles/Part.tsx'
import { DeliveryStrip } from './DeliveryStrip.tsx'
import { forgetGivenAtom, givenAtom } from './givenAtom.ts'
import styles from './PendingCommands.module.css'
import { useDeliveries } from './useDeliveries.ts'

const mostShown = 8

/** What one has wanted from this page, the newest first. */
export function GivenDeliveries() {
  const given = useAtomValue(givenAtom)
  const forget = useSetAtom(forgetGivenAtom)
  const { byId } = useDeliveries()
  const over = given.filter(({ id }) => byId[id] && !isOpenState(byId[id].state)).map(({ id }) => id)
  return (
    <Part title="Your commands">
      {given.length === 0 ? (
        <p className={styles.none}>Nothing asked for yet. Each command shows here what the game made of it.</p>
      ) : (
        <ul className={styles.strips} aria-label="Your commands">
          {given.slice(0, mostShown).map(({ id }) => (
            <li key={id}>
              <DeliveryStrip id={id} />
            </li>
          ))}
        </ul>
      )}
      {over.length === 0 ? null : (
        <p>
          <Button tone="quiet" onClick={() => forget(over)}>
            Clear those that are over
          </Button>
        </p>
      )}
    </Part>
  )
}
