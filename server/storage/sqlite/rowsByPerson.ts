import type { DatabaseSync } from 'node:sqlite'
import { archivePosition } from '../records.ts'
import { inTransaction, inUnsyncedTransaction } from './database.ts'
import type { BatchRow } from './thread.ts'

/** That a row is about a person. */
interface Mention {
  readonly person: string
  readonly kind: string
  readonly position: number
}

/** Written at once: an append may have to wait that long. */
const WRITTEN_AT_ONCE = 250
/** From this many on they are written between appends. */
const MOST_WAITING = 8_000

/**
 * Fills the table by which rows of archives are found by person. Rows that are made at the same time are about many persons, and the table
 * has each person on another page: written with every append, it would take far more of the log than the rows themselves. So mentions
 * wait in memory until there are many, and are written in the order of the table. After a crash those behind the last checkpoint are
 * made again from their rows. Until then a reader adds them with `waitingAbout`.
 */
export const createRowsByPerson = (database: DatabaseSync, durable: boolean) => {
  const insert = database.prepare('INSERT OR IGNORE INTO archive_about(person, kind, position) VALUES(?, ?, ?)')
  /** In the order in which their rows were written. */
  let waiting: Mention[] = []
  /** Those that are being written, in the order of the table: the next one is the last. All are older than those that wait. */
  let taken: Mention[] = []

  /** How many waited at the last look between appends. */
  let waitedBefore = 0

  const take = () => {
    taken = [...taken, ...waiting].sort(byTableBackwards)
    waiting = []
  }
  /** Writes the next ones. They stay in memory when that fails. @returns how many of those that were taken are left */
  const writeSlice = (most = WRITTEN_AT_ONCE): number => {
    const slice = taken.slice(-most).reverse()
    if (slice.length > 0)
      inUnsyncedTransaction(database, durable, () => {
        for (const { person, kind, position } of slice) insert.run(person, kind, position)
      })
    taken.length -= slice.length
    return taken.length
  }
  const writeTaken = () => void writeSlice(taken.length)
  return {
    /** Takes rows that were written. */
    note(rows: readonly BatchRow[]) {
      for (const [kind, position, , about] of rows) for (const person of about) waiting.push({ person, kind, position })
    },
    /** What waits now is written next. */
    take,
    writeSlice,
    writeTaken,
    /** Afterwards the table has all rows. */
    writeAll() {
      take()
      writeTaken()
    },
    /** Between two appends. Of what was taken more is written than comes meanwhile, however large the appends are. */
    writeDue() {
      if (taken.length === 0 && waiting.length >= MOST_WAITING) take()
      if (taken.length > 0) writeSlice(Math.max(WRITTEN_AT_ONCE, 2 * (waiting.length - waitedBefore)))
      waitedBefore = waiting.length
    },
    /** The positions of rows about a person that the table does not have yet, the newest first. All are behind those that it has. */
    waitingAbout: (person: string, kind: string): number[] =>
      [...taken, ...waiting]
        .filter((one) => one.person === person && one.kind === kind)
        .map(({ position }) => position)
        .sort((one, other) => other - one),
    /** At the start: the table gets all rows of the entries after this one. */
    catchUp(seq: number) {
      const nextKind = database.prepare('SELECT kind FROM archive WHERE kind > ? ORDER BY kind LIMIT 1')
      const insertAfter = database.prepare(
        `INSERT OR IGNORE INTO archive_about(person, kind, position)
         SELECT about.value, kind, position FROM archive, json_each(archive.about) AS about
         WHERE kind = ? AND position >= ?`,
      )
      inTransaction(database, () => {
        for (let row = nextKind.get(''); row; row = nextKind.get(String(row.kind)))
          insertAfter.run(String(row.kind), archivePosition(seq + 1, 0))
      })
    },
  }
}
export type RowsByPerson = ReturnType<typeof createRowsByPerson>

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
const byTableBackwards = (one: Mention, other: Mention) =>
  compare(other.person, one.person) || compare(other.kind, one.kind) || other.position - one.position
