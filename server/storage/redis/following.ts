import { setTimeout as sleep } from 'node:timers/promises'
import type { Entry } from '../../engine/entry.ts'
import { DamagedStore, type FollowListener } from '../../engine/storage.ts'
import { Refused } from './answers.ts'
import type { Connection } from './connection.ts'
import { createJournalReader, Missing } from './journalReader.ts'
import { entryOf } from './journalRow.ts'
import type { Knowledge } from './knowledge.ts'
import type { Place } from './place.ts'

const AGAIN_AFTER_MS = 100

interface FollowingParts {
  readonly place: Place
  /** Of its own: it does nothing but wait. */
  readonly ears: Connection
  readonly knowledge: Knowledge
  readonly signal: AbortSignal
}

/** Reads the journal on from an entry as it is written, until `signal` or until something is missing. */
export async function followJournal(parts: FollowingParts, seq: number, listener: FollowListener): Promise<void> {
  const { signal } = parts
  const next = createNext(parts, seq)
  while (!signal.aborted) {
    const found = await next()
    if (signal.aborted) return
    if ('missing' in found) return listener.missing(found.missing)
    if (found.entries.length > 0) listener.entries(found.entries)
  }
}

/** A fault of the connection passes: then it is looked at what became of the place. */
function createNext({ place, ears, knowledge, signal }: FollowingParts, seq: number) {
  const reader = createJournalReader({ place, ears, knowledge }, seq)
  return async (): Promise<{ entries: readonly Entry[] } | { missing: string }> => {
    try {
      await ears.whenUp(signal)
      const rows = signal.aborted ? [] : await reader.next()
      const entries = rows.map((row) => entryOf(row, place))
      const [row, entry] = [rows.at(-1), entries.at(-1)]
      if (row && entry) knowledge.entry(row.seq, row.fields.l ?? '', entry.at)
      return { entries }
    } catch (error) {
      if (isLasting(error)) return { missing: error.message }
      reader.lookAgain()
      await sleep(AGAIN_AFTER_MS)
      return { entries: [] }
    }
  }
}

const isLasting = (error: unknown): error is Error =>
  error instanceof Missing || error instanceof DamagedStore || (error instanceof Refused && error.word === 'WRONGTYPE')
