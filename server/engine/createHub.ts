import { rowErasureOf } from '../../shared/engine/archive.ts'
import { type DocumentId, documentId, kindOf } from '../../shared/engine/document.ts'
import { createReadModel } from './access.ts'
import { type AnswerLimits, answerWindowMs, createAnswers, createHubAnswers, type KeptRefusal } from './answers.ts'
import { type KeptDays, startRetention } from './archives.ts'
import { createAttemptLimit } from './attemptLimit.ts'
import { createCheckpoints } from './checkpoints.ts'
import { type Clock, createWallTimes } from './clock.ts'
import { createCommitQueue, type Staged } from './commitQueue.ts'
import { createDispatch } from './dispatch.ts'
import { createDocuments, type Documents, replayFrom, type VersionedChange } from './documents.ts'
import { type CallEvent, type CommandEvent, reportCalls, reportCommands } from './events.ts'
import type { Feature } from './feature.ts'
import type { HubState, LeaderHub, Published } from './hub.ts'
import { createProbe, probeStorage, probing } from './probe.ts'
import { createPublisher } from './publisher.ts'
import type { QueryCalls } from './query.ts'
import { type Registry, register } from './registry.ts'
import type { Loaded, PersonErasure, Snapshot, Storage } from './storage.ts'
import { createTimers, fireTimer, fireTimerWith, reviewing, reviewTimer } from './timers.ts'
import { eraseFromTypedTexts, eraseTextsWith } from './typedTexts.ts'

export interface HubOptions {
  readonly storage: Storage
  readonly features: readonly Feature[]
  readonly clock: Clock
  /** A fault of the program: the action that failed, and the thrown error. */
  readonly onFault: (what: string, error: unknown) => void
  readonly onState?: (state: HubState) => void
  /** Entries that became durable together, and how long that took in ms. */
  readonly onWritten?: (entries: number, ms: number) => void
  readonly onCommand?: (event: CommandEvent) => void
  readonly onCall?: ((event: CallEvent) => void) | undefined
  /** Counts the calls of costly queries, if other nodes count them too. */
  readonly queryCalls?: QueryCalls | undefined
  /** How many changes are kept for clients that missed some. */
  readonly changesKept?: number
  /** A checkpoint is written early after this many journal entries. */
  readonly checkpointEntries?: number
  /** And after journal entries with this many characters of JSON. */
  readonly checkpointCharacters?: number
  /** What is kept in memory of answers to command ids. */
  readonly answerLimits?: AnswerLimits
  /**
   * The version at which live documents begin in an epoch, so that a client with a copy of an earlier epoch sees that it missed
   * something. 0 where it is left out: the clients of a single process lose their copies with it.
   */
  readonly liveVersionsFrom?: (epoch: number) => number
  /** Recent refusals of the leader before this one, as far as they are known. Called when all else is loaded. */
  readonly knownRefusals?: () => readonly KeptRefusal[]
  /** How far the clock of the leader before this one was ahead of this one's: pages made their command ids by it. */
  readonly formerAheadMs?: number
  /** Other nodes may get the same calls, and may have answered them before: refusals are kept as results are. */
  readonly recordsRefusals?: boolean
  /** How long rows are kept of archives that do not keep them for good, where it is not what they declare. */
  readonly keptDays?: KeptDays
  /** Persons were erased from memory as of `seq`; the store follows. */
  readonly onErased?: (erasure: PersonErasure, seq: number) => void
}

const changesKeptByDefault = 8_192
const checkpointEveryMs = 60_000
const checkpointEntriesByDefault = 20_000
const checkpointCharactersByDefault = 16_000_000

