import type { DocumentId } from '../../shared/engine/document.ts'
import type { Hello } from '../../shared/protocol/hello.ts'
import type { Credentials } from '../engine/credentials.ts'
import type { Hub } from '../engine/hub.ts'
import type { Principal } from '../engine/principal.ts'
import type { Audience } from './audience.ts'
import type { Delivery } from './delivery.ts'
import { wordParcel } from './parcel.ts'
import type { Streams } from './streams.ts'
import type { Viewer } from './viewer.ts'

export interface SeatingParts {
  readonly hub: Pick<Hub, 'mayRead'>
  readonly streams: Pick<Streams, 'get'>
  readonly audience: Pick<Audience, 'reauthorized'>
  readonly delivery: Pick<Delivery, 'sendNow' | 'send'>
  principalOf(credentials: Credentials): Principal
  hello(principal: Principal): Hello
  drop(viewer: Viewer, id: DocumentId): void
  onFault(what: string, error: unknown): void
}

export interface Seating {
  /** By the principal as it was last asked for. */
  mayWatch(viewer: Viewer, id: DocumentId): boolean
  greet(viewer: Viewer): void
  /** The same, in one write with what is due next. */
  greetWithNext(viewer: Viewer): void
  /** Asks who sits there now: says hello anew when that has changed, and drops what may no longer be read. */
  reauthorize(viewer: Viewer): void
}

/** Who sits where, and what they may watch there. */
export function createSeating(parts: SeatingParts): Seating {
  const { hub, streams, audience, delivery, principalOf, hello, drop, onFault } = parts

  /** A question that cannot be answered is answered with no. */
  const mayWatch = (viewer: Viewer, id: DocumentId) => {
    try {
      const stream = streams.get(id)
      return stream ? stream.mayWatch(viewer.principal) : hub.mayRead(viewer.principal, id)
    } catch (error) {
      onFault(`may read ${id}`, error)
      return false
    }
  }
  const helloOf = ({ principal }: Viewer) => wordParcel(['hello', hello(principal)])
  const greet = (viewer: Viewer) => delivery.sendNow(viewer, helloOf(viewer))

  return {
    mayWatch,
    greet,
    greetWithNext: (viewer) => delivery.send(viewer, helloOf(viewer)),
    reauthorize(viewer) {
      const before = viewer.principal
      viewer.principal = principalOf(viewer.credentials)
      if (isSame(before, viewer.principal)) return
      for (const id of [...viewer.watching.keys()]) if (!mayWatch(viewer, id)) drop(viewer, id)
      audience.reauthorized(viewer)
      greet(viewer)
    },
  }
}

const isSame = (one: Principal, other: Principal) =>
  one === other ||
  (one.id === other.id &&
    one.name === other.name &&
    one.role === other.role &&
    one.playsAs === other.playsAs &&
    one.session?.id === other.session?.id &&
    one.session?.raisedUntil === other.session?.raisedUntil &&
    one.session?.viewing === other.session?.viewing &&
    one.may.length === other.may.length &&
    one.may.every((permission, at) => permission === other.may[at]))
