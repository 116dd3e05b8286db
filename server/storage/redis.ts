import type { SharedStorage } from '../engine/storage.ts'
import { createAppending } from './redis/appending.ts'
import { createBus } from './redis/bus.ts'
import { createCheckpointing } from './redis/checkpointing.ts'
import type { Connection } from './redis/connection.ts'
import type { Durability } from './redis/durability.ts'
import { followJournal } from './redis/following.ts'
import { createKnowledge, type Knowledge } from './redis/knowledge.ts'
import { createLease, type LeaseTimes, leaseTimes } from './redis/lease.ts'
import { whenLeaseFree } from './redis/leaseFree.ts'
import { createLoading } from './redis/loading.ts'
import { connectionTo, openPlace, type RedisLog } from './redis/opening.ts'
import { createPlace, type Place } from './redis/place.ts'
import { createReading } from './redis/reading.ts'
import { createSteady } from './redis/steady.ts'
import { createTurns } from './redis/turns.ts'

export interface RedisOptions {
  /** redis://… or rediss://…, with what opens it: never shown. */
  readonly url: string
  /** The word that all keys begin with. */
  readonly prefix?: string
  /** The name of this node, new with each start. */
  readonly node: string
  readonly log?: RedisLog
  /** A file in which the node writes down how far the store was, so that one that was emptied or put back is seen at the next start. */
  readonly markFile?: string | null
  readonly times?: LeaseTimes & { readonly answersWithinMs: number }
  /** How long a Redis that is still loading is waited for at the start. */
  readonly loadingMs?: number
}

/** A store in Redis also says in parts how safe it is. */
export interface RedisStorage extends SharedStorage {
  readonly keeps: Durability
}

const silent: RedisLog = { info() {}, warn() {} }
/** Shorter than a lease is believed in: whether a lost write was done can then still be asked. */
const standardTimes = { ...leaseTimes, answersWithinMs: 1_500 }

/**
 * The store that nodes share: see keys.ts for what lies where. Opened, it holds no lease and has written nothing.
 * @throws Error that says what is wrong with that Redis and how to mend it; DamagedStore when what lies there is not ours
 */
export async function openRedisStorage(options: RedisOptions): Promise<RedisStorage> {
  const { url, prefix = 'waterhole', node, log = silent, markFile = null, times = standardTimes } = options
  const place = createPlace(url, prefix, node)
  const dialing = { url, place, log, answersWithinMs: times.answersWithinMs, loadingMs: options.loadingMs ?? 60_000 }
  const { line, durability } = await openPlace(dialing)
  const ears = connectionTo(dialing)
  try {
    const knowledge = createKnowledge({ place, durability, file: markFile, warn: (words) => log.warn(words) })
    await ears.open()
    tellOf(line, log)
    return createRedisStorage({ place, line, ears, times, knowledge, durability, dial: () => connectionTo(dialing) })
  } catch (error) {
    line.close()
    ears.close()
    throw error
  }
}

const tellOf = (line: Connection, log: RedisLog) => {
  line.on('down', () => log.warn(`${line.state().why} The hub tries again.`))
  line.on('up', () => log.info('Redis is reached again.'))
}

interface RedisParts {
  readonly place: Place
  readonly line: Connection
  readonly ears: Connection
  readonly times: LeaseTimes
  readonly knowledge: Knowledge
  readonly durability: Durability
  /** One more connection, which is not open yet. */
  readonly dial: () => Connection
}

function createRedisStorage({ place, line, ears, times, knowledge, durability, dial }: RedisParts): RedisStorage {
  const lease = createLease(place, line, times)
  const bus = createBus({ place, line, ears })
  const steady = createSteady({ place, line, lease })
  const writes = createTurns()
  const checkpoints = createTurns()
  const ending = new AbortController()
  const appending = createAppending({
    ...{ place, lease, steady, turns: writes, last: knowledge.seq },
    onWritten: ({ seq, link, at }) => knowledge.entry(seq, link, at),
  })
  const checkpoint = createCheckpointing(place, steady)
  const reading = createReading(place, line)
  const loading = createLoading({ place, line, lease, knowledge, leaseMs: times.leaseMs })
  let isLoaded = false

  const loaded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isLoaded || ending.signal.aborted) throw new Error(`${place.name} is not loaded, or is closed.`)
    return work()
  }
  const settled = async () => {
    await appending.settled()
    await checkpoints(async () => {})
  }
  const giveBack = async () => {
    await settled()
    await lease.giveBack()
  }
  const whole = <T>(work: () => Promise<T>) =>
    work().then((answer) => {
      isLoaded = true
      return answer
    })
  return {
    durability: durability.sentence,
    keeps: durability,
    load: () => whole(loading.load),
    view: () => whole(loading.view),
    append: (entries) => loaded(() => appending.append(entries)),
    checkpoint: (seq, documents) => loaded(() => checkpoints(() => checkpoint(seq, documents))),
    tail: (seq, limit) => loaded(() => reading.tail(seq, limit)),
    answers: (since) => loaded(() => reading.answers(since)),
    readArchive: (archive, key, page) => loaded(() => reading.readArchive(archive, key, page)),
    forget: () => Promise.reject(new Error('later')),
    follow(seq, listener) {
      const following = new AbortController()
      const own = dial()
      const signal = AbortSignal.any([following.signal, ending.signal])
      signal.addEventListener('abort', own.close, { once: true })
      own.keepOpen()
      void followJournal({ place, ears: own, knowledge, signal }, seq, listener).finally(own.close)
      return () => following.abort()
    },
    leaseFree: (signal) => whenLeaseFree(place, line, bus, AbortSignal.any([signal, ending.signal])),
    giveBack,
    holdsLease: lease.holds,
    onLeaseLost: lease.onLost,
    bus,
    connection: line.state,
    async close() {
      if (ending.signal.aborted) return
      await giveBack()
      knowledge.keep()
      ending.abort()
      line.close()
      ears.close()
    },
  }
}
