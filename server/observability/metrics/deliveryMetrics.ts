import { type Delivery, openStates } from '../../../shared/features/deliveries/delivery.ts'
import type { Meters } from './meters.ts'

const waitMs = [10, 25, 50, 100, 250, 500, 1_000, 5_000, 15_000, 60_000, 600_000]

/** What is wanted of the game and what becomes of it. @param entries those that are open, and the latest others */
export function createDeliveryMetrics({ counter, histogram, read }: Meters, entries: () => readonly Delivery[]) {
  const moves = counter('delivery_states_total', 'Deliveries that came into a state, on the node that decided', [
    'kind',
    'state',
  ])
  const waitedMs = histogram('delivery_wait_ms', 'From when it was wanted to its first sending, ms', waitMs)
  const tookMs = histogram('delivery_ms', 'From when it was wanted to when it was settled, ms', waitMs, ['state'])
  read(
    'deliveries_open',
    'Deliveries that wait for something',
    (set) => {
      const open = entries()
      for (const state of openStates) set(open.filter((one) => one.state === state).length, { state })
    },
    ['state'],
  )
  return {
    moved({ kind, state, queuedAt, sentAt, settledAt, attempts }: Delivery) {
      moves.inc({ kind, state })
      if (state === 'sending' && attempts === 1 && sentAt !== null) waitedMs.observe(Math.max(0, sentAt - queuedAt))
      if (settledAt !== null) tookMs.observe({ state }, Math.max(0, settledAt - queuedAt))
    },
  }
}
