import type { DocumentId } from '../../shared/engine/document.ts'
import { Down } from '../../shared/protocol/down.ts'
import type { Watch } from '../../shared/protocol/watch.ts'
import type { Clock } from './clock.ts'
import { createCopies, type Store } from './replica.ts'
import { createWatchRequests } from './watchRequests.ts'
import type { Wire } from './wire.ts'

/** @param frame as the hub's encoder made it @param at server epoch ms of its arrival */
export type FrameListener = (frame: Uint8Array, at: number) => void

/** A subscription to the frames of one stream. */
export interface Stream {
  /** A frame was missed or could not be read: asks the hub for a key frame. */
  requestKeyFrame(): void
  stop(): void
}

export interface Documents {
  watch(id: DocumentId): () => void
  stream(id: DocumentId, onFrame: FrameListener): Stream
  receive(message: unknown): void
  frame(stream: string, frame: Uint8Array): void
  /** The watch that goes out with the connection itself: all watched documents with the versions held; no more than fit one message. */
  initialWatch(): Watch
  /** On a new connection: requests every watched document that was not part of the initial watch. */
  requestAll(): void
  /** The permissions have changed: requests refused documents again. */
  retryRefused(): void
  forgetAll(): void
}

interface DocumentDeps {
  readonly store: Store
  readonly clock: Clock
  readonly wire: Pick<Wire, 'send'>
  serverNow(): number
  isLive(): boolean
}

/** The watched documents: who watches them, which copies are held, which requests are in flight. */
export function createDocuments({ store, clock, wire, serverNow, isLive }: DocumentDeps): Documents {
  const copies = createCopies(store, serverNow)
  const frames = createFrameListeners()
  const requests = createWatchRequests({
    clock,
    requestFor: copies.requestFor,
    refuse: copies.refuse,
    send: (watch, onAnswer) => wire.send('watch', watch, onAnswer),
  })
  const requestIfLive = (ids: readonly DocumentId[]) => isLive() && requests.request(ids)
  const watches = createWatches(
    clock,
    (id) => requestIfLive([id]),
    (id) => {
      wire.send('unwatch', { documents: [id] })
      copies.forget([id])
    },
  )
  const retryRefusedOf = (ids: DocumentId[]) => {
    const refused = ids.filter((id) => copies.stateOf(id).state === 'refused')
    copies.forget(refused)
    requestIfLive(refused)
  }
  const watch = (id: DocumentId) => {
    if (watches.isWatched(id)) retryRefusedOf([id])
    return watches.hold(id)
  }

  return {
    watch,
    stream(id, onFrame) {
      const requestKeyFrame = () => requestIfLive([id])
      if (watches.isWatched(id)) requestKeyFrame()
      const release = watch(id)
      const removeListener = frames.add(id, onFrame)
      const stop = () => {
        removeListener()
        release()
      }
      return { requestKeyFrame, stop }
    },
    receive(message) {
      const { data: down } = Down.safeParse(message)
      // An unreadable message is dropped: the next patch shows the gap, and the document is requested again.
      if (!down) return console.warn("This page can't read a change from the hub. Reload the page.")
      const watched = down.changes.filter((change) => watches.isWatched(change.id as DocumentId))
      const { settled, missed } = copies.receive(watched)
      requests.settled(settled)
      requests.requestMissed(missed)
    },
    frame(stream, frame) {
      const id = stream as DocumentId
      if (!watches.isWatched(id)) return
      requests.settled([id])
      copies.markStreaming(id)
      frames.notify(id, frame, serverNow())
    },
    initialWatch: () => ({ documents: requests.takeInitial(watches.all()) }),
    requestAll() {
      const requested = requests.reset()
      requests.request(watches.all().filter((id) => !requested.has(id)))
    },
    retryRefused: () => retryRefusedOf(watches.all()),
    forgetAll: () => copies.forget(watches.all()),
  }
}

/** How long a document stays watched after its last holder has gone, so that going back needs no new request. */
export const lingerMs = 5_000

interface Watched {
  holders: number
  cancelEnd: () => void
}

/** Counts the holders of each document: the first starts the watch, and it ends some time after the last has gone. */
function createWatches(clock: Clock, start: (id: DocumentId) => void, end: (id: DocumentId) => void) {
  const watches = new Map<DocumentId, Watched>()

  const begin = (id: DocumentId): Watched => {
    const watched = { holders: 0, cancelEnd: () => {} }
    watches.set(id, watched)
    start(id)
    return watched
  }
  const release = (id: DocumentId, watched: Watched) => {
    watched.holders -= 1
    if (watched.holders > 0) return
    watched.cancelEnd = clock.after(lingerMs, () => {
      watches.delete(id)
      end(id)
    })
  }

  return {
    /** Returns the release function, of which a second call does nothing. */
    hold(id: DocumentId) {
      const watched = watches.get(id) ?? begin(id)
      watched.cancelEnd()
      watched.holders += 1
      let isHeld = true
      return () => {
        if (isHeld) release(id, watched)
        isHeld = false
      }
    },
    all: (): DocumentId[] => [...watches.keys()],
    isWatched: (id: DocumentId) => watches.has(id),
  }
}

function createFrameListeners() {
  const listeners = new Map<DocumentId, Set<FrameListener>>()
  return {
    add(id: DocumentId, listener: FrameListener): () => void {
      const ofStream = listeners.get(id) ?? new Set()
      listeners.set(id, ofStream.add(listener))
      return () => void ofStream.delete(listener)
    },
    notify(id: DocumentId, frame: Uint8Array, at: number) {
      for (const listener of listeners.get(id) ?? []) listener(frame, at)
    },
  }
}
