import type { DocumentId } from '../../../shared/engine/document.ts'
import type { Entry } from '../../engine/entry.ts'
import {
  type AnswerChanges,
  type ArchiveQuery,
  type Erasure,
  type KeptAnswer,
  type Loaded,
  NotWritten,
  type Stored,
  StoreInUse,
} from '../../engine/storage.ts'
import { createRedaction, withoutContent } from '../../storage/redaction.ts'
import { archivePageIn, erasedRows, type KeptRow, rowsOf } from '../archiveRows.ts'

/** How long a lease is good by the clock of the store. */
export const leaseMs = 3_000
export const renewEveryMs = 750
/** Its holder believes in it for so long after the last renewal that it sent. */
export const believeMs = 2_500

interface Lease {
  readonly node: string
  readonly epoch: number
  until: number
}

/** What lies in a store that nodes share, and its own clock for the lease. Does one thing after the other, as one Redis does. */
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
      waiting.tell()
    },
    /** Called each time that the lease is given back. Returns the way to stop. */
    onGivenBack: waiting.add,
    /** As if its time were over. */
    expire() {
      lease = null
    },
    /** The same batch again is written already, whoever holds the lease now. */
    append(node: string, epoch: number, entries: readonly Entry[]) {
      if (contents.has(entries)) return
      if (!held(node, epoch)) throw new NotWritten('fenced', `Another node may hold the lease: epoch ${epoch} is over.`)
      contents.append(epoch, entries)
    },
    checkpoint(node: string, epoch: number, seq: number, documents: readonly Stored[], answers?: AnswerChanges) {
      if (!held(node, epoch)) throw new NotWritten('fenced', `No checkpoint: epoch ${epoch} is over.`)
      contents.checkpoint(seq, documents, answers)
    },
  }
}
export type SharedStore = ReturnType<typeof createSharedStore>

function createWaiting() {
  const all = new Set<() => void>()
  return {
    tell() {
      for (const listener of [...all]) listener()
    },
    add(listener: () => void) {
      all.add(listener)
      return () => void all.delete(listener)
    },
  }
}

/** @throws when they do not follow what is there, or are of another epoch */
function checkFollows(entries: readonly Entry[], lastSeq: number, epoch: number) {
  for (const [place, entry] of entries.entries()) {
    if (entry.seq !== lastSeq + 1 + place) throw new Error(`Entry ${entry.seq} does not follow ${lastSeq}.`)
    if (entry.epoch !== epoch) throw new Error(`Entry ${entry.seq} is of epoch ${entry.epoch}, not ${epoch}.`)
  }
}

/** As what is written down and read again. */
const written = <T>(value: T): T => JSON.parse(JSON.stringify(value))

/** @throws when what comes after `seq` is not there as it was */
function checkReaches(seq: number, first: number, last: number) {
  if (seq > last) throw new Error(`The journal has gone back from ${seq} to ${last}.`)
  if (seq + 1 < first)
    throw new Error(`The journal was trimmed: it begins with ${first}, and ${seq + 1} was asked for.`)
}

function createContents() {
  let journal: Entry[] = []
  const archived = createArchived()
  const documents = new Map<DocumentId, Stored>()
  const answers = new Map<number, KeptAnswer>()
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
      answers: written([...answers.values()]),
      entries: after(checkpointSeq),
    }),
    has: (entries: readonly Entry[]) => entries.every((entry) => isIn(journal, entry)),
    append(epoch: number, entries: readonly Entry[]) {
      checkFollows(entries, lastSeq, epoch)
      journal.push(...written(entries))
      archived.add(entries)
      lastSeq = entries.at(-1)?.seq ?? lastSeq
    },
    checkpoint(
      seq: number,
      changed: readonly Stored[],
      { added, dropBefore }: AnswerChanges = { added: [], dropBefore: Number.NEGATIVE_INFINITY },
    ) {
      for (const stored of changed) documents.set(stored.id, written(stored))
      for (const answer of added) answers.set(answer.seq, written(answer))
      for (const { seq: old, at } of answers.values()) if (at < dropBefore) answers.delete(old)
      checkpointSeq = seq
    },
    /** The last entries are gone, as with a Redis that was replaced by its replica. */
    lose(entries: number) {
      journal = journal.slice(0, -entries)
      lastSeq -= entries
    },
    /** Entries up to `seq` are gone, as when somebody trims the stream. */
    trim(seq: number) {
      journal = journal.filter((entry) => entry.seq > seq)
    },
    archivePage: archived.archivePage,
    forget(forgetting: Erasure) {
      const redaction = createRedaction(forgetting)
      const isOf = (entry: Entry) => entry.seq <= checkpointSeq && redaction.mentions(JSON.stringify(entry))
      journal = journal.map((entry) => (isOf(entry) ? withoutContent(entry) : entry))
      for (const answer of answers.values())
        if (redaction.mentions(JSON.stringify(answer))) answers.set(answer.seq, { ...answer, output: null })
      archived.erase(forgetting)
      for (const id of forgetting.documents) documents.delete(id)
    },
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
  }
}
