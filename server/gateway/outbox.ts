import { type Connection, disconnect, terminate, unsentBytes, writeBatches, writePathOf } from './connection.ts'
import { type EncodedBatch, encodeEvent } from './encoding.ts'
import type { Limits } from './limits.ts'
import type { GatewayMetrics } from './metrics.ts'
import type { Tap } from './tap.ts'

export interface Outbox {
  /** Queues a batch: it is written in this turn or one soon after. */
  enqueue(connection: Connection, batch: EncodedBatch): void
  /** Writes to this connection at once, before the queued connections. The order of its own batches is kept. */
  sendNow(connection: Connection, batch: EncodedBatch): void
  /** Queues the answer to a call: it is written by the next `start`, with what else is due to the connection, before all slices. */
  enqueueAnswer(connection: Connection, batch: EncodedBatch): void
  /** Writes what is queued for this connection, now. */
  writeTo(connection: Connection): void
  /** Begins to write: one slice now, the next in the following turn. */
  start(): void
  /** Writes everything that is queued, now. */
  writeAll(): void
}

/**
 * Writing to two thousand sockets takes tens of ms, so it is done in slices of about a millisecond, with other work in between: a command
 * waits for a slice at each of its steps.
 */
const sliceSize = 100

export interface OutboxDeps {
  readonly limits: Pick<Limits, 'tooSlowBytes'>
  readonly metrics: Pick<GatewayMetrics, 'sent' | 'tooSlow'>
  readonly tap?: Pick<Tap, 'down'>
  /** Runs in the next turn of the event loop. */
  nextTurn(act: () => void): void
  onFault(what: string, error: unknown): void
}

/** Writes queued batches: one write per connection, in the order in which the connections were queued. */
export function createOutbox({ limits, metrics, tap, nextTurn, onFault }: OutboxDeps): Outbox {
  let queue: Connection[] = []
  let answered: Connection[] = []
  let isRunning = false

  const write = (connection: Connection) => {
    const { unsent, transport } = connection
    if (unsent.length === 0) return
    connection.unsent = nothing
    if (unsentBytes(transport) > limits.tooSlowBytes) return closeTooSlow(connection)
    tap?.down(connection, unsent)
    const bytes = concatenated(unsent)
    writeBatches(transport, unsent, bytes)
    metrics.sent(messagesIn(unsent), bytes.length)
  }
  const closeTooSlow = ({ transport }: Connection) => {
    metrics.tooSlow()
    writeBatches(transport, [tooSlowNotice], tooSlowNotice.bytes())
    disconnect(transport)
  }
  /** A fault of one connection must not keep the others waiting. */
  const writeGuarded = (connection: Connection) => {
    try {
      write(connection)
    } catch (error) {
      onFault('write to a connection', error)
      terminate(connection.transport)
    }
  }

  const writeFirst = (count: number) => {
    const first = queue.slice(0, count)
    queue = queue.slice(count)
    for (const connection of directFirst(first)) {
      connection.isQueued = false
      writeGuarded(connection)
    }
  }
  const writeAnswered = () => {
    const first = answered
    answered = []
    for (const connection of first) writeGuarded(connection)
  }
  const writeSlice = () => {
    writeFirst(sliceSize)
    isRunning = queue.length > 0
    if (isRunning) nextTurn(writeSlice)
  }

  const add = (connection: Connection, batch: EncodedBatch) => {
    // Mostly it is the only one: an empty array that grows takes room for 17.
    if (connection.unsent.length === 0) connection.unsent = [batch]
    else connection.unsent.push(batch)
  }

  return {
    enqueue(connection, batch) {
      add(connection, batch)
      if (connection.isQueued) return
      connection.isQueued = true
      queue.push(connection)
    },
    sendNow(connection, batch) {
      add(connection, batch)
      writeGuarded(connection)
    },
    enqueueAnswer(connection, batch) {
      // Whatever else is to be sent was queued elsewhere: then it may wait for a slice.
      if (connection.unsent.length === 0 || connection.isQueued) answered.push(connection)
      add(connection, batch)
    },
    writeTo: writeGuarded,
    start() {
      writeAnswered()
      if (!isRunning) writeSlice()
    },
    // A slice that is planned for the next turn then finds an empty queue.
    writeAll() {
      writeAnswered()
      writeFirst(queue.length)
    },
  }
}

/**
 * The connections that take bytes at once come first. Each is looked at before the first write: with no calls of the kernel in between,
 * the processor fetches the memory of several connections at once, and writing finds it in the cache.
 */
const directFirst = (connections: readonly Connection[]) => [
  ...connections.filter(isDirect),
  ...connections.filter((connection) => !isDirect(connection)),
]
const isDirect = ({ transport }: Connection) => writePathOf(transport) === 'direct'

/** Of all connections: nothing is ever added to an empty list. */
const nothing: EncodedBatch[] = []

/** One batch is the usual case, and its bytes are shared by all its receivers: nothing is copied. */
const concatenated = (batches: readonly EncodedBatch[]) =>
  batches.length === 1 && batches[0] ? batches[0].bytes() : Buffer.concat(batches.map((batch) => batch.bytes()))

function messagesIn(batches: readonly EncodedBatch[]) {
  let sum = 0
  for (const { messages } of batches) sum += messages
  return sum
}

const tooSlowNotice = encodeEvent([
  'notice',
  { code: 'closing', message: 'This connection is too slow to keep up and was closed. You can open it again.' },
])
