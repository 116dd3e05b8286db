import { createStore } from 'jotai'
import type { DocumentId } from '../../shared/engine/document.ts'
import type { Answer } from '../../shared/protocol/calls.ts'
import { Notice } from '../../shared/protocol/notice.ts'
import { createAttempts } from './attempts.ts'
import { type Clock, machineClock } from './clock.ts'
import { createConnectionTracker, createHandshake, lateAtom, noticeAtom } from './connectionState.ts'
import { createDocuments, type FrameListener, type Stream } from './documents.ts'
import { createCommandsInFlight, createQueriesInFlight, type InFlight } from './inFlight.ts'
import type { Store } from './replica.ts'
import { createServerClock } from './serverClock.ts'
import { watcherAtom } from './useDocument.ts'
import { createWire, type Wire } from './wire.ts'

/** The one connection of a page to its hub. All data of the screens arrives through it in `store`. */
export interface Connection {
  readonly store: Store
  /** Server time, epoch ms: right on a machine whose clock is wrong. */
  serverNow(): number
  /** Keeps a document in the store while at least one holder watches it. Returns the function that ends this watch. */
  watch(id: DocumentId): () => void
  /** Frames of a stream, which bypass the store. The first one is a key frame. */
  stream(id: DocumentId, onFrame: FrameListener): Stream
  /** Sends a command until it is answered. Never rejects. `onUpdate` is called at the start and at each attempt. */
  send(name: string, input: unknown, onUpdate?: (inFlight: InFlight) => void): Promise<Answer>
  /** One attempt; refused with 'offline' when there is no connection or it is lost on the way. */
  query(name: string, input: unknown): Promise<Answer>
  /** The network is back, or the page is visible again: connects at once if there is no connection, and compares the clocks if there is one. */
  wake(): void
  /** Drops all documents and connects again as the principal of the present cookie. */
  restart(): void
  close(): void
}

interface ConnectionDeps {
  readonly wire?: Wire
  readonly store?: Store
  readonly clock?: Clock
  /** 0 to 1, for the spread of reconnections. */
  random?(): number
  randomBytes?(): Uint8Array
}

/** Makes the connection and opens it. Tests pass dependencies; a page passes none. */
export function connect(deps: ConnectionDeps = {}): Connection {
  const { wire = createWire(), store = createStore(), clock = machineClock } = deps
  const serverClock = createServerClock({
    clock,
    ask: (name, input) => queries.ask(name, input),
    random: deps.random ?? Math.random,
  })
  const { serverNow } = serverClock
  const handshake = createHandshake(store, serverClock.greeted)
  const tracker = createConnectionTracker(store, clock, serverNow)
  const { isLive } = tracker
  const documents = createDocuments({ store, clock, wire, serverNow, isLive })
  const commands = createCommandsInFlight({
    clock,
    serverNow,
    isLive,
    setLate: (isLate) => store.set(lateAtom, isLate),
    wire,
    randomBytes: deps.randomBytes ?? tenRandomBytes,
  })
  const queries = createQueriesInFlight({ clock, isLive, wire })
  const attempts = createAttempts(
    () => wire.open({ seen: commands.seen(), watch: documents.initialWatch() }),
    clock,
    deps.random ?? Math.random,
  )
  /** The hub has announced that it closes this connection. */
  let isClosing = false

  const lose = () => {
    serverClock.stop()
    tracker.lost()
    queries.drop()
  }
  const leave = () => {
    attempts.stop()
    wire.close()
    lose()
  }
  const onHello = (message: unknown) => {
    const result = handshake.receive(message)
    if (result === 'older' || result === 'mismatch') {
      leave()
      // An older node of a cluster under deployment is replaced soon, and another node may be new already.
      return result === 'older' ? attempts.later() : tracker.outdated()
    }
    const isNew = !isLive()
    if (result === 'otherPrincipal') commands.abandon()
    tracker.connected()
    store.set(noticeAtom, (notice) => (/refused|closing/.test(notice?.code ?? '') ? null : notice))
    if (!isNew) return documents.retryRefused()
    attempts.succeeded()
    serverClock.start()
    documents.requestAll()
    commands.resend()
  }

  wire.listen({
    lost() {
      lose()
      attempts[isClosing ? 'soon' : 'later']()
      isClosing = false
    },
    refused: (message) => store.set(noticeAtom, { code: 'refused', message }),
    hello: onHello,
    down: documents.receive,
    positions: documents.frame,
    notice(message) {
      const { data: notice = null } = Notice.safeParse(message)
      isClosing = notice?.code === 'closing'
      store.set(noticeAtom, notice)
    },
  })

  const connection: Connection = {
    store,
    serverNow,
    watch: documents.watch,
    stream: documents.stream,
    send: commands.send,
    query: queries.ask,
    wake() {
      if (wire.connected) serverClock.check()
      else if (!tracker.isOutdated()) attempts.now()
    },
    restart() {
      leave()
      documents.forgetAll()
      attempts.now()
    },
    close() {
      leave()
      tracker.stop()
    },
  }
  store.set(watcherAtom, connection)
  attempts.now()
  return connection
}

const tenRandomBytes = () => crypto.getRandomValues(new Uint8Array(10))
