import type { Entry } from '../../engine/entry.ts'
import type { Erasure, SharedStorage, Stored } from '../../engine/storage.ts'
import { createSerialQueue } from '../serialQueue.ts'
import { createAppending } from './append.ts'
import { createBus } from './bus.ts'
import { createCheckpointing, createTrimming, journalKeptMs } from './checkpoint.ts'
import type { Connection } from './connection.ts'
import type { Durability } from './durability.ts'
import { createForgetting, createRewriting } from './erase.ts'
import { notReached } from './errors.ts'
import { followJournal } from './follow.ts'
import { createPlace, type Place } from './keys.ts'
import { createLease, type Lease, type LeaseTimes, leaseTimes, whenLeaseFree } from './lease.ts'
import { createLoading } from './load.ts'
import { createFiles, createLogCheck } from './logRewrite.ts'
import type { Caller } from './lua/script.ts'
import { connectionTo, openPlace, type RedisLog } from './open.ts'
import { createJournalReading, readArchive } from './read.ts'
import { createWhenConnected, createWithRetry } from './retry.ts'
import { createStoreIdentity, type StoreIdentity } from './storeIdentity.ts'

export interface RedisOptions {
  /** redis://… or rediss://…, with what opens it: never shown. */
  readonly url: string
  /** The word that all keys begin with. */
  readonly prefix?: string
  /** The name of this node, new with each start: letters, digits, . _ and - only. */
  readonly node: string
  readonly log?: RedisLog
  /** A file in which the node notes how far the store was, so that one that was emptied or put back is seen at the next start too. */
  readonly identityFile?: string | null
  readonly times?: LeaseTimes & { readonly answersWithinMs: number }
  /** How long entries stay in the journal at least, once a checkpoint holds them. */
  readonly journalKeptMs?: number
  /** How long a Redis that is still loading is waited for at the start. */
  readonly loadingMs?: number
}

/** A store in Redis also says in parts how safe it is. */
export interface RedisStorage extends SharedStorage {
  readonly durabilityDetails: Durability
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
  const { url, prefix = 'waterhole', node, log = silent, identityFile: markFile = null, times = standardTimes } = options
  const place = createPlace(url, prefix, node)
  const dialing = { url, place, log, answersWithinMs: times.answersWithinMs, loadingMs: options.loadingMs ?? 60_000 }
  const soundLog = createLogCheck({ place, warn: (words) => log.warn(words) })
  const { line, durability, facts } = await openPlace({ ...dialing, prepare: soundLog.prepare })
  const ears = connectionTo(dialing)
  try {
    const knowledge = createStoreIdentity({ place, durability, file: markFile, warn: (words) => log.warn(words) })
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
  readonly knowledge: StoreIdentity
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
  const patient = createWhenConnected(line, PATIENCE_MS)
  const reading = createJournalReading(place, patient)
  const writing = createWriting({ ...parts, patient, lease, signal: ending.signal })
  const loading = createLoading({ ...parts, line: patient, lease, leaseMs: times.leaseMs })
  const { whole, loaded } = createGate(place, ending.signal)

  return {
    durability: durability.sentence,
    durabilityDetails: durability,
    load: () => whole(loading.load),
    loadView: () => whole(loading.view),
    append: (entries) => loaded(() => writing.append(entries)),
    checkpoint: (seq, documents) => loaded(() => writing.checkpoint(seq, documents)),
    erase: (forgetting) => loaded(() => writing.forget(forgetting)),
    tail: (seq, limit) => loaded(() => reading.tail(seq, limit)),
    answers: (since) => loaded(() => reading.answers(since)),
    readArchive: (archive, key, page) => loaded(() => readArchive(place, patient, `${archive}/${key}`, page)),
    follow: (seq, listener) =>
      followOn(dial(), ending.signal, (ears, signal) =>
        followJournal({ place, ears, knowledge, signal }, seq, listener),
      ),
    whenLeaseFree: (signal) => whenLeaseFree(place, line, bus, AbortSignal.any([signal, ending.signal])),
    releaseLease: writing.giveBack,
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

interface WritingParts {
  readonly place: Place
  readonly line: Connection
  /** For what is only read. */
  readonly patient: Caller
  readonly lease: Lease
  readonly barred: () => string | null
  readonly knowledge: StoreIdentity
  readonly log: RedisLog
  readonly journalKeptMs: number
  /** Whether Redis writes snapshots; null when it does not tell. */
  readonly snapshots: boolean | null
  readonly signal: AbortSignal
}

const leftInFiles = ({ name }: Place) =>
  `${name}: this Redis does not let the hub rewrite its files. What was forgotten is gone from Redis itself, and from its files once it rewrites them.`

/** Everything that only the holder of the lease does. */
function createWriting(parts: WritingParts) {
  const { place, line, patient, lease, barred, knowledge, log } = parts
  const steady = createWithRetry({ place, line, lease, barred })
  const [appends, checkpoints] = [createSerialQueue(), createSerialQueue()]
  const appending = createAppending({
    ...{ place, lease, steady, turns: appends, last: knowledge.seq },
    onWritten: ({ seq, link, at }) => knowledge.entry(seq, link, at),
  })
  const writeCheckpoint = createCheckpointing(place, steady)
  const trim = createTrimming(place, steady, parts.journalKeptMs)
  const rewriting = createRewriting({ place, line: patient, steady })
  const forgetting = createForgetting({ place, line: patient, steady, rewriting })
  const rewriteFiles = createFiles({ ...parts, line: patient })

  const settled = async () => {
    await appending.settled()
    await checkpoints(async () => {})
  }
  return {
    append: (entries: readonly Entry[]) => appending.append(entries),
    async checkpoint(seq: number, documents: readonly Stored[]) {
      await checkpoints(() => writeCheckpoint(seq, documents))
      void checkpoints(trim).catch((error) => log.warn(`${place.name}: the journal was not trimmed. ${error}`))
    },
    /** Neither beside an append nor beside a checkpoint: either would be lost in what is written anew. */
    async forget(forgotten: Erasure) {
      await checkpoints(() => appends(() => forgetting(forgotten)))
      if (!forgotten.skipCompaction && !(await rewriteFiles())) log.warn(leftInFiles(place))
    },
    /** After all that was asked for. Never throws. */
    async giveBack() {
      await settled()
      await lease.giveBack()
    },
  }
}

/** Tells once when somebody else has taken away the front of the journal. */
function createTrimWatch({ name }: Place, log: RedisLog) {
  let told = 0
  return (left: number, there: number) => {
    if (there <= left || there === told) return
    told = there
    log.warn(
      `${name}: entries ${left} to ${there - 1} were taken out of the journal by somebody else. The hub holds what they did, and its next checkpoint makes the store whole again; a node that had not read them begins anew after that. Let nobody but the hub trim that stream.`,
    )
  }
}
