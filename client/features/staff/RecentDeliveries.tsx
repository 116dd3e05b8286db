import { useAtomValue, useSetAtom } from 'jotai'
import { isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { Button } from '../../ui/Button.tsx'
import { Part } from '../../ui/Part.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { DeliveryCard } from './DeliveryCard.tsx'
import { forgetIssuedAtom, issuedAtom, useDeliveries } from './deliveriesAtom.ts'
import styles from './PendingCommands.module.css'

const mostOwn = 8

/** The principal's own deliveries from this page, the newest first. */
export function OwnDeliveries() {
  const issued = useAtomValue(issuedAtom)
  const forget = useSetAtom(forgetIssuedAtom)
  const { byId } = useDeliveries()
  const settled = issued.filter(({ id }) => byId[id] && !isOpenState(byId[id].state)).map(({ id }) => id)
  return (
    <Part title="Your commands">
      {issued.length === 0 ? (
        <p className={styles.empty}>No commands yet.</p>
      ) : (
        <ul className={styles.cards} aria-label="Your commands">
          {issued.slice(0, mostOwn).map(({ id }) => (
            <li key={id}>
              <DeliveryCard id={id} />
            </li>
          ))}
        </ul>
      )}
      {settled.length === 0 ? null : (
        <p>
          <Button tone="quiet" onClick={() => forget(settled)}>
            Clear finished
          </Button>
        </p>
      )}
    </Part>
  )
}

const mostSettled = 10

/** The latest settled deliveries of everyone. */
export function SettledDeliveries() {
  const settled = useDeliveries()
    .all.filter(({ state }) => !isOpenState(state))
    .slice(0, mostSettled)
  return (
    <DashboardPanel {...alwaysReady} size="wide" title="Finished commands">
      {settled.length === 0 ? (
        <p className={styles.soft}>No finished commands yet.</p>
      ) : (
        <ul className={styles.over} aria-label="Finished commands">
          {settled.map(({ id }) => (
            <li key={id}>
              <DeliveryCard id={id} brief />
            </li>
          ))}
        </ul>
      )}
    </DashboardPanel>
  )
}
