import type { Principal } from '../engine/principal.ts'
import type { DownEvent, Parcel } from './parcel.ts'
import type { Viewer } from './viewer.ts'

/** One that is told of everything that goes over all sockets. Sockets are counted from 1. */
export interface TapListener {
  opened(socket: number, principal: Principal): void
  /** Before anybody has judged it. `call`: which of its socket's messages that want an answer; null for one that wants none. */
  up(socket: number, event: unknown, message: unknown, call: number | null): void
  answered(socket: number, event: unknown, answer: unknown, call: number): void
  down(socket: number, events: readonly DownEvent[]): void
  closed(socket: number): void
}

type Acknowledge = (answer: unknown) => void

/** Where the gateway tells what goes through it. While nobody listens nothing is told, made or counted. */
export interface Tap {
  opened(viewer: Viewer): void
  /** Returns the way to answer, which tells of the answer as well. */
  up(viewer: Viewer, event: unknown, message: unknown, acknowledge: Acknowledge): Acknowledge
  down(viewer: Viewer, parcels: readonly Parcel[]): void
  closed(viewer: Viewer): void
  numberOf(viewer: Viewer): number
  /** The number of the next message of this viewer's that wants an answer. */
  nextCall(viewer: Viewer): number
  listen(listener: TapListener): () => void
}

export function createTap(): Tap {
  const listeners = new Set<TapListener>()
  const numbers = new WeakMap<Viewer, { readonly socket: number; calls: number }>()
  let count = 0

  const numberOf = (viewer: Viewer) => {
    const known = numbers.get(viewer) ?? { socket: ++count, calls: 0 }
    numbers.set(viewer, known)
    return known
  }
  const tell = (act: (listener: TapListener) => void) => {
    for (const listener of listeners) act(listener)
  }

  return {
    numberOf: (viewer) => numberOf(viewer).socket,
    nextCall: (viewer) => ++numberOf(viewer).calls,
    opened: (viewer) => listeners.size > 0 && tell(({ opened }) => opened(numberOf(viewer).socket, viewer.principal)),
    closed: (viewer) => listeners.size > 0 && tell(({ closed }) => closed(numberOf(viewer).socket)),
    down(viewer, parcels) {
      if (listeners.size === 0) return
      const events = parcels.flatMap((parcel) => parcel.events())
      tell(({ down }) => down(numberOf(viewer).socket, events))
    },
    up(viewer, event, message, acknowledge) {
      if (listeners.size === 0) return acknowledge
      const known = numberOf(viewer)
      const call = event === 'unwatch' ? null : ++known.calls
      tell(({ up }) => up(known.socket, event, message, call))
      if (call === null) return acknowledge
      return (answer) => {
        tell(({ answered }) => answered(known.socket, event, answer, call))
        acknowledge(answer)
      }
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
