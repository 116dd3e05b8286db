import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { useRootMark } from '../../ui/rootMark.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import { useDeliveryReader } from './DeliveryActions.tsx'
import { DeliveryCard } from './DeliveryCard.tsx'
import styles from './DeliveryTray.module.css'
import { useDeliveries } from './deliveriesAtom.ts'
import { stateLabels } from './deliveryLabels.ts'
import { maySettle } from './deliveryLife.ts'

const mostShown = 20

interface DeliveryTrayProps {
  readonly pages: readonly { readonly path: string; readonly needs?: Permission; readonly staffToo?: boolean }[]
}

/** For those who may see them: the open deliveries on every page of staff, a line at the lower edge that opens upwards. */
export function DeliveryTray({ pages }: DeliveryTrayProps) {
  const [path] = useLocation()
  const isStaffPage = pages.some(
    ({ path: own, needs = 'look', staffToo = false }) => own === path && (needs !== 'look' || staffToo),
  )
  // The admin page shows them itself.
  return isStaffPage && path !== '/admin' ? <Tray /> : null
}

function Tray() {
  const open = useDeliveries().all.filter(({ state }) => isOpenState(state))
  const reader = useDeliveryReader()
  const [isUp, setUp] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const id = useId()
  useRootMark('hasTray', open.length > 0)
  if (open.length === 0) return null
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isUp) return
    setUp(false)
    toggle.current?.focus()
  }
  const waiting = open.filter((one) => (one.state === 'unknown' || one.state === 'manual') && maySettle(one, reader))
  return (
    <aside className={styles.tray} aria-label="Open commands" onKeyDown={onKeyDown}>
      {isUp ? (
        <ul id={id} className={styles.list}>
          {open.slice(0, mostShown).map((one) => (
            <li key={one.id}>
              <DeliveryCard id={one.id} brief />
            </li>
          ))}
          {open.length > mostShown ? <li>{open.length - mostShown} more on the Admin page.</li> : null}
        </ul>
      ) : null}
      <button
        ref={toggle}
        type="button"
        className={styles.toggle}
        aria-expanded={isUp}
        aria-controls={isUp ? id : undefined}
        onClick={() => setUp(!isUp)}
      >
        <Stroke size={16}>
          <path d={isUp ? 'm4 7 6 6 6-6' : 'm4 13 6-6 6 6'} />
        </Stroke>
        {open.length === 1 ? '1 open command' : `${open.length} open commands`}
        {waiting.length > 0 ? <span className={styles.yours}>{waiting.length} to settle</span> : null}
        {waiting.length === 0 && open[0] ? (
          <span className={styles.soft}>latest {stateLabels[open[0].state].toLowerCase()}</span>
        ) : null}
      </button>
    </aside>
  )
}
