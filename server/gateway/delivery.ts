import type { Limits } from './limits.ts'
import { cut, disconnect, unsentBytes, writeParcels } from './line.ts'
import type { GatewayMetrics } from './metrics.ts'
import { type Parcel, wordParcel } from './parcel.ts'
import type { Tap } from './tap.ts'
import type { Viewer } from './viewer.ts'

export interface Delivery {
  /** Puts a parcel into the viewer's outbox; it is written in this turn or one soon after. */
  send(viewer: Viewer, parcel: Parcel): void
  /** Writes to this viewer at once, before whoever stands in the queue; its own order is kept. */
  sendNow(viewer: Viewer, parcel: Parcel): void
  /** Begins to write: a slice now, the next in the turn after. */
  start(): void
  /** Writes all that is due in this moment, however many it is for. */
  finish(): void
}

/** Writing to two thousand sockets takes tens of ms: in slices, so that the hub listens in between. */
const sliceSize = 250

export interface DeliveryParts {
  readonly limits: Pick<Limits, 'stuckBytes'>
  readonly metrics: GatewayMetrics
  readonly tap?: Pick<Tap, 'down'>
  /** Runs in the next turn of the event loop. */
  nextTurn(act: () => void): void
  onFault(what: string, error: unknown): void
}

/** Writes what is due: one write per viewer, in the order in which it fell due. */
export function createDelivery(parts: DeliveryParts): Delivery {
  const { nextTurn, onFault } = parts
  let queue: Viewer[] = []
  let isRunning = false

  /** What goes wrong with one viewer must not keep the others waiting. */
  const put = (viewer: Viewer) => {
    try {
      write(viewer, parts)
    } catch (error) {
      onFault('write to a viewer', error)
      cut(viewer.line)
    }
  }

  const putFirst = (count: number) => {
    const those = queue.slice(0, count)
    queue = queue.slice(count)
    for (const viewer of those) {
      viewer.isQueued = false
      put(viewer)
    }
  }
  const slice = () => {
    putFirst(sliceSize)
    isRunning = queue.length > 0
    if (isRunning) nextTurn(slice)
  }

  return {
    send(viewer, parcel) {
      viewer.outbox.push(parcel)
      if (viewer.isQueued) return
      viewer.isQueued = true
      queue.push(viewer)
    },
    sendNow(viewer, parcel) {
      viewer.outbox.push(parcel)
      put(viewer)
    },
    start() {
      if (!isRunning) slice()
    },
    // A slice that is due in the next turn finds nothing to do.
    finish: () => putFirst(queue.length),
  }
}

function write(viewer: Viewer, { limits, metrics, tap }: Pick<DeliveryParts, 'limits' | 'metrics' | 'tap'>) {
  const { outbox, line } = viewer
  if (outbox.length === 0) return
  viewer.outbox = []
  if (unsentBytes(line) > limits.stuckBytes) return letGo(viewer, metrics)
  tap?.down(viewer, outbox)
  const bytes = joined(outbox)
  writeParcels(line, outbox, bytes)
  metrics.sent(messagesIn(outbox), bytes.length)
}

/** One parcel is the rule, and its bytes are the same for everyone who gets it: nothing is copied. */
const joined = (parcels: readonly Parcel[]) =>
  parcels.length === 1 && parcels[0] ? parcels[0].bytes() : Buffer.concat(parcels.map((parcel) => parcel.bytes()))

const messagesIn = (parcels: readonly Parcel[]) => parcels.reduce((sum, { messages }) => sum + messages, 0)

const tooSlow = wordParcel([
  'notice',
  { code: 'closing', message: 'This connection is too slow to keep up: it is closed and may be opened again.' },
])

function letGo(viewer: Viewer, { stuck }: Pick<GatewayMetrics, 'stuck'>) {
  stuck()
  writeParcels(viewer.line, [tooSlow], tooSlow.bytes())
  disconnect(viewer.line)
}