/** Loads the store, continues where the last hub ended, and serves. @throws DamagedStore, StoreInUse, NotWritten */
export async function createHub(options: HubOptions): Promise<LeaderHub> {
  const { storage, clock, onFault, queryCalls, recordsRefusals = false } = options
  const now = () => clock.now()
  const registry = withOwnCommands(register(options.features))
  const { loaded, copies, replayed } = await loadAndReplay(storage, registry)
  const { epoch } = loaded
  const liveFrom = options.liveVersionsFrom?.(epoch) ?? 0
  const documents = createDocuments(registry.kinds, copies, liveFrom)
  const answers = answersOf(options, loaded)
  const hubAnswers = createHubAnswers(storage, clock, epoch)
  const publisher = createPublisher(options.changesKept ?? changesKeptByDefault, onFault)
  const checkpoints = checkpointsOf(options, registry, documents)
  // Replayed changes are in no checkpoint yet: the next one must hold them.
  checkpoints.note({ upTo: loaded.lastSeq, entries: loaded.lastSeq - loaded.checkpointSeq, characters: 0 }, replayed)
  const queue = createCommitQueue({
    storage,
    documents,
    now,
    startSeq: loaded.lastSeq,
    show(batch) {
      const changes = batch.flatMap((staged) => staged.changes)
      checkpoints.note(durableEntriesOf(batch), changes.map(idOf))
      for (const { id, next } of changes) timers.follow(id, next)
      publisher.publish(changes.map(published))
    },
    onState(state) {
      options.onState?.(state)
      if (isFull(state)) probe.begin()
    },
    ...(options.onWritten && { onWritten: options.onWritten }),
  })
  storage.onStopped?.(queue.stop)
  const entryPoints = reportCommands(
    createDispatch({
      registry,
      documents,
      queue,
      answers,
      hubAnswers,
      failedAttempts: createAttemptLimit(),
      epoch,
      now,
      wallTimes: createWallTimes(clock, answerWindowMs, options.formerAheadMs),
      monotonic: clock.monotonic,
      recordsRefusals,
      onFault,
    }),
    options.onCommand,
  )
  const { execute } = entryPoints
  const timers = createTimers({ ...options, registry, execute: (name, input) => execute('timer', name, input) })
  const probe = createProbe({ clock, isFull: () => isFull(queue.state()), execute })
  for (const id of documents.ids()) timers.follow(id, documents.durable(id)?.value ?? {})
  const readable = { ...documents, journaledIds }
  const readModel = createReadModel({ registry, documents: readable, publisher, storage, clock, onFault, queryCalls })
  const stopRetention = startRetention(options, registry.archives.values())

  /** The first change of a live document holds all of it where other nodes begin with it, whatever their default is. */
  function published({ id, version, kind, next, patches }: VersionedChange): Published {
    const isFirst = liveFrom > 0 && kind.memory === 'live' && version === liveFrom + 1
    return { id, version, patches: isFirst ? [{ op: 'replace', path: [], value: next }] : patches }
  }

  /**
   * First what users typed about them, then from memory, while nothing of them is being written; then, behind a checkpoint so that no
   * start needs the journal up to it, from the store.
   */
  async function erase(erasure: PersonErasure): Promise<void> {
    const fromMemory = () => {
      if (!documents.drop(erasure.documents)) return false
      for (const id of erasure.ids) answers.erase(id)
      publisher.dropKept()
      options.onErased?.(erasure, queue.durableSeq())
      return true
    }
    const isDone = () =>
      checkpoints.exclusively(fromMemory, () => storage.erase({ ...erasure, archives: rowErasuresOf(registry) }))
    const reading = { kinds: registry.kinds, documents, execute }
    const faults = await eraseFromTypedTexts(reading, erasure.externalIds)
    await queue.settled()
    while (!(await isDone())) await queue.settled()
    if (faults.length > 0) throw new AggregateError(faults, 'Texts that name an erased user could not be replaced')
  }

  function* journaledIds() {
    for (const id of documents.ids()) if (registry.kinds.get(kindOf(id))?.memory === 'journaled') yield id
  }

  function liveDocuments() {
    return [...documents.ids()].flatMap((id) => {
      const copy = documents.durable(id)
      return copy && registry.kinds.get(kindOf(id))?.memory === 'live' ? [{ id, ...copy }] : []
    })
  }

  function stop() {
    stopRetention()
    timers.stop()
    probe.stop()
    hubAnswers.stop()
  }

  return {
    ...readModel,
    ...entryPoints,
    accepted: acceptedOf(documents),
    ...reportCalls({ dispatch: entryPoints.dispatch, query: readModel.query }, options.onCall),
    epoch,
    durability: storage.durability,
    state: queue.state,
    erase,
    settled: queue.settled,
    durableSeq: queue.durableSeq,
    liveDocuments,
    abandon() {
      stop()
      checkpoints.stop()
    },
    async close() {
      stop()
      await queue.settled()
      await checkpoints.close()
      await storage.close()
    },
  }
}

/** Replays before the store writes anything, if it lets the hub: what does not fit this release is then left as it was. */
async function loadAndReplay(storage: Storage, { kinds }: Registry) {
  const replayed = new Set<DocumentId>()
  const replay = (found: Snapshot, tail: Storage['tail']) =>
    replayFrom({ tail }, kinds, found, (entries) => {
      for (const { changes } of entries) for (const { id } of changes) replayed.add(id)
    })
  const found: Awaited<ReturnType<typeof replay>>[] = []
  const loaded = await storage.load(async (...asFound) => void found.push(await replay(...asFound)))
  const copies = found[0] ?? (await replay(loaded, (seq, limit) => storage.tail(seq, limit)))
  return { loaded, copies, replayed }
}

const answersOf = ({ storage, knownRefusals, answerLimits: limits }: HubOptions, { newestIdAt }: Loaded) =>
  createAnswers({ storage, newestIdAt, refused: knownRefusals?.(), limits })

function checkpointsOf(options: HubOptions, registry: Registry, documents: Documents) {
  const { storage, clock, onFault, checkpointEntries = checkpointEntriesByDefault } = options
  return createCheckpoints({
    storage,
    clock,
    onFault,
    isJournaled: (kind) => registry.kinds.get(kind)?.memory === 'journaled',
    durable: documents.durable,
    everyMs: checkpointEveryMs,
    everyEntries: checkpointEntries,
    everyCharacters: options.checkpointCharacters ?? checkpointCharactersByDefault,
  })
}

/** The documents as rules see them. */
const acceptedOf = (documents: Documents): LeaderHub['accepted'] => ({
  read: (kind, key = '') => documents.working(kind, key) as never,
  follow: (kind, key, listener) => documents.follow(documentId(kind, key), listener),
})

const idOf = ({ id }: VersionedChange) => id

const durableEntriesOf = (batch: readonly Staged[]) => ({
  upTo: batch.findLast(({ seq }) => seq !== null)?.seq ?? 0,
  entries: batch.filter(({ seq }) => seq !== null).length,
  characters: batch.reduce((sum, { characters }) => sum + characters, 0),
})

/** With the commands of the engine itself. */
const withOwnCommands = (registry: Registry): Registry => {
  const erasingTexts = eraseTextsWith(registry.kinds)
  return {
    ...registry,
    commands: new Map(registry.commands)
      .set(fireTimer.name, fireTimerWith(registry.commands))
      .set(reviewTimer.name, reviewing)
      .set(probeStorage.name, probing)
      .set(erasingTexts.command.name, erasingTexts),
  }
}

const rowErasuresOf = ({ archives }: Registry) =>
  Object.fromEntries([...archives.values()].map((archive) => [archive.kind, rowErasureOf(archive)]))

const isFull = ({ name }: HubState) => name === 'storageFull' || name === 'storageRefused'
