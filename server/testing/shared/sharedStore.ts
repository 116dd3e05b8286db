import type { DocumentId } from '../../../shared/engine/document.ts'
import type { Entry } from '../../engine/entry.ts'
import {
  type ArchiveQuery,
  type Erasure,
  type Loaded,
  NotWritten,
  type Stored,
  StoreInUse,
} from '../../engine/storage.ts'
import { newestIdAt } from '../../storage/records.ts'
import { createRedaction, withoutContent } from '../../storage/redaction.ts'
import { archivePageIn, erasedRows, type KeptRow, rowsOf } from '../archiveRows.ts'

/** The length of a lease by the store's clock. */
export const leaseMs = 3_000
export const renewEveryMs = 750
/** How long its holder relies on it after sending the last renewal. */
export const relyMs = 2_500

interface Lease {
  readonly node: string
  readonly epoch: number
  until: number
}

/** The contents and the lease of a store that nodes share. Operations are serial, as in Redis. */
export function createSharedStore(now: () => number) {
  let lease: Lease | null = null
  let epochs = 0
  const waiting = createWaiting()
  const holder = () => (lease && lease.until > now() ? lease : null)
  const held = (node: string, epoch: number) => {
    const held = holder()
    return held?.node === node && held.epoch === epoch ? held : null
  }
  const contents = createContents()

  return {
    ...contents,
    holder,
    take(node: string): Loaded {
      const other = holder()
      if (other && other.node !== node) throw new StoreInUse(`The node ${other.node} holds the lease.`)
      epochs += 1
      lease = { node, epoch: epochs, until: now() + leaseMs }
      return contents.look(epochs)
    },
    view: () => contents.look(holder()?.epoch ?? epochs),
    renew(node: string, epoch: number): boolean {
      const mine = held(node, epoch)
      if (mine) mine.until = now() + leaseMs
      return mine !== null
    },
    giveBack(node: string, epoch: number) {
      if (!held(node, epoch)) return
      lease = null
      waiting.notify()
    },
    /** Calls the listener each time the lease is given back. Returns the unsubscribe. */
    onGivenBack: waiting.add,
    /** Ends the lease as if it had expired. */
    expire() {
      lease = null
    },
    /** Accepts a batch that is already written, whichever node holds the lease now. */
    append(node: string, epoch: number, entries: readonly Entry[]) {
      if (contents.has(entries)) return
      if (!held(node, epoch)) throw new NotWritten('fenced', `Another node may hold the lease: epoch ${epoch} is over.`)
      contents.append(epoch, entries)
    },
    checkpoint(node: string, epoch: number, seq: number, documents: readonly Stored[]) {
      if (!held(node, epoch)) throw new NotWritten('fenced', `No checkpoint: epoch ${epoch} is over.`)
      contents.checkpoint(seq, documents)
    },
  }
}
export type SharedStore = ReturnType<typeof createSharedStore>

function createWaiting() {
  const all = new Set<() => void>()
  return {
    notify() {
      for (const listener of [...all]) listener()
    },
    add(listener: () => void) {
      all.add(listener)
      return () => void all.delete(listener)
    },
  }
}

/** @throws where the entries do not follow the journal or are of another epoch */
function checkFollows(entries: readonly Entry[], lastSeq: number, epoch: number) {
  for (const [place, entry] of entries.entries()) {
    if (entry.seq !== lastSeq + 1 + place) throw new Error(`Entry ${entry.seq} does not follow ${lastSeq}.`)
    if (entry.epoch !== epoch) throw new Error(`Entry ${entry.seq} is of epoch ${entry.epoch}, not ${epoch}.`)
  }
}

/** A copy, as if written and read again. */
const written = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** @throws where the journal does not reach from `seq` on */
function checkReaches(seq: number, first: number, last: number) {
  if (seq > last) throw new Error(`The journal has gone back from ${seq} to ${last}.`)
  if (seq + 1 < first)
    throw new Error(`The journal was trimmed: it begins with ${first}, and ${seq + 1} was asked for.`)
}

function createContents() {
  let journal: Entry[] = []
  const archived = createArchived()
  const documents = new Map<DocumentId, Stored>()
  let [checkpointSeq, lastSeq] = [0, 0]
  const after = (seq: number) => {
    const first = journal[0]?.seq ?? lastSeq + 1
    checkReaches(seq, first, lastSeq)
    return written(journal.slice(seq + 1 - first))
  }
  return {
    journal: (): readonly Entry[] => journal,
    lastSeq: () => lastSeq,
    after,
    look: (epoch: number): Loaded => ({
      epoch,
      checkpointSeq,
      documents: written([...documents.values()]),
      lastSeq,
      newestIdAt: newestIdAt(journal),
    }),
    findAnswer(actor: string, commandId: string) {
      const entry = journal.find((one) => one.actor === actor && one.commandId === commandId)
      return entry ? written(entry) : null
    },
    has: (entries: readonly Entry[]) => entries.every((entry) => isIn(journal, entry)),
    append(epoch: number, entries: readonly Entry[]) {
      checkFollows(entries, lastSeq, epoch)
      journal.push(...written(entries))
      archived.add(entries)
      lastSeq = entries.at(-1)?.seq ?? lastSeq
    },
    checkpoint(seq: number, changed: readonly Stored[]) {
      for (const stored of changed) documents.set(stored.id, written(stored))
      checkpointSeq = seq
    },
    /** Removes the last entries, as in a failover to a lagging replica. */
    lose(entries: number) {
      journal = journal.slice(0, -entries)
      lastSeq -= entries
    },
    /** Removes the entries up to `seq`, as when the stream is trimmed. */
    trim(seq: number) {
      journal = journal.filter((entry) => entry.seq > seq)
    },
    archivePage: archived.archivePage,
    forget(forgetting: Erasure) {
      const redaction = createRedaction(forgetting)
      const isOf = (entry: Entry) => entry.seq <= checkpointSeq && redaction.mentions(JSON.stringify(entry))
      journal = journal.map((entry) => (isOf(entry) ? withoutContent(entry) : entry))
      archived.erase(forgetting)
      for (const id of forgetting.documents) documents.delete(id)
    },
    prune: archived.prune,
  }
}

function isIn(journal: readonly Entry[], { seq, epoch, commandId }: Entry) {
  const there = journal[seq - (journal[0]?.seq ?? 0)]
  return there?.seq === seq && there.epoch === epoch && there.commandId === commandId
}

/** The rows of archives, which stay when their entries are trimmed. */
function createArchived() {
  let kept: KeptRow[] = []
  return {
    add(entries: readonly Entry[]) {
      kept.push(...written(entries.flatMap(rowsOf)))
    },
    archivePage: (query: ArchiveQuery) => archivePageIn(kept, query),
    erase(erasure: Erasure) {
      kept = erasedRows(kept, erasure)
    },
    prune(kind: string, before: number): number {
      const all = kept.length
      kept = kept.filter((row) => row.kind !== kind || row.at >= before)
      return all - kept.length
    },
  }
}
