import { NotWritten } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { trim } from './scripts/trim.ts'
import type { Steady } from './steady.ts'

/** Answers to command ids reach back 65 minutes; the clocks of nodes may be an hour apart from that of Redis. */
export const journalKeptMs = 2 * 3_600_000
/** A node that has not said for so long how far it has read is gone, or has to begin anew. */
const READER_GIVEN_UP_MS = 30_000
const TRIMMED_AT_ONCE = 1_000

/** Takes away what nobody needs any more of the journal's front. Which is little: where it fails, the next checkpoint tries again. */
export const createTrimming = (place: Place, steady: Steady, keptMs: number) => async (): Promise<void> => {
  const { lease, head, journal, ids, times, readers } = place.keys
  try {
    for (let gone = 1; gone > 0; ) {
      const answer = await steady(trim, [lease, head, journal, ids, times, readers], (mine) => [
        ...[mine, keptMs, READER_GIVEN_UP_MS, TRIMMED_AT_ONCE],
      ])
      gone = answer[0] === 'trimmed' ? Number(answer[1]) : 0
    }
  } catch (error) {
    if (!(error instanceof NotWritten)) throw error
  }
}
