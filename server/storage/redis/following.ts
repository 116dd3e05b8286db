import { setTimeout as sleep } from 'node:timers/promises'
import type { FollowListener } from '../../engine/storage.ts'
import type { Connection } from './connection.ts'
import { entryOf } from './journalRow.ts'
import type { Knowledge } from './knowledge.ts'
import type { Place } from './place.ts'
import { runScript } from './script.ts'
import { noteReader } from './scripts/noteReader.ts'
import { lookAt } from './standing.ts'
import { readRows, type StreamRow } from './streamRow.ts'

/** Bounded, so that one answer is never more than is good for the memory of both sides. */
const AT_ONCE = 200
/** How long Redis holds an answer back when nothing is new. */
const BLOCK_MS = 1_000
const NOTE_EVERY_MS = 2_000
const AGAIN_AFTER_MS = 100

interface FollowingParts {
  readonly place: Place
  /** Of its own: it does nothing but wait. */
  readonly ears: Connection
  readonly knowledge: Knowledge
  readonly signal: AbortSignal
}

/** Why a reader cannot go on from where it is. */
class Missing extends Error {}

/** Reads the journal on from an entry as it is written, until `signal` or until something is missing. */
export async function followJournal(
  parts: FollowingParts,
  seq: number,
  { entries, missing }: FollowListener,
): Promise<void> {
  const { ears, signal, knowledge } = parts
  const reader = createReader(parts, seq)
  while (!signal.aborted) {
    try {
      await ears.whenUp(signal)
      if (signal.aborted) return
      const rows = await reader.next()
      if (signal.aborted || rows.length === 0) continue
      const told = rows.map((row) => entryOf(row, parts.place))
      knowledge.entry(rows.at(-1)?.seq ?? 0, rows.at(-1)?.fields.l ?? '', told.at(-1)?.at ?? 0)
      entries(told)
    } catch (error) {
      if (signal.aborted) return
      // Anything else is the connection's: it comes up again, and then it is looked at what became of the place.
      if (error instanceof Missing) return missing(error.message)
      reader.lookAgain()
      await sleep(AGAIN_AFTER_MS)
    }
  }
}

function createReader({ place, ears, knowledge }: FollowingParts, from: number) {
  const { keys, node } = place
  let seq = from
  let link = knowledge.linkOf(from)
  let mustLook = true
  let notedAt = Number.NEGATIVE_INFINITY

  /** Whether the store is still the one that was read, and has not gone back behind it. */
  const look = async () => {
    const standing = await lookAt(place, ears, seq)
    const last = standing?.seq ?? 0
    if (last < seq) throw new Missing(`${place.name} has gone back from entry ${seq} to entry ${last}.`)
    if (standing && standing.first > seq + 1)
      throw new Missing(
        `${place.name} begins with entry ${standing.first}; entry ${seq + 1} was trimmed away before it was read.`,
      )
    if (standing?.link && link !== null && standing.link !== link)
      throw new Missing(
        `${place.name} holds another entry ${seq} than was read before: it has gone back, and on from there.`,
      )
    link ??= standing?.link || null
    mustLook = false
  }
  const follow = (row: StreamRow) => {
    if (row.seq !== seq + 1) throw new Missing(`Entry ${seq + 1} of ${place.name} was trimmed away before it was read.`)
    if (link !== null && row.fields.p !== link)
      throw new Missing(
        `Entry ${row.seq} of ${place.name} does not follow what was read before: it has gone back, and on from there.`,
      )
    seq = row.seq
    link = row.fields.l ?? null
  }
  const note = async () => {
    notedAt = performance.now()
    // For the one who trims; who cannot say it is protected by what is kept anyway.
    await runScript(ears, noteReader, [keys.format, keys.readers], [node, seq]).catch(() => {})
  }
  return {
    lookAgain() {
      mustLook = true
    },
    async next(): Promise<StreamRow[]> {
      if (mustLook) await look()
      if (performance.now() - notedAt > NOTE_EVERY_MS) await note()
      const wait = ['BLOCK', String(BLOCK_MS), 'STREAMS', keys.journal, `${seq}-0`]
      const rows = readRows(await ears.call(['XREAD', 'COUNT', String(AT_ONCE), ...wait], BLOCK_MS))
      // Whoever emptied the place, or put an older one back, is seen when nothing new comes.
      if (rows.length === 0) mustLook = true
      rows.forEach(follow)
      return rows
    },
  }
}
