import { mainServer } from '../../shared/engine/ids.ts'
import { engineRefusals } from '../../shared/engine/refusals.ts'
import { type Delivery, deliveries, openStates } from '../../shared/features/deliveries/delivery.ts'
import { commandBucket } from '../../shared/features/statistics/sums.ts'
import { type Currency, currencies } from '../../shared/features/world/currencies.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import type { WebVitals } from '../../shared/protocol/webVitals.ts'
import type { Node } from '../cluster/node.ts'
import type { Clock } from '../engine/clock.ts'
import type { CallEvent, CommandEvent } from '../engine/events.ts'
import type { GatewayMetrics } from '../gateway/metrics.ts'
import { createLinkMetrics } from './linkMetrics.ts'
import { createMeters, localMs, type Meters } from './meters.ts'
import { createJournalMetrics, createTailMetrics } from './storageMetrics.ts'

export interface MetricsDeps {
  /** Called when Prometheus scrapes, not before. */
  node(): Pick<Node, 'hub' | 'state'>
  readonly clock: Pick<Clock, 'now'>
}

/** All metrics of this node, by stage, under one prefix. Includes Node.js metrics such as event loop lag and memory. */
export function createMetrics({ node, clock }: MetricsDeps) {
  const meters = createMeters()
  const hub = () => node().hub
  meters.read('documents', 'Documents that have been written at least once', (set) => set(hub().documentCount()))
  measureNode(meters, () => node().state())
  const faults = meters.counter('faults_total', 'Internal faults')
  const leftOut = meters.counter('log_lines_left_out_total', 'Log lines dropped because visitors cause them too often')
  return {
    registry: meters.registry,
    fault: () => faults.inc(),
    lineLeftOut: () => leftOut.inc(),
    sockets: createSocketMetrics(meters),
    call: createCallMetrics(meters),
    command: createCommandMetrics(meters),
    journal: createJournalMetrics(meters, () => hub().state()),
    tail: createTailMetrics(meters, clock.now),
    link: createLinkMetrics(meters),
    money: createMoneyMetrics(meters),
    dinosaurs: createDinosaurMetrics(meters),
    vitals: createPageMetrics(meters),
    delivery: createDeliveryMetrics(meters, () => Object.values(hub().read(deliveries, mainServer).entries)),
  }
}
export type Metrics = ReturnType<typeof createMetrics>

/** 'ok', the engine refusal's code, or 'refused' for the refusals of all commands together. */
export const outcomeOf = (answer: Answer): string => {
  if (answer.ok) return 'ok'
  return Object.hasOwn(engineRefusals, answer.code) ? answer.code : 'refused'
}

/** Names that clients invent must not become labels. */
const labelOf = (name: string, answer: Answer): string =>
  !answer.ok && answer.code === 'unknownCommand' ? 'unknown' : name

/** Commands and queries at the node that received them, including the way to the leader and back. */
function createCallMetrics({ counter, histogram }: Meters) {
  const calls = counter('calls_total', "Users' commands and queries answered by this node", ['kind', 'outcome'])
  const callMs = histogram('call_ms', 'Time that users waited for an answer, ms', localMs, ['kind'])
  const queryMs = histogram('query_ms', 'Duration of a query, ms', localMs, ['query'])
  return ({ kind, name, answer, ms }: CallEvent) => {
    calls.inc({ kind, outcome: outcomeOf(answer) })
    callMs.observe({ kind }, ms)
    if (kind === 'query') queryMs.observe({ query: labelOf(name, answer) }, ms)
  }
}

/** Commands at the leader, of users and of the hub's own workers. */
function createCommandMetrics({ counter, histogram }: Meters) {
  const commands = counter('commands_total', 'Commands carried out or refused by the leader', [
    'command',
    'by',
    'outcome',
  ])
  const commandMs = histogram('command_ms', 'Time from the arrival of a command to its durable answer, ms', localMs, [
    'command',
  ])
  const ofPersons = { done: 0, refused: 0, failed: 0 }
  const doneMs: Record<string, number> = {}
  const add = ({ name, by, answer, ms }: CommandEvent) => {
    const command = labelOf(name, answer)
    const outcome = outcomeOf(answer)
    commands.inc({ command, by, outcome })
    commandMs.observe({ command }, ms)
    if (by !== 'person') return
    ofPersons[outcome === 'ok' ? 'done' : outcome === 'failed' ? 'failed' : 'refused'] += 1
    if (outcome === 'ok') doneMs[commandBucket(ms)] = (doneMs[commandBucket(ms)] ?? 0) + 1
  }
  return Object.assign(add, {
    /** Of users, since this process started. */
    counts: () => ({ ...ofPersons, doneMs: { ...doneMs } }),
  })
}

/** Of pages, as their browsers report them: anyone can report anything, so they say how fast pages are, and decide nothing. */
function createPageMetrics({ histogram }: Meters) {
  const pageMs = histogram(
    'page_ms',
    'First and largest paint, first byte, slowest response to a press, ms',
    pageLoadMs,
    ['vital'],
  )
  const shift = histogram('page_layout_shift', 'How far the layout of a page shifted', [0.01, 0.05, 0.1, 0.25, 0.5, 1])
  return ({ CLS, ...times }: WebVitals) => {
    if (CLS !== undefined) shift.observe(CLS)
    for (const [vital, ms] of Object.entries(times)) if (ms !== undefined) pageMs.observe({ vital }, ms)
  }
}
/** With the limits of good and poor values that Web Vitals name, ms. */
const pageLoadMs = [100, 200, 500, 800, 1_200, 1_800, 2_500, 3_000, 4_000, 8_000, 16_000]

