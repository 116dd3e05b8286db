import { documentChecksum, inTransaction, writeMeta } from './database.ts'
import type { KeptDocument } from './load.ts'
import type { OpenStore } from './open.ts'

/** Documents cleared in one go: about as long as an append may have to wait for it. */
const SWEPT_AT_ONCE = 250

const nothingBegun = () => ({ checksums: new Map<string, number>(), documents: 0, digest: 0 })

/**
 * A checkpoint in slices, so that appends get their turn in between: the new rows are laid beside the valid ones and
 * count for nothing until `finish` names their round. Only that last step is synced; the log keeps the order of all before it.
 */
export const createCheckpointing = (standing: OpenStore) => {
  const { database } = standing
  const add = database.prepare('INSERT OR REPLACE INTO documents(id, round, version, crc, json) VALUES(?, ?, ?, ?, ?)')
  const valid = database.prepare('SELECT crc FROM documents WHERE id = ? AND round <= ? ORDER BY round DESC LIMIT 1')
  const forgetNewer = database.prepare('DELETE FROM documents WHERE id = ? AND round > ?')
  const forgetOlder = database.prepare('DELETE FROM documents WHERE id = ? AND round < ?')
  /** What the begun checkpoint holds, and by how much it changes the count and the digest of all documents. */
  let begun = nothingBegun()
  let replaced: { id: string; round: number }[] = []

  const unsynced = (work: () => void) => {
    if (!standing.settings.durable) return inTransaction(database, work)
    database.exec('PRAGMA synchronous=NORMAL')
    try {
      inTransaction(database, work)
    } finally {
      database.exec('PRAGMA synchronous=FULL')
    }
  }

  const keepOne = ({ id, version, json }: KeptDocument) => {
    const { round } = standing.meta
    const crc = documentChecksum(id, round + 1, version, json)
    const before = begun.checksums.get(id) ?? valid.get(id, round)?.crc
    begun.documents += before === undefined ? 1 : 0
    begun.digest ^= crc ^ Number(before ?? 0)
    begun.checksums.set(id, crc)
    add.run(id, round + 1, version, crc, json)
  }

  const begin = (seq: number) => {
    const { checkpointSeq, round } = standing.meta
    if (seq < checkpointSeq || seq > standing.last) {
      throw new Error(
        `A checkpoint at entry ${seq} cannot be: the last one is at ${checkpointSeq}, the journal ends with ${standing.last}.`,
      )
    }
    const abandoned = [...begun.checksums.keys()]
    if (abandoned.length > 0) unsynced(() => abandoned.forEach((id) => void forgetNewer.run(id, round)))
    begun = nothingBegun()
  }

  const keep = (documents: readonly KeptDocument[]) => unsynced(() => documents.forEach(keepOne))

  const finish = (seq: number) => {
    const { meta } = standing
    const round = meta.round + 1
    const finished = {
      ...meta,
      checkpointSeq: seq,
      round,
      documents: meta.documents + begun.documents,
      digest: meta.digest ^ begun.digest,
    }
    inTransaction(database, () => writeMeta(database, finished))
    standing.meta = finished
    standing.writeProgress()
    replaced = [...replaced, ...[...begun.checksums.keys()].map((id) => ({ id, round }))]
    begun = nothingBegun()
  }

  /** Clears a slice of the rows that were replaced; answers how many are left. */
  const sweep = (): number => {
    const slice = replaced.slice(0, SWEPT_AT_ONCE)
    if (slice.length > 0) unsynced(() => slice.forEach(({ id, round }) => void forgetOlder.run(id, round)))
    replaced = replaced.slice(SWEPT_AT_ONCE)
    return replaced.length
  }

  return { begin, keep, finish, sweep }
}
