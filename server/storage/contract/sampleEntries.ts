import { mulberry32 } from '../../../shared/engine/mulberry32.ts'
import type { Entry } from '../../engine/entry.ts'
import type { Stored } from '../../engine/storage.ts'

/**
 * Data for the tests of storage: every entry counts up one of a few tallies, so that the documents, the entries after them and the
 * number of all entries must agree.
 */
const TALLIES = 5

export const tallyOf = (seq: number) => `tally/t${seq % TALLIES || TALLIES}` as const
/** How often a tally was counted up by the entries up to `seq`. */
export const countAt = (seq: number, tally = seq) => {
  const first = tally % TALLIES || TALLIES
  return seq < first ? 0 : Math.floor((seq - first) / TALLIES) + 1
}

export const sampleEntry = (seq: number, epoch: number, more: Partial<Entry> = {}): Entry => ({
  seq,
  epoch,
  at: 1_700_000_000_000 + seq,
  actor: `player${seq % 3}`,
  command: 'tally.countUp',
  commandId: `order-${seq}`,
  input: { by: 1, note: `№ ${seq} 🦖` },
  output: { count: countAt(seq) },
  changes: [
    {
      id: tallyOf(seq),
      version: countAt(seq),
      patches: [{ op: 'replace', path: ['count'], value: countAt(seq) }],
    },
  ],
  archive: [{ kind: 'audit', about: [tallyOf(seq)], row: { seq, by: 1 } }],
  ...more,
})

/** Entries `from` to `to`, both included. */
export const sampleEntries = (from: number, to: number, epoch: number): Entry[] =>
  Array.from({ length: to - from + 1 }, (_, offset) => sampleEntry(from + offset, epoch))

/** All tallies as of entry `seq`, by id. */
export const talliesAt = (seq: number): Stored[] =>
  Array.from({ length: Math.min(TALLIES, seq) }, (_, place) => ({
    id: tallyOf(place + 1),
    version: countAt(seq, place + 1),
    value: { count: countAt(seq, place + 1) },
  }))

export const byId = (documents: readonly Stored[]) => [...documents].sort((a, b) => (a.id < b.id ? -1 : 1))

/** Reproducible random numbers for tests: integers from 0 to below `sides`. */
export const seededDice = (seed: number) => {
  const next = mulberry32(seed)
  return (sides: number): number => Math.floor(next() * sides)
}
