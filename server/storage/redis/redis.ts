import type { Entry } from '../../engine/entry.ts'
import type { Erasure, SharedStorage, Stored } from '../../engine/storage.ts'
import { createHolding } from '../hold.ts'
import { MIGRATIONS, type Migration } from '../migrations.ts'
import { createSerialQueue } from '../serialQueue.ts'
import { createAppends } from './append.ts'
import { createBus } from './bus.ts'
import { createCheckpoints, journalKeptMs } from './checkpoint.ts'
import type { Connection } from './connection.ts'
import type { Durability } from './durability.ts'
import { createErasure } from './erase.ts'
import { notReached } from './errors.ts'
import { followJournal } from './follow.ts'
import { createPlace, type Place } from './keys.ts'
import { createLease, type LeaseTimes, leaseTimes, whenLeaseFree } from './lease.ts'
import { createLoads } from './load.ts'
import { createLogCheck, type LogCheck, rewriteFiles } from './logRewrite.ts'
import { connectionTo, openPlace, type RedisLog } from './open.ts'
import { createPruning } from './prune.ts'
import { createReads } from './read.ts'
import { createWhenConnected, createWithRetry } from './retry.ts'
import { createStoreIdentity, type StoreIdentity } from './storeIdentity.ts'

export interface RedisOptions {
  /** redis://… or rediss://…, with credentials: never shown. */
  readonly url: string
  /** The beginning of all keys. */
  readonly prefix?: string
  /** The name of this node, new with each start: letters, digits, . _ and - only. */
  readonly node: string
  readonly log?: RedisLog
  /** A file in which the node keeps the store's identity, so that a store that was emptied or replaced is detected at the next start. */
  readonly identityFile?: string | null
  readonly times?: LeaseTimes & { readonly answersWithinMs: number }
  /** How long entries stay in the journal at least, once a checkpoint holds them. */
  readonly journalKeptMs?: number
  /** How long a Redis that is loading its data is waited for at the start. */
  readonly loadingMs?: number
  /** For tests of migrations. */
  readonly migrations?: readonly Migration[]
  /** Called where no store is there yet, before anything is written. It throws to refuse the start. */
  readonly onEmpty?: () => void
}

/** A store in Redis, which also says in fields how durable it is. */
export interface RedisStorage extends SharedStorage {
  readonly durabilityDetails: Durability
}

const silent: RedisLog = { info() {}, warn() {} }
/** Shorter than a lease is trusted: whether a lost write was carried out can then still be asked. */
const standardTimes = { ...leaseTimes, answersWithinMs: 1_500 }

/**
 * The store that nodes share; `keys.ts` says what it holds. Opened, it holds no lease and has written nothing.
 * @throws Error that says what is wrong with that Redis and how to fix it; DamagedStore when what it holds is not ours
 */
export async function openRedisStorage(options: RedisOptions): Promise<RedisStorage> {
  const { url, prefix = 'waterhole', node, log = silent, identityFile = null, times = standardTimes } = options
  const place = createPlace(url, prefix, node)
  const logCheck = createLogCheck(place, (text) => log.warn(text))
  const { loadingMs = 60_000, migrations = MIGRATIONS, onEmpty = () => {} } = options
  const plain = { url, place, answersWithinMs: times.answersWithinMs }
  const { connection, durability, facts } = await openPlace({
    ...plain,
    log,
    loadingMs,
    migrations,
    prepare: logCheck.prepare,
    onEmpty,
  })
  const subscriber = connectionTo(plain)
  try {
    const identity = createStoreIdentity({ place, durability, file: identityFile, warn: (text) => log.warn(text) })
    await subscriber.open()
    await checkChannels(place, subscriber, url)
    connection.on('down', () => log.warn(`${connection.state().why} The hub tries again.`))
    connection.on('up', () => log.info('Redis can be reached again.'))
    return createRedisStorage({
      place,
      connection,
      subscriber,
      times,
      identity,
      durability,
      log,
      logCheck,
      snapshots: facts.snapshots,
      keptMs: options.journalKeptMs ?? journalKeptMs,
      migrations,
      newConnection: () => connectionTo(plain),
    })
  } catch (error) {
    connection.close()
    subscriber.close()
    throw error
  }
}

/** A user of Redis may have access to the keys and not to the channels. */
const checkChannels = async ({ keys }: Place, subscriber: Connection, url: string) => {
  const channel = keys.channel('start')
  const client = subscriber.client()
  await client?.subscribe(channel, () => {}).catch((error) => Promise.reject(notReached(url, error)))
  await client?.unsubscribe(channel)
}

interface RedisStorageDeps {
  readonly place: Place
  readonly connection: Connection
  readonly subscriber: Connection
  readonly times: LeaseTimes
  readonly identity: StoreIdentity
  readonly durability: Durability
  readonly log: RedisLog
  readonly logCheck: LogCheck
  /** Whether Redis writes snapshots; null when unknown. */
  readonly snapshots: boolean | null
  readonly keptMs: number
  readonly migrations: readonly Migration[]
  /** One more connection, which is not open yet. */
  readonly newConnection: () => Connection
}

/** How long a read waits for a lost connection. */
const READ_WAITS_MS = 3_000

