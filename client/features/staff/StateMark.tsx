import type { ReactNode } from 'react'
import type { DeliveryState } from '../../../shared/features/deliveries/delivery.ts'
import { stateLabels } from './deliveryLabels.ts'
import styles from './StateMark.module.css'

/** A shape for each state, so that none depends on its colour alone. Open states are hollow; only confirmed ones hold a tick. */
const shapes: Readonly<Record<DeliveryState, ReactNode>> = {
  queued: <circle cx="10" cy="10" r="7" strokeDasharray="3 3" />,
  sending: <path d="M3 10h12M10.5 5.5 15 10l-4.5 4.5M3 6v8" />,
  confirmed: (
    <>
      <circle cx="10" cy="10" r="8" fill="currentColor" stroke="none" />
      <path className={styles.cut} d="m6 10.5 3 3 5-6.5" />
    </>
  ),
  refused: (
    <>
      <path d="M7 2.5h6L17.5 7v6L13 17.5H7L2.5 13V7Z" />
      <path d="M6 10h8" />
    </>
  ),
  failed: (
    <>
      <path d="M10 3 18 17H2Z" />
      <path d="M10 8v4M10 14.5v.01" />
    </>
  ),
  unknown: (
    <>
      <path d="M10 2l8 8-8 8-8-8Z" strokeDasharray="4 2.5" />
      <path d="M8.2 8.3a1.9 1.9 0 1 1 2.6 1.8q-.8.4-.8 1.4M10 13.6v.01" />
    </>
  ),
  manual: (
    <path d="M6 10V5.5a1.2 1.2 0 0 1 2.4 0V9 3.8a1.2 1.2 0 0 1 2.4 0V9 4.6a1.2 1.2 0 0 1 2.4 0V10 7a1.2 1.2 0 0 1 2.4 0v5a5.5 5.5 0 0 1-5.5 5.5c-2.6 0-4-1.3-5.2-3.5L3 11.5a1.2 1.2 0 0 1 2-1.3Z" />
  ),
  done: (
    <>
      <rect x="2.5" y="2.5" width="15" height="15" rx="2" />
      <path d="m6 10.5 3 3 5-6.5" />
    </>
  ),
  dropped: (
    <>
      <rect x="2.5" y="2.5" width="15" height="15" rx="2" strokeDasharray="3 3" />
      <path d="M6.5 6.5l7 7M13.5 6.5l-7 7" />
    </>
  ),
  cancelled: (
    <>
      <circle cx="10" cy="10" r="7.5" />
      <path d="M5 15 15 5" />
    </>
  ),
}

/** The state of a delivery: shape and word. */
export const StateMark = ({ state, small = false }: { readonly state: DeliveryState; readonly small?: boolean }) => (
  <span className={styles.state} data-state={state} data-small={small || undefined}>
    <svg
      viewBox="0 0 20 20"
      width={small ? 16 : 20}
      height={small ? 16 : 20}
      className={styles.shape}
      aria-hidden="true"
    >
      {shapes[state]}
    </svg>
    {stateLabels[state]}
  </span>
)
