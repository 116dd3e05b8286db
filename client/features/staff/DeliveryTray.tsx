import { useAtomValue } from 'jotai'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { Permission } from '../../../shared/engine/permissions.ts'
import { isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { meAtom } from '../../connection/handshake.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import { DeliveryStrip } from './DeliveryCard.tsx'
import styles from './DeliveryTray.module.css'
import { useDeliveries } from './deliveriesAtom.ts'
import { stateWords } from './deliveryLabels.ts'

const mostShown = 20

interface DeliveryDockProps {
  readonly pages: readonly { readonly path: string; readonly needs?: Permission; readonly staffToo?: boolean }[]
}

/** Open commands at hand on every page of staff: a line along the lower edge that opens upwards. */
export function DeliveryDock({ pages }: DeliveryDockProps) {
  const isStaff = useAtomValue(meAtom).may.includes('viewPendingCommands')
  const [path] = useLocation()
  const isTheirs = pages.some(
    ({ path: own, needs = 'look', staffToo = false }) => own === path && (needs !== 'look' || staffToo),
  )
  // The page of open commands shows them itself.
  return isStaff && isTheirs && path !== '/admin' ? <Dock /> : null
}

function Dock() {
  const open = useDeliveries().all.filter(({ state }) => isOpenState(state))
  const [isUp, setUp] = useState(false)
  const line = useRef<HTMLButtonElement>(null)
  const id = useId()
  if (open.length === 0) return null
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isUp) return
    setUp(false)
    line.current?.focus()
  }
  const waiting = open.filter(({ state }) => state === 'unknown' || state === 'manual')
  return (
    <aside className={styles.dock} aria-label="Open commands" onKeyDown={onKeyDown}>
      {isUp ? (
        <ul id={id} className={styles.list}>
          {open.slice(0, mostShown).map((one) => (
            <li key={one.id}>
              <DeliveryStrip id={one.id} brief />
            </li>
          ))}
          {open.length > mostShown ? <li>{open.length - mostShown} more are on the page “Admin”.</li> : null}
        </ul>
      ) : null}
      <button
        ref={line}
        type="button"
        className={styles.line}
        aria-expanded={isUp}
        aria-controls={isUp ? id : undefined}
        onClick={() => setUp(!isUp)}
      >
        <Stroke size={16}>
          <path d={isUp ? 'm4 7 6 6 6-6' : 'm4 13 6-6 6 6'} />
        </Stroke>
        {open.length === 1 ? '1 open command' : `${open.length} open commands`}
        {waiting.length > 0 ? <span className={styles.yours}>{waiting.length} for you to settle</span> : null}
        {waiting.length === 0 && open[0] ? (
          <span className={styles.soft}>latest {stateWords[open[0].state].toLowerCase()}</span>
        ) : null}
      </button>
    </aside>
  )
}