/** The reasons for which Socket.IO ends a connection; any other counts as 'other'. */
const disconnectReasons = [
  'transport close',
  'transport error',
  'ping timeout',
  'parse error',
  'client namespace disconnect',
  'server namespace disconnect',
  'server shutting down',
  'forced close',
  'forced server close',
]

function createSocketMetrics(meters: Meters): GatewayMetrics {
  const { counter, gauge, histogram, count } = meters
  const sent = { frames: 0, writes: 0, bytes: 0 }
  count('frames_sent_total', 'Messages sent to clients', () => sent.frames)
  count('socket_writes_total', 'Writes to clients; several messages may share one', () => sent.writes)
  count('bytes_sent_total', 'Bytes sent to clients', () => sent.bytes)
  const sockets = gauge('sockets', 'Open sockets')
  const connections = counter('connections_total', 'Connection requests', ['outcome'])
  const ended = counter('disconnects_total', 'Ended connections', ['reason'])
  const received = counter('messages_received_total', 'Messages received from clients', ['event', 'verdict'])
  const flushMs = histogram('flush_ms', 'Duration of building one flush, ms', localMs)
  const skipped = counter('positions_skipped_total', 'Flushes in which a slow connection got no positions')
  const tooSlow = counter('viewers_stuck_total', 'Connections closed because they stopped reading')
  return {
    sockets: (open) => sockets.set(open),
    sent(messages, bytes) {
      sent.writes += 1
      sent.frames += messages
      sent.bytes += bytes
    },
    flushed: (ms) => flushMs.observe(ms),
    skipped: () => skipped.inc(),
    handshake: (outcome) => connections.inc({ outcome }),
    ended: (reason) => ended.inc({ reason: disconnectReasons.includes(reason) ? reason : 'other' }),
    received: (event, verdict) => received.inc({ event, verdict }),
    tooSlow: () => tooSlow.inc(),
  }
}

/** The sums of all wallets, by currency. */
interface Money {
  readonly supply: bigint
  readonly drift: bigint
}

/** Zero until the totals are followed. @returns takes what reads them */
function createMoneyMetrics({ read }: Meters) {
  let moneyOf: ((currency: Currency) => Money) | null = null
  const readEach = (name: string, help: string, field: keyof Money) =>
    read(
      name,
      help,
      (set) => {
        for (const currency of currencies) set(Number(moneyOf?.(currency)[field] ?? 0), { currency })
      },
      ['currency'],
    )
  readEach('money_supply', 'Currency in all wallets, holds included', 'supply')
  readEach('money_drift', 'Currency by which wallets and ledger differ: 0 unless there is a fault', 'drift')
  return (given: (currency: Currency) => Money) => {
    moneyOf = given
  }
}

/** Over all inventories. */
interface Dinosaurs {
  readonly held: number
  readonly doubled: number
}

/** Zero until the inventories are followed. @returns takes what reads them */
function createDinosaurMetrics({ read }: Meters) {
  let totals: () => Dinosaurs = () => ({ held: 0, doubled: 0 })
  read('dinosaurs', 'Dinosaurs in all inventories', (set) => set(totals().held))
  read('dinosaurs_doubled', 'Dinosaurs that are in two inventories: 0 unless there is a fault', (set) =>
    set(totals().doubled),
  )
  return (given: () => Dinosaurs) => {
    totals = given
  }
}

const deliveryMs = [10, 25, 50, 100, 250, 500, 1_000, 5_000, 15_000, 60_000, 600_000]

/** @param entries the open deliveries and the latest settled ones */
function createDeliveryMetrics({ counter, histogram, read }: Meters, entries: () => readonly Delivery[]) {
  const changes = counter('delivery_states_total', 'State changes of deliveries, counted by the leader', [
    'kind',
    'state',
  ])
  const waitedMs = histogram('delivery_wait_ms', 'Time from queueing a delivery to its first sending, ms', deliveryMs)
  const tookMs = histogram('delivery_ms', 'Time from queueing a delivery to its settlement, ms', deliveryMs, ['state'])
  read(
    'deliveries_open',
    'Open deliveries',
    (set) => {
      const open = entries()
      for (const state of openStates) set(open.filter((one) => one.state === state).length, { state })
    },
    ['state'],
  )
  return {
    changed({ kind, state, queuedAt, sentAt, settledAt, attempts }: Delivery) {
      changes.inc({ kind, state })
      if (state === 'sending' && attempts === 1 && sentAt !== null) waitedMs.observe(Math.max(0, sentAt - queuedAt))
      if (settledAt !== null) tookMs.observe({ state }, Math.max(0, settledAt - queuedAt))
    },
  }
}

/** Role, readiness and lag of this node. */
function measureNode({ read }: Meters, state: Node['state']) {
  const roles = ['leader', 'follower'] as const
  read(
    'node_role',
    'Role of this node: 1 for the one it has',
    (set) => {
      for (const role of roles) set(state().role === role ? 1 : 0, { role })
    },
    ['role'],
  )
  read('node_epoch', "The leader's epoch, as known to this node", (set) => set(state().epoch))
  read('node_ready', 'Whether this node accepts users', (set) => set(state().isReady ? 1 : 0))
  read('store_up', 'Whether the store can be reached', (set) => set(state().connection.up ? 1 : 0))
  read('tail_lag_entries', 'Number of journal entries that this node is behind', (set) => set(state().lag.entries))
  read('tail_lag_ms', 'How long this node has been behind, ms', (set) => set(state().lag.ms))
}
