import type { DocumentId } from '../../shared/engine/document.ts'
import { type Watch, Watching } from '../../shared/protocol/watch.ts'
import type { Clock } from './clock.ts'

type WatchRequest = Watch['documents'][number]

interface WatchRequestDeps {
  readonly clock: Clock
  /** The request for a document, with the version that is held of it. */
  requestFor(id: DocumentId): WatchRequest
  send(watch: Watch, onAnswer: (answer: unknown) => void): void
  refuse(ids: readonly DocumentId[]): void
}

export interface WatchRequests {
  /** Requests documents in one message with all others that are requested in the same turn of the event loop. */
  request(ids: readonly DocumentId[]): void
  /** Requests again after a gap, unless the same request is already in flight. */
  requestMissed(ids: readonly DocumentId[]): void
  /** The answer has arrived. */
  settled(ids: readonly DocumentId[]): void
  /** The requests that go out with the next connection itself; no more than fit into one message. */
  takeInitial(ids: readonly DocumentId[]): WatchRequest[]
  /** On a new connection: earlier requests are void, except those that were sent with it. Returns the latter. */
  reset(): ReadonlySet<DocumentId>
}

const answerWithinMs = 5_000
const mostPerMessage = 100

const idsOf = (requests: readonly WatchRequest[]): ReadonlySet<DocumentId> =>
  new Set(requests.map(({ id }) => id as DocumentId))

/** Requests documents from the hub in few messages, and none twice at a time. */
export function createWatchRequests({ clock, requestFor, send, refuse }: WatchRequestDeps): WatchRequests {
  const inFlight = new Map<DocumentId, WatchRequest>()
  const waiting = new Set<DocumentId>()
  let initial: readonly WatchRequest[] = []

  const begin = (requests: readonly WatchRequest[]) => {
    for (const one of requests) inFlight.set(one.id as DocumentId, one)
    const ids = [...idsOf(requests)]
    return clock.after(answerWithinMs, () => request(ids.filter((id) => inFlight.has(id))))
  }
  const sendNow = (requests: WatchRequest[]) => {
    const cancelTimer = begin(requests)
    send({ documents: requests }, (answer) => {
      cancelTimer()
      const { data: watching } = Watching.safeParse(answer)
      const refused = (watching?.refused ?? []) as DocumentId[]
      for (const id of refused) inFlight.delete(id)
      refuse(refused)
    })
  }
  const flush = () => {
    const requests = [...waiting].map(requestFor)
    waiting.clear()
    for (let from = 0; from < requests.length; from += mostPerMessage)
      sendNow(requests.slice(from, from + mostPerMessage))
  }
  const request = (ids: readonly DocumentId[]) => {
    if (ids.length > 0 && waiting.size === 0) queueMicrotask(flush)
    for (const id of ids) waiting.add(id)
  }
  const isInFlight = (id: DocumentId) =>
    inFlight.has(id) && inFlight.get(id)?.held?.version === requestFor(id).held?.version

  return {
    request,
    requestMissed: (ids) => request(ids.filter((id) => !isInFlight(id))),
    settled: (ids) => ids.forEach((id) => void inFlight.delete(id)),
    takeInitial(ids) {
      initial = ids.slice(0, mostPerMessage).map(requestFor)
      return [...initial]
    },
    reset() {
      const sent = initial
      initial = []
      inFlight.clear()
      if (sent.length > 0) begin(sent)
      return idsOf(sent)
    },
  }
}
