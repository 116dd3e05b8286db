import { createStore } from 'jotai'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { Notice } from '../../shared/protocol/notice.ts'
import { type Attempts, createAttempts } from './attempts.ts'
import { type Clock, machineClock } from './clock.ts'
import { createPresence, noticeAtom, type Presence } from './connectionState.ts'
import type { Store } from './copies.ts'
import { createDocuments, type Documents, type FrameListener, type Stream } from './documents.ts'
import { createGreeting, type Greeting } from './handshake.ts'
import { createFlights, createQueries, type Flight, type Flights, type Queries } from './inFlight.ts'
import { watchHolder } from './useDocument.ts'
import { createWire, type Wire } from './wire.ts'

/** The one connection of a page to its hub. Everything that a screen knows comes through it into `store`. */
export interface Connection {
  readonly store: Store
  /** Server time, epoch ms: right on a machine whose clock is wrong. */
  serverNow(): number
  /** Keeps a document in the store for as long as somebody holds it. Returns the way to let go. */
  watch(id: DocumentId): () => void
  /** Frames of a stream, past the store. The first one is a key frame. */
  stream(id: DocumentId, onFrame: FrameListener): Stream
  /** Sends a command until it is answered. Never rejects. */
  send(name: string, input: unknown, told?: (flight: Flight) => void): Promise<Answer>
  /** One attempt; refused with 'offline' when there is no connection or it is lost on the way. */
  query(name: string, input: unknown): Promise<Answer>
  /** Connect at once if there is no connection: the network is back, or somebody looks again. */
  wake(): void
  /** Leave and come again as whoever the cookie says: what was held is forgotten first. */
  restart(): void
  close(): void
}

interface ConnectionParts {
  readonly wire?: Wire
  readonly store?: Store
  readonly clock?: Clock
  /** 0 to 1, for the spread of reconnections. */
  random?(): number
  randomBytes?(): Uint8Array
}

/** Makes the connection and opens it. Parts are given by tests; a page gives none. */
export function connect(parts: ConnectionParts = {}): Connection {
  const { wire = createWire(), store = createStore(), clock = machineClock } = parts
  const presence = createPresence(store, clock)
  const greeting = createGreeting(store, clock)
  const { isLive } = presence
  const { serverNow } = greeting
  const documents = createDocuments({ store, clock, wire, serverNow, isLive })
  const flights = createFlights({ clock, serverNow, isLive, wire, randomBytes: parts.randomBytes ?? tenRandomBytes })
  const queries = createQueries({ clock, isLive, wire })
  const attempts = createAttempts(
    () => wire.open({ seen: flights.seen(), watch: documents.firstAsked() }),
    clock,
    parts.random ?? Math.random,
  )

  const { leave } = listen({ wire, store, presence, greeting, documents, flights, queries, attempts })
  const connection: Connection = {
    store,
    serverNow,
    watch: documents.watch,
    stream: documents.stream,
    send: flights.send,
    query: queries.ask,
    wake: () => !wire.connected && !presence.isOutdated() && attempts.now(),
    restart() {
      leave()
      documents.forgetAll()
      attempts.now()
    },
    close() {
      leave()
      presence.stop()
    },
  }
  store.set(watchHolder, connection)
  attempts.now()
  return connection
}

const tenRandomBytes = () => crypto.getRandomValues(new Uint8Array(10))

interface Listening {
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
function listen(parts: Listening): { leave(): void } {
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
