import { Notice } from '../../shared/protocol/notice.ts'
import type { Attempts } from './attempts.ts'
import type { Store } from './copies.ts'
import type { Documents } from './documents.ts'
import type { Flights } from './flights.ts'
import type { Greeting } from './greeting.ts'
import { noticeAtom } from './noticeAtom.ts'
import type { Presence } from './presence.ts'
import type { Queries } from './queries.ts'
import type { Wire } from './wire.ts'

export interface Listening {
  readonly wire: Wire
  readonly store: Store
  readonly presence: Presence
  readonly greeting: Greeting
  readonly documents: Documents
  readonly flights: Flights
  readonly queries: Queries
  readonly attempts: Attempts
}

/** What each word of the hub sets going. Returns the way to leave: closes, and tries no more. */
export function listen(parts: Listening): { leave(): void } {
  const { wire, store, presence, greeting, documents, flights, queries, attempts } = parts

  const lose = () => {
    presence.lost()
    queries.drop()
  }
  const leave = () => {
    attempts.stop()
    wire.close()
    lose()
  }
  const greet = (message: unknown) => {
    const reception = greeting.receive(message)
    if (reception === 'mismatch') {
      leave()
      return presence.outdated()
    }
    const isNew = !presence.isLive()
    if (reception === 'somebodyElse') flights.abandon()
    presence.greeted()
    if (!isNew) return documents.askRefused()
    attempts.succeeded()
    documents.askAll()
    flights.resend()
  }

  wire.listen({
    lost() {
      lose()
      attempts.later()
    },
    hello: greet,
    down: documents.receive,
    positions: documents.frame,
    notice: (message) => store.set(noticeAtom, Notice.safeParse(message).data ?? null),
  })
  return { leave }
}
