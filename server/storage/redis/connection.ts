import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type CommandArgs, NotSent, openClient, RedisRefusal } from './client.ts'
import { notReached } from './errors.ts'
import type { Caller } from './lua/script.ts'

/** Runs on each new connection before it counts as up. @param signal aborts when the connection is closed for good */
export type PrepareConnection = (caller: Caller, signal: AbortSignal) => Promise<void>

export interface ConnectionOptions {
  readonly url: string
  /** A call without an answer after this time counts as lost, and so does the connection. */
  readonly answersWithinMs: number
  readonly prepare: PrepareConnection
  /** A command on one of our keys: a node of a cluster answers by it whether the keys are on that node. */
  readonly probe: CommandArgs
}

export interface ConnectionState {
  readonly up: boolean
  readonly why: string | null
  /** Epoch ms. */
  readonly since: number
}

/** Longer than `answersWithinMs`: nothing waits on the first connection yet, and Redis may have just been started. */
const FIRST_WITHIN_MS = 5_000
/** Delays after each failed attempt; the last one is repeated. */
const RECONNECT_DELAYS_MS = [20, 50, 100, 200, 300, 500] as const
/** While a cluster is resharded, one redirect may follow another. */
const MAX_REDIRECTS = 3

/** Keeps one connection to Redis: opens a new one whenever the last was lost, and repeats no command. */
export function createConnection({ url, answersWithinMs, prepare, probe }: ConnectionOptions) {
  const changed = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  let state: ConnectionState = { up: false, why: 'It has not been opened yet.', since: Date.now() }
  let client: Client | null = null
  let reconnecting: Promise<void> | null = null

  const enter = (up: boolean, why: string | null) => {
    const isNew = up !== state.up
    state = { up, why, since: isNew ? Date.now() : state.since }
    if (isNew) changed.emit(up ? 'up' : 'down')
  }
  const onDown = (why: unknown) => {
    answers.forget()
    enter(false, notReached(url, why).message)
  }
  const openOnce = async (withinMs: number) => {
    const opened = await openAt(url, withinMs)
    if (closing.signal.aborted) return opened.destroy(new Error('It is being closed.'))
    client = opened
    enter(true, null)
    opened.onEnd((why) => {
      client = null
      if (closing.signal.aborted) return
      onDown(why)
      void reconnect()
    })
  }
  /** A connection that is ready for use, to the node of a cluster that has our keys. */
  const openAt = async (address: string, withinMs: number, redirects = MAX_REDIRECTS): Promise<Client> => {
    const opened = await openClient(address, withinMs)
    const caller = endedWhenSilent(opened, withinMs)
    try {
      await caller.call(probe).catch((error) => {
        // Other refusals appear again when the connection is used.
        if (!(error instanceof RedisRefusal) || movedTo(address, error)) throw error
      })
      await prepare(caller, closing.signal)
      return opened
    } catch (error) {
      opened.destroy(error as Error)
      const target = redirects > 0 ? movedTo(address, error) : null
      if (target) return openAt(target, withinMs, redirects - 1)
      throw error
    }
  }
  const tryUntilOpen = async () => {
    for (let tries = 0; client === null && !closing.signal.aborted; tries += 1) {
      await openOnce(answersWithinMs).catch(onDown)
      const delayMs = RECONNECT_DELAYS_MS[Math.min(tries, RECONNECT_DELAYS_MS.length - 1)]
      if (client === null) await sleep(delayMs, null, { signal: closing.signal }).catch(() => {})
    }
  }
  /** Runs once at a time: a connection that is lost while it is being opened starts one more attempt, not two. */
  const reconnect = () => {
    reconnecting ??= tryUntilOpen().finally(() => {
      reconnecting = null
      if (client === null && !closing.signal.aborted) void reconnect()
    })
    return reconnecting
  }
  const answers = createAnswerWatch(answersWithinMs, () => client)

  return {
    /** One attempt. @throws Error that says what is wrong with this Redis and how to fix it */
    open: () => openOnce(FIRST_WITHIN_MS).catch((error) => Promise.reject(notReached(url, error))),
    /** Opens the connection as soon as possible. */
    keepOpen: () => void reconnect(),
    state: () => state,
    on(event: 'up' | 'down', listener: () => void) {
      changed.on(event, listener)
      return () => void changed.off(event, listener)
    },
    /** Resolves when the connection is up, when it is closed, or when `signal` aborts. */
    async whenUp(signal?: AbortSignal) {
      if (client) return
      const ended = AbortSignal.any(signal ? [signal, closing.signal] : [closing.signal])
      while (!client && !ended.aborted) await once(changed, 'up', ended)
    },
    /** @param withinMs additional time, for commands that block in Redis. @throws RedisRefusal, NoAnswer, NotSent */
    async call(args: CommandArgs, withinMs = 0): Promise<unknown> {
      const current = client
      if (!current) throw new NotSent(state.why ?? 'There is no connection.')
      return answers.expect(current.call(args), withinMs).catch((error) => {
        // The keys are on another node of the cluster now: the next connection is redirected there.
        if (error instanceof RedisRefusal && error.code === 'MOVED') current.destroy(error)
        throw error
      })
    },
    client: () => client,
    close() {
      closing.abort()
      answers.stop()
      client?.destroy(new Error('It was closed.'))
    },
  }
}
export type Connection = ReturnType<typeof createConnection>

/** The address of the cluster node that a MOVED error names; null for any other error. */
export function movedTo(url: string, error: unknown): string | null {
  const [, host, port] = (error instanceof RedisRefusal && /^MOVED \d+ (.*):(\d+)$/.exec(error.message)) || []
  if (port === undefined) return null
  const target = new URL(url)
  // Without a host it is another port of the same host.
  if (host) target.hostname = host.includes(':') ? `[${host}]` : host
  target.port = port
  return target.href
}

/** For a connection that is being prepared, which no answer watch observes yet. */
const endedWhenSilent = (client: Client, withinMs: number): Caller => ({
  async call(args) {
    const onLate = () => client.destroy(new Error(`it does not answer within ${withinMs} ms`))
    const timer = setTimeout(onLate, withinMs)
    return client.call(args).finally(() => clearTimeout(timer))
  },
})

const CHECK_EVERY_MS = 250

/** Ends a connection on which answers are overdue: a Redis that is paused or cut off closes no connection. */
function createAnswerWatch(answersWithinMs: number, client: () => Client | null) {
  const pending = new Set<{ readonly dueAt: number }>()
  let lastAnswerAt = performance.now()

  const isOverdue = () => {
    const now = performance.now()
    return [...pending].some(({ dueAt }) => dueAt < now)
  }
  const expect = async <T>(answer: Promise<T>, withinMs: number): Promise<T> => {
    const wait = { dueAt: performance.now() + answersWithinMs + withinMs }
    pending.add(wait)
    try {
      return await answer
    } finally {
      pending.delete(wait)
      lastAnswerAt = performance.now()
    }
  }
  const ping = async (idle: Client | null) => {
    if (idle) await expect(idle.call(['PING']), 0).catch(() => {})
  }
  const check = () => {
    // Answers that arrived while this process was blocked are processed first.
    if (isOverdue())
      setImmediate(() => {
        if (isOverdue()) client()?.destroy(new Error(`it did not answer within ${answersWithinMs} ms`))
      })
    else if (pending.size === 0 && performance.now() - lastAnswerAt > answersWithinMs / 2) void ping(client())
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  return {
    /** Returns the same answer; the connection is ended when it is overdue. */
    expect,
    forget: () => pending.clear(),
    stop: () => clearInterval(timer),
  }
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
