import type { DocumentText } from '../documentSlices.ts'
import { documentChecksum, inTransaction, inUnsyncedTransaction, type Meta, writeMeta } from './database.ts'
import type { OpenStore } from './open.ts'

/** Rows that are removed at once: an append may have to wait that long. */
const REMOVED_AT_ONCE = 250
/** `meta` holds the times of at most about this many checkpoints of the time for which the journal is kept. */
const TIMES_KEPT = 24

const nothingBegun = () => ({ checksums: new Map<string, number>(), documents: 0, digest: 0 })

/**
 * Writes a checkpoint in slices, so that appends run in between: the new rows are written beside the valid ones and are ignored until
 * `finish` names their round. Only that last step is synced; the log keeps the order of everything before it.
 */
export const createCheckpoints = (store: OpenStore) => {
  const { database, settings } = store
  const addDocument = database.prepare(
    'INSERT OR REPLACE INTO documents(id, round, version, crc, json) VALUES(?, ?, ?, ?, ?)',
  )
  const valid = database.prepare('SELECT crc FROM documents WHERE id = ? AND round <= ? ORDER BY round DESC LIMIT 1')
  const removeNewer = database.prepare('DELETE FROM documents WHERE id = ? AND round > ?')
  const removeOlder = database.prepare('DELETE FROM documents WHERE id = ? AND round < ?')
  const removeEntries = database.prepare('DELETE FROM journal WHERE seq <= ?')
  /** The contents of the begun checkpoint, and by how much it changes the count and the digest of all documents. */
  let begun = nothingBegun()
  let replaced: { id: string; round: number }[] = []

  /** By seq of a checkpoint of this run, when it was finished, on the monotonic clock. */
  const finishedAt = new Map<number, number>()

  const unsynced = <Result>(work: () => Result) => inUnsyncedTransaction(database, settings.durable, work)
  const keepDocument = ({ id, version, json }: DocumentText) => {
    const { round } = store.meta
    const crc = documentChecksum(id, round + 1, version, json)
    const before = begun.checksums.get(id) ?? valid.get(id, round)?.crc
    begun.documents += before === undefined ? 1 : 0
    begun.digest ^= crc ^ Number(before ?? 0)
    begun.checksums.set(id, crc)
    addDocument.run(id, round + 1, version, crc, json)
  }
  const withTime = (checkpoints: Meta['checkpoints'], seq: number, now: number) => {
    const newest = checkpoints.at(-1)
    const isDue = !newest || now < newest.at || now - newest.at >= settings.journalKeptMs / TIMES_KEPT
    return isDue ? [...checkpoints, { seq, at: now }] : checkpoints
  }
  /** By wall time, and by the time that has passed in this run: a clock that is set forward makes no entry older. */
  const isKeptLongEnough = ({ seq, at }: Meta['checkpoints'][number], now: number) => {
    const elapsed = performance.now()
    const finished = finishedAt.get(seq) ?? at - performance.timeOrigin
    return at <= now - settings.journalKeptMs && finished <= elapsed - settings.journalKeptMs
  }
  /** Removes entries that a checkpoint has held for long enough. The last entry stays. */
  const trimJournal = (now: number): boolean => {
    const { meta } = store
    const isOld = (checkpoint: Meta['checkpoints'][number]) => isKeptLongEnough(checkpoint, now)
    const old = meta.checkpoints.findLast(isOld)
    const upTo = Math.min(old?.seq ?? 0, store.last - 1)
    if (upTo <= meta.trimmedTo) return false
    const trimmedTo = Math.min(upTo, meta.trimmedTo + REMOVED_AT_ONCE)
    const checkpoints = meta.checkpoints.filter((one) => one === old || !isOld(one))
    const trimmed = { ...meta, trimmedTo, checkpoints }
    unsynced(() => {
      removeEntries.run(trimmedTo)
      writeMeta(database, trimmed)
    })
    store.meta = trimmed
    const kept = new Set(checkpoints.map(({ seq }) => seq))
    for (const seq of finishedAt.keys()) if (!kept.has(seq)) finishedAt.delete(seq)
    return trimmedTo < upTo
  }
  return {
    begin(seq: number) {
      const { checkpointSeq, round } = store.meta
      if (seq < checkpointSeq || seq > store.last) {
        throw new Error(
          `A checkpoint at entry ${seq} cannot be: the last one is at ${checkpointSeq}, the journal ends with ${store.last}.`,
        )
      }
      const abandoned = [...begun.checksums.keys()]
      if (abandoned.length > 0) unsynced(() => abandoned.forEach((id) => void removeNewer.run(id, round)))
      begun = nothingBegun()
      store.byPerson.take()
    },
    keepDocuments: (documents: readonly DocumentText[]) => unsynced(() => documents.forEach(keepDocument)),
    /** Writes a slice of the index by person, which covers at least the rows up to the checkpoint; returns how much is left. */
    indexRows: () => store.byPerson.writeSlice(),
    finish(seq: number, now: number) {
      // The next start indexes only the rows of entries after this checkpoint.
      store.byPerson.writeUpTo(seq)
      const { meta } = store
      const round = meta.round + 1
      const finished = {
        ...meta,
        checkpointSeq: seq,
        round,
        documents: meta.documents + begun.documents,
        digest: meta.digest ^ begun.digest,
        checkpoints: withTime(meta.checkpoints, seq, now),
      }
      inTransaction(database, () => writeMeta(database, finished))
      if (finished.checkpoints !== meta.checkpoints) finishedAt.set(seq, performance.now())
      store.meta = finished
      store.writeProgress()
      replaced = [...replaced, ...[...begun.checksums.keys()].map((id) => ({ id, round }))]
      begun = nothingBegun()
    },
    /** Removes a slice of the rows that were replaced; returns how many are left. */
    sweep(): number {
      const slice = replaced.slice(0, REMOVED_AT_ONCE)
      if (slice.length > 0) unsynced(() => slice.forEach(({ id, round }) => void removeOlder.run(id, round)))
      replaced = replaced.slice(REMOVED_AT_ONCE)
      return replaced.length
    },
    /** Removes some of the entries that are not needed any more; returns whether some are left to remove. */
    trim: trimJournal,
  }
}
