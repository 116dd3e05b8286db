import type { SharedStorage } from '../engine/storage.ts'
import { createBus } from './redis/bus.ts'
import type { Connection } from './redis/connection.ts'
import type { Durability } from './redis/durability.ts'
import { followJournal } from './redis/following.ts'
import { createJournalReading } from './redis/journalReading.ts'
import { createKnowledge, type Knowledge } from './redis/knowledge.ts'
import { createLease, type LeaseTimes, leaseTimes } from './redis/lease.ts'
import { whenLeaseFree } from './redis/leaseFree.ts'
import { createLoading } from './redis/loading.ts'
import { notReached } from './redis/notReached.ts'
import { connectionTo, openPlace, type RedisLog } from './redis/opening.ts'
import { createPatient } from './redis/patient.ts'
import { createPlace, type Place } from './redis/place.ts'
import { readArchive } from './redis/readArchive.ts'
import { createSoundLog } from './redis/soundLog.ts'
import { journalKeptMs } from './redis/trimming.ts'
import { createTrimWatch } from './redis/trimWatch.ts'
import { createWriting } from './redis/writing.ts'

export interface RedisOptions {
  /** redis://… or rediss://…, with what opens it: never shown. */
  readonly url: string
  /** The word that all keys begin with. */
  readonly prefix?: string
  /** The name of this node, new with each start: letters, digits, . _ and - only. */
  readonly node: string
  readonly log?: RedisLog
  /** A file in which the node notes how far the store was, so that one that was emptied or put back is seen at the next start too. */
  readonly markFile?: string | null
  readonly times?: LeaseTimes & { readonly answersWithinMs: number }
  /** How long entries stay in the journal at least, once a checkpoint holds them. */
  readonly journalKeptMs?: number
  /** How long a Redis that is still loading is waited for at the start. */
  readonly loadingMs?: number
}

/** A store in Redis also says in parts how safe it is. */
export interface RedisStorage extends SharedStorage {
  readonly keeps: Durability
}

const silent: RedisLog = { info() {}, warn() {} }
/** How long a read waits for a connection that is lost. */
const PATIENCE_MS = 3_000
/** Answers come within less time than a lease is believed in: whether a lost write was done can then still be asked. */
const standardTimes = { ...leaseTimes, answersWithinMs: 1_500 }

/**
 * The store that nodes share: see keys.ts for what lies where. Opened, it holds no lease and has written nothing.
 * @throws Error that says what is wrong with that Redis and how to mend it; DamagedStore when what lies there is not ours
 */
export async function openRedisStorage(options: RedisOptions): Promise<RedisStorage> {
  const { url, prefix = 'waterhole', node, log = silent, markFile = null, times = standardTimes } = options
  const place = createPlace(url, prefix, node)
  const dialing = { url, place, log, answersWithinMs: times.answersWithinMs, loadingMs: options.loadingMs ?? 60_000 }
  const soundLog = createSoundLog({ place, warn: (words) => log.warn(words) })
  const { line, durability, facts } = await openPlace({ ...dialing, prepare: soundLog.prepare })
  const ears = connectionTo(dialing)
  try {
    const knowledge = createKnowledge({ place, durability, file: markFile, warn: (words) => log.warn(words) })
    await ears.open()
    await checkChannels(place, ears, url)
    tellOf(line, log)
    return createRedisStorage({
      ...{ place, line, ears, times, knowledge, durability, log, snapshots: facts.snapshots, barred: soundLog.why },
      journalKeptMs: options.journalKeptMs ?? journalKeptMs,
      dial: () => connectionTo(dialing),
    })
  } catch (error) {
    line.close()
    ears.close()
    throw error
  }
}

/** A user may be allowed the keys and not the channels. */
const checkChannels = async ({ keys }: Place, ears: Connection, url: string) => {
  const channel = keys.channel('start')
  const wire = ears.wire()
  await wire?.subscribe(channel, () => {}).catch((error) => Promise.reject(notReached(url, error)))
  await wire?.unsubscribe(channel)
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
  readonly log: RedisLog
  readonly snapshots: boolean | null
  readonly journalKeptMs: number
  readonly barred: () => string | null
  /** One more connection, which is not open yet. */
  readonly dial: () => Connection
}

function createRedisStorage(parts: RedisParts): RedisStorage {
  const { place, line, ears, times, knowledge, durability, dial, log } = parts
  const ending = new AbortController()
  const lease = createLease({ place, line, times, onFirst: createTrimWatch(place, log), last: knowledge.seq })
  const bus = createBus({ place, line, ears })
  const patient = createPatient(line, PATIENCE_MS)
  const reading = createJournalReading(place, patient)
  const writing = createWriting({ ...parts, patient, lease, signal: ending.signal })
  const loading = createLoading({ ...parts, line: patient, lease, leaseMs: times.leaseMs })
  const { whole, loaded } = createGate(place, ending.signal)

  return {
    durability: durability.sentence,
    keeps: durability,
    load: () => whole(loading.load),
    view: () => whole(loading.view),
    append: (entries) => loaded(() => writing.append(entries)),
    checkpoint: (seq, documents) => loaded(() => writing.checkpoint(seq, documents)),
    forget: (forgetting) => loaded(() => writing.forget(forgetting)),
    tail: (seq, limit) => loaded(() => reading.tail(seq, limit)),
    answers: (since) => loaded(() => reading.answers(since)),
    readArchive: (archive, key, page) => loaded(() => readArchive(place, patient, `${archive}/${key}`, page)),
    follow: (seq, listener) =>
      followOn(dial(), ending.signal, (ears, signal) =>
        followJournal({ place, ears, knowledge, signal }, seq, listener),
      ),
    leaseFree: (signal) => whenLeaseFree(place, line, bus, AbortSignal.any([signal, ending.signal])),
    giveBack: writing.giveBack,
    holdsLease: lease.holds,
    onLeaseLost: lease.onLost,
    bus,
    connection: line.state,
    async close() {
      if (ending.signal.aborted) return
      await writing.giveBack()
      knowledge.keep()
      ending.abort()
      line.close()
      ears.close()
    },
  }
}

/** Nothing is read or written before all was loaded or viewed, or after the end. */
function createGate({ name }: Place, ended: AbortSignal) {
  let isLoaded = false
  return {
    async whole<T>(work: () => Promise<T>): Promise<T> {
      if (ended.aborted) throw new Error(`${name} is closed.`)
      const answer = await work()
      isLoaded = true
      return answer
    },
    async loaded<T>(work: () => Promise<T>): Promise<T> {
      if (!isLoaded || ended.aborted) throw new Error(`${name} is not loaded, or is closed.`)
      return work()
    },
  }
}

/** On a connection of its own, until it is stopped, or the store is closed, or there is no going on. */
function followOn(
  ears: Connection,
  closed: AbortSignal,
  read: (ears: Connection, signal: AbortSignal) => Promise<void>,
) {
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, closed])
  signal.addEventListener('abort', ears.close, { once: true })
  ears.keepOpen()
  void read(ears, signal).finally(ears.close)
  return () => stopping.abort()
}
