import type { Entry } from '../engine/entry.ts'
import type { HubState } from '../engine/hub.ts'
import { type Bus, NotWritten, type SharedStorage, type Storage } from '../engine/storage.ts'
import { localMs, type Meters } from './meters.ts'

/** The same store, with the duration and the failures of its calls measured. */
export const measureStorage = (storage: Storage, metrics: StorageMetrics): Storage => ({
  ...timedCalls(storage, metrics),
  // A getter, since it may change.
  get durability() {
    return storage.durability
  },
  load: (check) => storage.load(check),
  ...holdOf(storage),
  onStopped: (listener) => storage.onStopped?.(listener),
  close: () => storage.close(),
})

/** The same for a shared store, with followed entries and messages between nodes measured as well. */
export const measureSharedStorage = (
  storage: SharedStorage,
  metrics: StorageMetrics,
  tail: TailMetrics,
): SharedStorage => ({
  ...timedCalls(storage, metrics),
  get durability() {
    return storage.durability
  },
  load: (check) => storage.load(check),
  ...holdOf(storage),
  loadView: () => storage.loadView(),
  follow: (seq, { entries, missing }) =>
    storage.follow(seq, {
      entries(followed) {
        tail.entries(followed)
        entries(followed)
      },
      missing(why) {
        tail.missing()
        missing(why)
      },
    }),
  whenLeaseFree: (signal) => storage.whenLeaseFree(signal),
  releaseLease: () => storage.releaseLease(),
  holdsLease: () => storage.holdsLease(),
  onLeaseLost: (listener) => storage.onLeaseLost(listener),
  bus: measureBus(storage.bus, tail),
  connection: () => storage.connection(),
  close: () => storage.close(),
})

const holdOf = ({ hold }: Storage) => (hold ? { hold } : {})

/** The calls that a user may wait for, or that delay appends. */
type StorageCall = 'append' | 'checkpoint' | 'findAnswer' | 'archivePage' | 'tail' | 'erase' | 'prune'

function timedCalls(storage: Storage, { took, failed }: StorageMetrics) {
  const timed = async <T>(name: StorageCall, call: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    try {
      const answer = await call()
      took(name, performance.now() - startedAt)
      return answer
    } catch (error) {
      failed(name, error)
      throw error
    }
  }
  return {
    append: (entries) => timed('append', () => storage.append(entries)),
    checkpoint: (seq, documents) => timed('checkpoint', () => storage.checkpoint(seq, documents)),
    findAnswer: (actor, commandId) => timed('findAnswer', () => storage.findAnswer(actor, commandId)),
    archivePage: (query) => timed('archivePage', () => storage.archivePage(query)),
    tail: (seq, limit) => timed('tail', () => storage.tail(seq, limit)),
    erase: (erasure) => timed('erase', () => storage.erase(erasure)),
    prune: (kind, before) => timed('prune', () => storage.prune(kind, before)),
  } satisfies Partial<Storage>
}

const measureBus = (bus: Bus, tail: TailMetrics): Bus => ({
  node: bus.node,
  send(topic, message) {
    tail.message('sent', topic, message.length)
    bus.send(topic, message)
  },
  listen: (topic, listener) =>
    bus.listen(topic, (message, from) => {
      tail.message('received', topic, message.length)
      listener(message, from)
    }),
  onGap: (listener) =>
    bus.onGap(() => {
      tail.gap()
      listener()
    }),
})

const journalStates: readonly HubState['name'][] = ['serving', 'storageFull', 'storageRefused', 'stopped']
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
const storageMs = [...localMs, 4_000, 16_000]

/** Writes to the journal, and the store's calls. */
export function createJournalMetrics({ counter, histogram, read }: Meters, state: () => HubState) {
  const entries = counter('journal_entries_total', 'Entries made durable')
  const batch = histogram('journal_batch_entries', 'Entries made durable by one write', batchSizes)
  const writeMs = histogram('journal_write_ms', 'Duration of making a batch of entries durable, ms', localMs)
  const callMs = histogram('storage_ms', 'Duration of a storage call, ms', storageMs, ['call'])
  const failures = counter('storage_failures_total', 'Failed storage calls', ['call', 'why'])
  read(
    'journal_state',
    'State of the journal: 1 for the current one',
    (set) => {
      for (const name of journalStates) set(state().name === name ? 1 : 0, { state: name })
    },
    ['state'],
  )
  return {
    written(count: number, ms: number) {
      entries.inc(count)
      batch.observe(count)
      writeMs.observe(ms)
    },
    took: (call: StorageCall, ms: number) => callMs.observe({ call }, ms),
    failed: (call: StorageCall, error: unknown) =>
      failures.inc({ call, why: error instanceof NotWritten ? error.reason : 'fault' }),
  }
}
type StorageMetrics = Pick<ReturnType<typeof createJournalMetrics>, 'took' | 'failed'>

const lateMs = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000]

/** Journal entries that this node follows, and messages between nodes. @param now epoch ms */
export function createTailMetrics({ counter, histogram }: Meters, now: () => number) {
  const followed = counter('tail_entries_total', 'Journal entries followed by this node')
  const batch = histogram('tail_batch_entries', 'Journal entries received immediately', batchSizes)
  const late = histogram(
    'tail_late_ms',
    "Time from a command, by the leader's clock, to the arrival of its entry, ms",
    lateMs,
  )
  const missing = counter('tail_missing_total', 'Times that journal entries were trimmed before they were read')
  const messages = counter('bus_messages_total', 'Messages between nodes', ['direction', 'topic'])
  const bytes = counter('bus_bytes_total', 'Bytes of messages between nodes', ['direction', 'topic'])
  const gaps = counter('bus_gaps_total', 'Times that messages between nodes may have been lost')
  return {
    entries(entries: readonly Entry[]) {
      followed.inc(entries.length)
      batch.observe(entries.length)
      const at = entries.at(-1)?.at
      if (at !== undefined) late.observe(Math.max(0, now() - at))
    },
    missing: () => missing.inc(),
    /** @param topic a word, or a word and a node; the label is the word */
    message(direction: 'sent' | 'received', topic: string, size: number) {
      const labels = { direction, topic: topic.split('.', 1)[0] ?? '' }
      messages.inc(labels)
      bytes.inc(labels, size)
    },
    gap: () => gaps.inc(),
  }
}
type TailMetrics = ReturnType<typeof createTailMetrics>
