import type { DocumentId } from '../../shared/engine/document.ts'
import { Down } from '../../shared/protocol/down.ts'
import type { Watch } from '../../shared/protocol/watch.ts'
import type { Clock } from './clock.ts'
import { createCopies, type Store } from './copies.ts'
import { createQuestions } from './watchRequests.ts'
import type { Wire } from './wire.ts'

interface DocumentsParts {
  readonly store: Store
  readonly clock: Clock
  readonly wire: Pick<Wire, 'send'>
  serverNow(): number
  isLive(): boolean
}

/** One thing that can be watched and its frames, if it is a stream. */
export interface Stream {
  /** A frame was missed: ask for a key frame. */
  again(): void
  stop(): void
}

export interface Documents {
  watch(id: DocumentId): () => void
  stream(id: DocumentId, onFrame: FrameListener): Stream
  receive(message: unknown): void
  frame(stream: string, frame: Uint8Array): void
  /** What is asked for as the connection is made: all that is wanted, saying what is held; no more than fits one message. */
  firstAsked(): Watch
  /** On a new connection: asks for everything wanted that was not asked for as it was made. */
  askAll(): void
  /** More may be allowed now than before. */
  askRefused(): void
  forgetAll(): void
}

/** All that is watched: who wants it, what is held of it, what has been asked for. */
export function createDocuments({ store, clock, wire, serverNow, isLive }: DocumentsParts): Documents {
  const copies = createCopies(store, serverNow)
  const frames = createFrameListeners()
  const { question, refuse } = copies
  const send = (watch: object, answered: (answer: unknown) => void) => wire.send('watch', watch, answered)
  const questions = createQuestions({ clock, question, refuse, send })
  const askIfLive = (ids: readonly DocumentId[]) => isLive() && questions.ask(ids)
  const isRefused = (id: DocumentId) => copies.stateOf(id).state === 'refused'

  const watches = createWatches(
    clock,
    (id) => askIfLive([id]),
    (id) => {
      wire.send('unwatch', { documents: [id] })
      copies.forget([id])
    },
  )
  const askRefusedOf = (ids: DocumentId[]) => {
    const those = ids.filter(isRefused)
    copies.forget(those)
    askIfLive(those)
  }
  const watch = (id: DocumentId) => {
    if (watches.isWanted(id)) askRefusedOf([id])
    return watches.hold(id)
  }

  return {
    watch,
    stream(id, onFrame) {
      const again = () => askIfLive([id])
      if (watches.isWanted(id)) again()
      const letGo = watch(id)
      const silence = frames.add(id, onFrame)
      const stop = () => {
        silence()
        letGo()
      }
      return { again, stop }
    },
    receive(message) {
      const { data: down } = Down.safeParse(message)
      // What cannot be read is left out: the next patch then shows the gap, and the document is asked for again.
      if (!down) return console.warn('The hub sent a change that this page cannot read.')
      const wanted = down.changes.filter((change) => watches.isWanted(change.id as DocumentId))
      const { settled, missed } = copies.receive(wanted)
      questions.settled(settled)
      questions.mend(missed)
    },
    frame(stream, frame) {
      const id = stream as DocumentId
      if (!watches.isWanted(id)) return
      questions.settled([id])
      copies.flows(id)
      frames.tell(id, frame, serverNow())
    },
    firstAsked: () => ({ documents: questions.first(watches.wanted()) }),
    askAll() {
      const asked = questions.reset()
      questions.ask(watches.wanted().filter((id) => !asked.has(id)))
    },
    askRefused: () => askRefusedOf(watches.wanted()),
    forgetAll: () => copies.forget(watches.wanted()),
  }
}

/** How long a document is still watched after the last screen let go of it: going back fetches nothing anew. */
export const lingerMs = 5_000

interface Watches {
  /** Counts one more who wants it. What is returned lets go, once. */
  hold(id: DocumentId): () => void
  wanted(): DocumentId[]
  isWanted(id: DocumentId): boolean
}

interface Want {
  holders: number
  callOffEnd: () => void
}

/** Who wants what: the first holder starts a watch, and some time after the last has let go it ends. */
function createWatches(clock: Clock, start: (id: DocumentId) => void, end: (id: DocumentId) => void): Watches {
  const wants = new Map<DocumentId, Want>()

  const begin = (id: DocumentId): Want => {
    const want = { holders: 0, callOffEnd: () => {} }
    wants.set(id, want)
    start(id)
    return want
  }
  const letGo = (id: DocumentId, want: Want) => {
    want.holders -= 1
    if (want.holders > 0) return
    want.callOffEnd = clock.after(lingerMs, () => {
      wants.delete(id)
      end(id)
    })
  }

  return {
    hold(id) {
      const want = wants.get(id) ?? begin(id)
      want.callOffEnd()
      want.holders += 1
      let held = true
      return () => {
        if (held) letGo(id, want)
        held = false
      }
    },
    wanted: () => [...wants.keys()],
    isWanted: (id) => wants.has(id),
  }
}

/** @param frame as the hub's encoder made it @param at server epoch ms of its arrival */
export type FrameListener = (frame: Uint8Array, at: number) => void

interface FrameListeners {
  add(id: DocumentId, listener: FrameListener): () => void
  tell(id: DocumentId, frame: Uint8Array, at: number): void
}

/** Who wants the frames of which stream. */
function createFrameListeners(): FrameListeners {
  const listeners = new Map<DocumentId, Set<FrameListener>>()
  return {
    add(id, listener) {
      const those = listeners.get(id) ?? new Set()
      listeners.set(id, those.add(listener))
      return () => void those.delete(listener)
    },
    tell(id, frame, at) {
      for (const listener of listeners.get(id) ?? []) listener(frame, at)
    },
  }
}
