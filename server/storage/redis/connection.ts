import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { NotSent } from './answers.ts'
import { notReached } from './notReached.ts'
import { openWire, type Wire, type Words } from './wire.ts'

export interface ConnectionParts {
  readonly url: string
  /** What Redis has not answered after so long is lost, and so is the connection. */
  readonly answersWithinMs: number
  /** Done on each new connection before it counts as up. */
  readonly prepare?: (wire: Wire) => Promise<void>
}

export interface ConnectionState {
  readonly up: boolean
  readonly why: string | null
  /** Epoch ms. */
  readonly since: number
}

const waits = [20, 50, 100, 200, 300, 500] as const
const watchEveryMs = 250
/** The first time nobody waits for it yet, and it may have just been started. */
const FIRST_WITHIN_MS = 5_000

/** Keeps one connection to Redis: opens a new one whenever the last was lost, and repeats nothing. */
export function createConnection(parts: ConnectionParts) {
  const changed = new EventEmitter().setMaxListeners(0)
  const ending = new AbortController()
  let state: ConnectionState = { up: false, why: 'it has not been opened yet', since: Date.now() }
  let wire: Wire | null = null
  let reopening: Promise<void> | null = null
  const watch = createWatch(parts.answersWithinMs, () => wire)

  const enter = (up: boolean, why: string | null) => {
    const isNew = up !== state.up
    state = { up, why, since: isNew ? Date.now() : state.since }
    if (isNew) changed.emit(up ? 'up' : 'down')
  }
  const open = async (withinMs: number) => {
    const opened = await openWire(parts.url, withinMs)
    await parts.prepare?.(opened).catch((error) => {
      opened.destroy(error)
      throw error
    })
    if (ending.signal.aborted) return opened.destroy(new Error('It is being closed.'))
    wire = opened
    enter(true, null)
    opened.onEnd((why) => {
      wire = null
      watch.forget()
      if (ending.signal.aborted) return
      enter(false, notReached(parts.url, why).message)
      void reopen()
    })
  }
  const tryAgain = async () => {
    for (let tries = 0; wire === null && !ending.signal.aborted; tries += 1) {
      await open(parts.answersWithinMs).catch((error) => enter(false, notReached(parts.url, error).message))
      const waitMs = waits[Math.min(tries, waits.length - 1)]
      if (wire === null) await sleep(waitMs, null, { signal: ending.signal }).catch(() => {})
    }
  }
  /** One at a time: a connection that is lost as soon as it was opened is a reason for one more try, not for two. */
  const reopen = () => {
    reopening ??= tryAgain().finally(() => {
      reopening = null
      if (wire === null && !ending.signal.aborted) void reopen()
    })
    return reopening
  }
  return {
    /** The first time: no second try. @throws what is wrong with that Redis, and how to mend it */
    async open() {
      try {
        await open(FIRST_WITHIN_MS)
      } catch (error) {
        throw notReached(parts.url, error)
      }
    },
    /** Opens it as soon as that can be done, and tells nobody why it could not. */
    keepOpen: () => void reopen(),
    state: () => state,
    on: (what: 'up' | 'down', listener: () => void) => {
      changed.on(what, listener)
      return () => void changed.off(what, listener)
    },
    /** Resolves when it is up, or when it is closed or `signal` ends the waiting. */
    async whenUp(signal?: AbortSignal) {
      if (wire) return
      const signals = AbortSignal.any(signal ? [signal, ending.signal] : [ending.signal])
      while (!wire && !signals.aborted)
        await new Promise<void>((resolve) => {
          const end = () => {
            changed.off('up', end)
            signals.removeEventListener('abort', end)
            resolve()
          }
          changed.once('up', end)
          signals.addEventListener('abort', end, { once: true })
        })
    },
    /** @param withinMs for what Redis is asked to wait with. @throws Refused, NoAnswer, NotSent */
    async call(words: Words, withinMs = 0): Promise<unknown> {
      if (!wire) throw new NotSent(state.why ?? 'There is no connection.')
      return watch.until(wire.call(words), withinMs)
    },
    wire: () => wire,
    close() {
      ending.abort()
      watch.stop()
      wire?.destroy(new Error('It was closed.'))
    },
  }
}
export type Connection = ReturnType<typeof createConnection>

/** Sees to it that nobody waits for ever: a Redis that is paused, or cut off without a word, closes no connection. */
function createWatch(answersWithinMs: number, wire: () => Wire | null) {
  const dueAt = new Set<{ readonly at: number }>()
  let heardAt = performance.now()

  const look = () => {
    const now = performance.now()
    if ([...dueAt].some(({ at }) => at < now))
      wire()?.destroy(new Error(`it did not answer within ${answersWithinMs} ms`))
    else if (dueAt.size === 0 && now - heardAt > answersWithinMs / 2) void ping()
  }
  const ping = async () => {
    const current = wire()
    if (current) await until(current.call(['PING']), 0).catch(() => {})
  }
  const until = async <T>(answer: Promise<T>, withinMs: number): Promise<T> => {
    const due = { at: performance.now() + answersWithinMs + withinMs }
    dueAt.add(due)
    try {
      return await answer
    } finally {
      dueAt.delete(due)
      heardAt = performance.now()
    }
  }
  const timer = setInterval(look, watchEveryMs)
  return { until, forget: () => dueAt.clear(), stop: () => clearInterval(timer) }
}
