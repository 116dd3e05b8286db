import type { DocumentId } from '../../shared/engine/document.ts'
import { Down } from '../../shared/protocol/down.ts'
import type { Watch } from '../../shared/protocol/watch.ts'
import type { Clock } from './clock.ts'
import { createCopies, type Store } from './copies.ts'
import { createFrameListeners, type FrameListener } from './frameListeners.ts'
import { createQuestions } from './questions.ts'
import { createWatches } from './watches.ts'
import type { Wire } from './wire.ts'

export interface DocumentsParts {
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
