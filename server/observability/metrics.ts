import { mainServer } from '../../shared/engine/ids.ts'
import { deliveries } from '../../shared/features/deliveries/delivery.ts'
import type { Node } from '../cluster/node.ts'
import type { Clock } from '../engine/clock.ts'
import { createCallMetrics } from './metrics/callMetrics.ts'
import { createDeliveryMetrics } from './metrics/deliveryMetrics.ts'
import { createDispatchMetrics } from './metrics/dispatchMetrics.ts'
import { createJournalMetrics } from './metrics/journalMetrics.ts'
import { createLinkMetrics } from './metrics/linkMetrics.ts'
import { createMeters } from './metrics/meters.ts'
import { createNodeMetrics } from './metrics/nodeMetrics.ts'
import { createSocketMetrics } from './metrics/socketMetrics.ts'
import { createTailMetrics } from './metrics/tailMetrics.ts'

interface MetricsParts {
  /** Asked when somebody wants to know, and not before. */
  node(): Pick<Node, 'hub' | 'state'>
  readonly clock: Pick<Clock, 'now'>
}

/** What Prometheus is told, stage by stage, under one prefix; Node's own figures (loop lag, memory) come with it. */
export function createMetrics({ node, clock }: MetricsParts) {
  const meters = createMeters()
  const { hub } = { hub: () => node().hub }
  meters.read('documents', 'Documents that somebody has written', (set) => set(hub().documentCount()))
  createNodeMetrics(meters, () => node().state())
  const faults = meters.counter('faults_total', 'Faults of our own')
  return {
    registry: meters.registry,
    fault: () => faults.inc(),
    sockets: createSocketMetrics(meters),
    call: createCallMetrics(meters),
    command: createDispatchMetrics(meters),
    journal: createJournalMetrics(meters, () => hub().state()),
    tail: createTailMetrics(meters, clock.now),
    link: createLinkMetrics(meters),
    delivery: createDeliveryMetrics(meters, () => Object.values(hub().read(deliveries, mainServer).entries)),
  }
}
export type Metrics = ReturnType<typeof createMetrics>
