import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { NotSent, openClient, RedisRefusal, type Client, type CommandArgs } from './client.ts'
import { notReached } from './errors.ts'
import type { Caller } from './lua/script.ts'

interface ConnectionOptions {
  readonly url: string
  /** What Redis has not answered after so long is lost, and so is the connection. */
  readonly answersWithinMs: number
  /** Done on each new connection before it counts as up. */
  readonly prepare: PrepareConnection
  /** Asks for a key of ours. */
  readonly probe: CommandArgs
}

interface ConnectionState {
  readonly up: boolean
  readonly why: string | null
  /** Epoch ms. */
  readonly since: number
}

/** The first time nobody waits for it yet, and it may have just been started. */
const FIRST_WITHIN_MS = 5_000

/** Keeps one connection to Redis: opens a new one whenever the last was lost, and repeats nothing. */
export function createConnection({ url, answersWithinMs, prepare, probe }: ConnectionOptions) {
  const changed = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  let state: ConnectionState = { up: false, why: 'It has not been opened yet.', since: Date.now() }

  const enter = (up: boolean, why: string | null) => {
    const isNew = up !== state.up
    state = { up, why, since: isNew ? Date.now() : state.since }
    if (isNew) changed.emit(up ? 'up' : 'down')
  }
  const kept = createReconnecting({
    ...{ url, prepare, probe, withinMs: answersWithinMs, closing: closing.signal },
    onUp: () => enter(true, null),
    onDown(why) {
      watch.forget()
      enter(false, notReached(url, why).message)
    },
  })
  const watch = createAnswerWatch(answersWithinMs, kept.wire)
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
    async call(words: CommandArgs, withinMs = 0): Promise<unknown> {
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
const leave = (wire: Client, error: unknown): never => {
  if (error instanceof RedisRefusal && error.code === 'MOVED') wire.destroy(error)
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

/** How long it is waited after each failed try; the last one again and again. */
const WAITS_MS = [20, 50, 100, 200, 300, 500] as const

/** Done on a new connection before it counts as up. @param signal ends it: the connection is not wanted any more */
export type PrepareConnection = (line: Caller, signal: AbortSignal) => Promise<void>

/** A cluster that is being changed may send one on more than once. */
const mostHops = 3

interface KeptWireParts {
  readonly url: string
  readonly withinMs: number
  readonly prepare: PrepareConnection
  /** Asks for a key of ours: a node of a cluster says by its answer whether it is the right one. */
  readonly probe: CommandArgs
  readonly onUp: () => void
  /** It was lost, or could not be opened again: each time. */
  readonly onDown: (why: unknown) => void
  readonly closing: AbortSignal
}

/** A connection that is ready to be used, to the node of a cluster where our keys lie. */
async function openAt(parts: KeptWireParts, address: string, within: number, hops = mostHops): Promise<Client> {
  const opened = await openClient(address, within)
  const line = answeringWithin(opened, within)
  try {
    await line.call(parts.probe).catch((error) => {
      // What else it has against us is found when it is used.
      if (!(error instanceof RedisRefusal) || movedTo(address, error)) throw error
    })
    await parts.prepare(line, parts.closing)
    return opened
  } catch (error) {
    opened.destroy(error as Error)
    const there = hops > 0 ? movedTo(address, error) : null
    if (there) return openAt(parts, there, within, hops - 1)
    throw error
  }
}

/** One connection at a time: a new one whenever the last was lost. */
function createReconnecting(parts: KeptWireParts) {
  const { url, withinMs, onUp, onDown, closing } = parts
  let wire: Client | null = null
  let reopening: Promise<void> | null = null

  const open = async (within: number) => {
    const opened = await openAt(parts, url, within)
    if (closing.aborted) return opened.destroy(new Error('It is being closed.'))
    wire = opened
    onUp()
    opened.onEnd((why) => {
      wire = null
      if (closing.aborted) return
      onDown(why)
      void reopen()
    })
  }
  const tryAgain = async () => {
    for (let tries = 0; wire === null && !closing.aborted; tries += 1) {
      await open(withinMs).catch(onDown)
      const waitMs = WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]
      if (wire === null) await sleep(waitMs, null, { signal: closing }).catch(() => {})
    }
  }
  /** One at a time: a connection that is lost as soon as it was opened is a reason for one more try, not for two. */
  const reopen = () => {
    reopening ??= tryAgain().finally(() => {
      reopening = null
      if (wire === null && !closing.aborted) void reopen()
    })
    return reopening
  }
  return {
    wire: () => wire,
    /** Once. @throws why not */
    open,
    /** As soon as it can be done. */
    reopen,
  }
}

/** Nobody watches a connection yet that is being prepared: what it does not answer in time ends it. */
const answeringWithin = (wire: Client, withinMs: number): Caller => ({
  async call(words) {
    const late = () => wire.destroy(new Error(`it does not answer within ${withinMs} ms`))
    const timer = setTimeout(late, withinMs)
    return wire.call(words).finally(() => clearTimeout(timer))
  },
})

const LOOK_EVERY_MS = 250

/** Sees to it that nobody waits for ever: a Redis that is paused, or cut off without a word, closes no connection. */
function createAnswerWatch(answersWithinMs: number, wire: () => Client | null) {
  const waits = new Set<{ readonly dueAt: number }>()
  let heardAt = performance.now()
  const isLate = () => {
    const now = performance.now()
    return [...waits].some(({ dueAt }) => dueAt < now)
  }
  const until = async <T>(answer: Promise<T>, withinMs: number): Promise<T> => {
    const wait = { dueAt: performance.now() + answersWithinMs + withinMs }
    waits.add(wait)
    try {
      return await answer
    } finally {
      waits.delete(wait)
      heardAt = performance.now()
    }
  }
  const look = () => {
    // What came while this process stood still is heard first.
    if (isLate())
      setImmediate(() => {
        if (isLate()) wire()?.destroy(new Error(`it did not answer within ${answersWithinMs} ms`))
      })
    else if (waits.size === 0 && performance.now() - heardAt > answersWithinMs / 2) void ping(wire())
  }
  const ping = async (quiet: Client | null) => {
    if (quiet) await until(quiet.call(['PING']), 0).catch(() => {})
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    /** The same answer; the connection is given up when it does not come in time. @param withinMs beside the usual */
    until,
    forget: () => waits.clear(),
    stop: () => clearInterval(timer),
  }
}

/** Where a node of a Redis Cluster says that the keys lie, as the address of that node; null where it says something else. */
export function movedTo(url: string, error: unknown): string | null {
  const [, host, port] = (error instanceof RedisRefusal && /^MOVED \d+ (.*):(\d+)$/.exec(error.message)) || []
  if (port === undefined) return null
  const there = new URL(url)
  // Without a host it is another port of the same.
  if (host) there.hostname = host.includes(':') ? `[${host}]` : host
  there.port = port
  return there.href
}
