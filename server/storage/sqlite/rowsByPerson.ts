import type { DatabaseSync } from 'node:sqlite'
import { archivePosition } from '../records.ts'
import { inUnsyncedTransaction } from './database.ts'

/** That a row is about a person. */
interface Mention {
  readonly person: string
  readonly kind: string
  readonly position: number
}

/** A row of an archive, and the persons it is about. */
export interface WrittenRow {
  readonly kind: string
  readonly position: number
  readonly about: readonly string[]
}

/** Written at once: an append may have to wait that long. */
const WRITTEN_AT_ONCE = 125
/** From this many on they are written between appends. */
const MOST_WAITING = 8_000
/** From this many on they are sorted, between appends: to sort all that wait at once would take some milliseconds. */
const MOST_UNSORTED = 1_000

/**
 * Fills the table by which rows of archives are found by person. Rows that are made at the same time are about many persons, and the table
 * has each person on another page: written with every append, it would take far more of the log than the rows themselves. So mentions
 * wait in memory until there are many, and are written in the order of the table. While they wait, a reader adds them with
 * `waitingAbout`. After a crash all rows behind the last checkpoint are noted again.
 */
export const createRowsByPerson = (database: DatabaseSync, durable: boolean) => {
  const insert = database.prepare('INSERT OR IGNORE INTO archive_about(person, kind, position) VALUES(?, ?, ?)')
  /** In the order in which their rows were written. */
  let unsorted: Mention[] = []
  /** Runs of those that wait, each in the order of the table backwards. */
  let sorted: Mention[][] = []
  /** Such runs of those that are being written: the next one is the last of a run. All are older than those that wait. */
  let taken: Mention[][] = []
  /** How many waited at the last look between appends. */
  let waitedBefore = 0

  const sortRun = () => {
    if (unsorted.length > 0) sorted.push(unsorted.sort(byTableBackwards))
    unsorted = []
  }
  const take = () => {
    sortRun()
    taken = [...taken, ...sorted]
    sorted = []
    waitedBefore = 0
  }
  /** Writes the next ones. They stay in memory when that fails. @returns how many of those that were taken are left */
  const writeSlice = (most = WRITTEN_AT_ONCE): number => {
    const { slice, left } = nextInOrder(taken, most)
    if (slice.length > 0)
      inUnsyncedTransaction(database, durable, () => {
        for (const { person, kind, position } of slice) insert.run(person, kind, position)
      })
    for (const [nth, run] of taken.entries()) run.length = left[nth] ?? 0
    taken = taken.filter((run) => run.length > 0)
    return countOf(taken)
  }
  const waitingCount = () => unsorted.length + countOf(sorted)
  return {
    /** Notes whom a row is about that was just written. */
    note({ kind, position, about }: WrittenRow) {
      for (const person of about) unsorted.push({ person, kind, position })
    },
    /** Forgets rows that were removed. */
    forget(kind: string, positions: ReadonlySet<number>) {
      const leave = (run: readonly Mention[]) => run.filter((one) => one.kind !== kind || !positions.has(one.position))
      taken = taken.map(leave)
      sorted = sorted.map(leave)
      unsorted = leave(unsorted)
    },
    /** What waits now is written next. */
    take,
    writeSlice,
    /** Afterwards the table has all rows up to this entry, of those that were taken. */
    writeUpTo(seq: number) {
      if (taken.some((run) => run.some(({ position }) => position < archivePosition(seq + 1, 0))))
        writeSlice(countOf(taken))
    },
    /** Afterwards the table has all rows. */
    writeAll() {
      take()
      writeSlice(countOf(taken))
    },
    /** Between two appends. Of what was taken more is written than comes meanwhile, however large the appends are. */
    writeDue() {
      if (unsorted.length >= MOST_UNSORTED) sortRun()
      if (taken.length === 0 && waitingCount() >= MOST_WAITING) take()
      const waiting = waitingCount()
      const most = Math.max(WRITTEN_AT_ONCE, 2 * (waiting - waitedBefore))
      waitedBefore = waiting
      if (taken.length > 0) writeSlice(most)
    },
    /**
     * The positions of rows about a person that wait, the newest first. The table has all earlier rows of that person and kind, and may have
     * some of these.
     */
    waitingAbout: (person: string, kind: string): number[] =>
      [...taken, ...sorted, unsorted]
        .flatMap((run) => run.filter((one) => one.person === person && one.kind === kind))
        .map(({ position }) => position)
        .sort((one, other) => other - one),
  }
}
export type RowsByPerson = ReturnType<typeof createRowsByPerson>

const compare = (one: string | number, other: string | number) => (one < other ? -1 : one > other ? 1 : 0)
const byTableBackwards = (one: Mention, other: Mention) =>
  compare(other.person, one.person) || compare(other.kind, one.kind) || other.position - one.position

const countOf = (runs: readonly (readonly Mention[])[]) => runs.reduce((count, { length }) => count + length, 0)

/** Merges runs; the smallest of each is its last. @returns at most so many in the order of the table, and how many of each run are left */
const nextInOrder = (runs: readonly (readonly Mention[])[], most: number) => {
  const left = runs.map(({ length }) => length)
  const slice: Mention[] = []
  while (slice.length < most) {
    let [first, from] = [undefined as Mention | undefined, 0]
    for (const [nth, run] of runs.entries()) {
      const end = run[(left[nth] ?? 0) - 1]
      if (end && (!first || byTableBackwards(first, end) < 0)) [first, from] = [end, nth]
    }
    if (!first) break
    slice.push(first)
    left[from] = (left[from] ?? 0) - 1
  }
  return { slice, left }
}