function createRedisStorage(deps: RedisStorageDeps): RedisStorage {
  const { place, connection, subscriber, times, identity, durability, log, logCheck, migrations } = deps
  const ending = new AbortController()
  const caller = createWhenConnected(connection, READ_WAITS_MS)
  const warnTrimmed = createTrimWarning(place, log)
  const lease = createLease({ place, caller: connection, times, onFirst: warnTrimmed, lastSeq: identity.seq })
  const withRetry = createWithRetry({ place, connection, lease, whyUnsafe: logCheck.whyUnsafe })
  const bus = createBus({ place, connection, subscriber })
  const [appendQueue, checkpointQueue] = [createSerialQueue(), createSerialQueue()]
  const appends = createAppends({
    place,
    lease,
    withRetry,
    queue: appendQueue,
    lastSeq: identity.seq,
    onWritten: ({ seq, link, at }) => identity.entry(seq, link, at),
  })
  const checkpoints = createCheckpoints(place, withRetry, deps.keptMs)
  const { erase } = createErasure({ place, caller, withRetry, appendQueue })
  const prune = createPruning({ place, caller, withRetry, queue: checkpointQueue })
  const loads = createLoads({
    place,
    caller,
    lease,
    leaseMs: times.leaseMs,
    identity,
    withRetry,
    whyUnsafe: logCheck.whyUnsafe,
    migrations,
    info: (text) => log.info(text),
  })
  const reads = createReads(place, caller, loads.viewedAs)

  let isLoaded = false
  const whole = async <T>(work: () => Promise<T>): Promise<T> => {
    if (ending.signal.aborted) throw new Error(`${place.name} is closed.`)
    const answer = await work()
    isLoaded = true
    return answer
  }
  /** Nothing is read or written before the store was loaded or viewed, or after it was closed. */
  const loaded = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!isLoaded || ending.signal.aborted) throw new Error(`${place.name} is not loaded, or is closed.`)
    return work()
  }
  const writeCheckpoint = async (seq: number, documents: readonly Stored[]) => {
    await checkpointQueue(() => checkpoints.write(seq, documents))
    void checkpointQueue(checkpoints.trim).catch((error) =>
      log.warn(`${place.name}: the journal was not trimmed. ${error}`),
    )
  }
  /** Never during a checkpoint: what it writes would be lost in the rewritten keys. */
  const eraseAll = async (erasure: Erasure) => {
    await checkpointQueue(async () => {
      await checkpoints.finishMoving()
      await erase(erasure)
    })
    if (erasure.skipCompaction) return
    if (!(await rewriteFiles(caller, deps.snapshots, ending.signal))) log.warn(leftInFiles(place))
  }
  const holding = createHolding({
    queue: checkpointQueue,
    begin: () => loaded(async () => void (await checkpoints.finishMoving())),
    // The reader itself finds out whether another node has made a checkpoint.
    isKept: async () => !ending.signal.aborted,
    async end() {},
  })
  /** After everything that was requested. Never throws. */
  const releaseLease = async () => {
    holding.letGo()
    await appends.settled()
    await checkpointQueue(async () => {})
    await lease.release()
  }
  return {
    durability: durability.sentence,
    durabilityDetails: durability,
    load: () => whole(loads.load),
    loadView: () => whole(loads.loadView),
    append: (entries: readonly Entry[]) => loaded(() => appends.append(entries)),
    checkpoint: (seq, documents) => loaded(() => writeCheckpoint(seq, documents)),
    findAnswer: (actor, commandId) => loaded(() => reads.findAnswer(actor, commandId)),
    erase: (erasure) => loaded(() => eraseAll(erasure)),
    prune: (kind, before) => loaded(() => prune(kind, before)),
    hold: holding.hold,
    tail: (seq, limit) => loaded(() => reads.tail(seq, limit)),
    archivePage: (query) => loaded(() => reads.archivePage(query)),
    follow: (seq, listener) =>
      untilStopped(deps.newConnection(), ending.signal, (own, signal) =>
        followJournal({ place, connection: own, identity, signal }, seq, listener),
      ),
    whenLeaseFree: (signal) => whenLeaseFree(place, connection, bus, AbortSignal.any([signal, ending.signal])),
    releaseLease,
    holdsLease: lease.holds,
    onLeaseLost: lease.onLost,
    bus,
    connection: connection.state,
    async close() {
      if (ending.signal.aborted) return
      await releaseLease()
      identity.writeNow()
      ending.abort()
      connection.close()
      subscriber.close()
    },
  }
}

const leftInFiles = ({ name }: Place) =>
  `${name}: this Redis does not let the hub rewrite its files. What was erased is gone from Redis itself, and from its files once it rewrites them.`

/** Runs a reader on its own connection until it is stopped, the store is closed, or the reader ends. */
function untilStopped(
  connection: Connection,
  closed: AbortSignal,
  read: (connection: Connection, signal: AbortSignal) => Promise<void>,
) {
  const stopping = new AbortController()
  const signal = AbortSignal.any([stopping.signal, closed])
  signal.addEventListener('abort', connection.close, { once: true })
  connection.keepOpen()
  void read(connection, signal).finally(connection.close)
  return () => stopping.abort()
}

/** Warns once when another program has removed the front of the journal. */
function createTrimWarning({ name }: Place, log: RedisLog) {
  let warnedOf = 0
  return (left: number, found: number) => {
    if (found <= left || found === warnedOf) return
    warnedOf = found
    log.warn(
      `${name}: entries ${left} to ${found - 1} were removed from the journal by another program. The hub holds what they did, and its next checkpoint makes the store whole again; a node that had not read them loads the store again after that. No other program may trim that stream.`,
    )
  }
}
