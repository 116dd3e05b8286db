import { EventEmitter } from 'node:events'
import { NotSent, Refused } from './answers.ts'
import { createKeptWire, type Preparing } from './keptWire.ts'
import { createLineWatch } from './lineWatch.ts'
import { notReached } from './notReached.ts'
import type { Wire, Words } from './wire.ts'

export interface ConnectionParts {
  readonly url: string
  /** What Redis has not answered after so long is lost, and so is the connection. */
  readonly answersWithinMs: number
  /** Done on each new connection before it counts as up. */
  readonly prepare: Preparing
  /** Asks for a key of ours. */
  readonly probe: Words
}

export interface ConnectionState {
  readonly up: boolean
  readonly why: string | null
  /** Epoch ms. */
  readonly since: number
}

/** The first time nobody waits for it yet, and it may have just been started. */
const FIRST_WITHIN_MS = 5_000

/** Keeps one connection to Redis: opens a new one whenever the last was lost, and repeats nothing. */
export function createConnection({ url, answersWithinMs, prepare, probe }: ConnectionParts) {
  const changed = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  let state: ConnectionState = { up: false, why: 'It has not been opened yet.', since: Date.now() }

  const enter = (up: boolean, why: string | null) => {
    const isNew = up !== state.up
    state = { up, why, since: isNew ? Date.now() : state.since }
    if (isNew) changed.emit(up ? 'up' : 'down')
  }
  const kept = createKeptWire({
    ...{ url, prepare, probe, withinMs: answersWithinMs, closing: closing.signal },
    onUp: () => enter(true, null),
    onDown(why) {
      watch.forget()
      enter(false, notReached(url, why).message)
    },
  })
  const watch = createLineWatch(answersWithinMs, kept.wire)
  return {
    /** The first time: no second try. @throws what is wrong with that Redis, and how to mend it */
    open: () => kept.open(FIRST_WITHIN_MS).catch((error) => Promise.reject(notReached(url, error))),
    /** Opens it as soon as that can be done, and tells nobody why it could not. */
    keepOpen: () => void kept.reopen(),
    state: () => state,
    on(what: 'up' | 'down', listener: () => void) {
      changed.on(what, listener)
      return () => void changed.off(what, listener)
    },
    /** Resolves when it is up, or when it is closed or `signal` ends the waiting. */
    async whenUp(signal?: AbortSignal) {
      if (kept.wire()) return
      const ended = AbortSignal.any(signal ? [signal, closing.signal] : [closing.signal])
      while (!kept.wire() && !ended.aborted) await once(changed, 'up', ended)
    },
    /** @param withinMs for what Redis is asked to wait with. @throws Refused, NoAnswer, NotSent */
    async call(words: Words, withinMs = 0): Promise<unknown> {
      const wire = kept.wire()
      if (!wire) throw new NotSent(state.why ?? 'There is no connection.')
      return watch.until(wire.call(words), withinMs).catch((error) => leave(wire, error))
    },
    wire: kept.wire,
    close() {
      closing.abort()
      watch.stop()
      kept.wire()?.destroy(new Error('It was closed.'))
    },
  }
}
export type Connection = ReturnType<typeof createConnection>

/** In a cluster the keys lie elsewhere now: the next connection leads there. @throws the same */
const leave = (wire: Wire, error: unknown): never => {
  if (error instanceof Refused && error.word === 'MOVED') wire.destroy(error)
  throw error
}

const once = (emitter: EventEmitter, event: string, ended: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      emitter.off(event, end)
      ended.removeEventListener('abort', end)
      resolve()
    }
    emitter.once(event, end)
    ended.addEventListener('abort', end, { once: true })
  })
