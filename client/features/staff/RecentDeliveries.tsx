import { useAtomValue, useSetAtom } from 'jotai'
import { isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { Part } from '../../ui/Part.tsx'
import { DeliveryStrip } from './DeliveryCard.tsx'
import { forgetGivenAtom, givenAtom, useDeliveries } from './deliveriesAtom.ts'
import styles from './PendingCommands.module.css'

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

const mostShownOfLatelyOver = 10

/** What became of the latest commands of everybody. */
export function LatelyOver() {
  const over = useDeliveries()
    .all.filter(({ state }) => !isOpenState(state))
    .slice(0, mostShownOfLatelyOver)
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
