import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { type Meters, tripMs } from './meters.ts'

/** What the game is asked, and what is done in it. */
export function createLinkMetrics({ counter, gauge, histogram }: Meters) {
  const latencyMs = histogram('link_latency_ms', 'How long the game took to answer, ms', tripMs)
  const readMs = histogram('link_read_ms', 'How long a reading of the game took, ms', tripMs, ['read'])
  const readFailures = counter('link_read_failures_total', 'Readings of the game that brought nothing', ['read'])
  const actionMs = histogram('link_action_ms', 'From sending a command to the game to its reply, ms', tripMs, ['link'])
  const actions = counter('link_actions_total', 'Commands that were given to a link', ['link', 'kind', 'outcome'])
  const up = gauge('link_up', 'Whether a way to the game is up', ['link'])
  return {
    latency: (ms: number) => latencyMs.observe(ms),
    read: (read: string, ms: number) => readMs.observe({ read }, ms),
    readFailed: (read: string) => readFailures.inc({ read }),
    /** @param outcome confirmed or refused by the game, or why there is none: notSent, lost, unsendable, fault */
    acted(link: string, kind: DeliveryKind, outcome: string, ms: number) {
      actions.inc({ link, kind, outcome })
      actionMs.observe({ link }, ms)
    },
    state: (link: string, isUp: boolean) => up.set({ link }, isUp ? 1 : 0),
  }
}
export type LinkMetrics = ReturnType<typeof createLinkMetrics>
