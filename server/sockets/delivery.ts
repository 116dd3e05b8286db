import type { Limits } from './limits.ts'
import { cut, disconnect, isOpen, unsentBytes, writeParcels } from './line.ts'
import type { GatewayMetrics } from './metrics.ts'
import { type Parcel, wordParcel } from './parcel.ts'
import type { Viewer } from './viewer.ts'

export interface Delivery {
  /** Puts a parcel into the viewer's outbox; it is written in this turn or one soon after. */
  send(viewer: Viewer, parcel: Parcel): void
  /** Writes to this viewer at once, before whoever stands in the queue; its own order is kept. */
  sendNow(viewer: Viewer, parcel: Parcel): void
  /** Begins to write: a slice now, the next in the turn after. */
  start(): void
}

/** Writing to two thousand sockets takes tens of ms: in slices, so that the hub listens in between. */
const sliceSize = 250

export interface DeliveryParts {
  readonly limits: Pick<Limits, 'stuckBytes'>
  readonly metrics: GatewayMetrics
  /** Runs in the next turn of the event loop. */
  nextTurn(act: () => void): void
  onFault(what: string, error: unknown): void
}

/** Writes what is due: one write per viewer, in the order in which it fell due. */
export function createDelivery({ limits, metrics, nextTurn, onFault }: DeliveryParts): Delivery {
  let queue: Viewer[] = []
  let isRunning = false

  const write = (viewer: Viewer) => {
    const parcels = viewer.outbox
    viewer.outbox = []
    if (parcels.length === 0 || !isOpen(viewer.socket)) return
    if (unsentBytes(viewer.socket) > limits.stuckBytes) return letGo(viewer)
    writeParcels(viewer.socket, parcels)
    metrics.sent(
      sumOf(parcels, (parcel) => parcel.messages),
      sumOf(parcels, (parcel) => parcel.bytes().length),
    )
  }

  /** What goes wrong with one viewer must not keep the others waiting. */
  const put = (viewer: Viewer) => {
    try {
      write(viewer)
    } catch (error) {
      onFault('write to a viewer', error)
      cut(viewer.socket)
    }
  }

  const slice = () => {
    const those = queue.slice(0, sliceSize)
    queue = queue.slice(sliceSize)
    for (const viewer of those) {
      viewer.isQueued = false
      put(viewer)
    }
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
  }
}

const sumOf = (parcels: readonly Parcel[], measure: (parcel: Parcel) => number) =>
  parcels.reduce((sum, parcel) => sum + measure(parcel), 0)

const tooSlow = wordParcel([
  'notice',
  { code: 'closing', message: 'This connection is too slow to keep up: it is closed and may be opened again.' },
])

function letGo(viewer: Viewer) {
  writeParcels(viewer.socket, [tooSlow])
  disconnect(viewer.socket)
}
