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
  const misunderstand = (reception: 'older' | 'mismatch') => {
    leave()
    // One of several hubs that has not been renewed yet: it soon will, and another may be there already.
    if (reception === 'older') attempts.later()
    else presence.outdated()
  }
  const greet = (message: unknown) => {
    const reception = greeting.receive(message)
    if (reception === 'older' || reception === 'mismatch') return misunderstand(reception)
    const isNew = !presence.isLive()
    if (reception === 'somebodyElse') flights.abandon()
    presence.greeted()
    if (!isNew) return documents.askRefused()
    attempts.succeeded()
    documents.askAll()
    flights.resend()
  }

  /** It has said that it is going to close. */
  let isSentAway = false

  wire.listen({
    lost() {
      lose()
      attempts[isSentAway ? 'soon' : 'later']()
      isSentAway = false
    },
    hello: greet,
    down: documents.receive,
    positions: documents.frame,
    notice(message) {
      const { data: notice = null } = Notice.safeParse(message)
      isSentAway = notice?.code === 'closing'
      store.set(noticeAtom, notice)
    },
  })
  return { leave }
}
