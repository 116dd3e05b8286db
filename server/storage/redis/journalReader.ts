import type { Connection } from './connection.ts'
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

/** Why a reader cannot go on from where it is. */
export class Missing extends Error {}

/** Which entry was read last, and that what comes follows it. @throws Missing */
function createPosition({ name }: Place, from: number, knownLink: string | null) {
  let seq = from
  let link = knownLink
  const check = (holds: boolean, wrong: string) => {
    if (!holds) throw new Missing(`${name} ${wrong}`)
  }
  return {
    seq: () => seq,
    /** How the store stands, with the link of the entry that was read last. */
    compare(there: { readonly seq: number; readonly first: number; readonly link: string } | null) {
      check((there?.seq ?? 0) >= seq, `has gone back from entry ${seq} to entry ${there?.seq ?? 0}.`)
      if (!there) return
      const trimmed = `begins with entry ${there.first}; entry ${seq + 1} was trimmed away before it was read.`
      check(there.first <= seq + 1, trimmed)
      const isSame = there.link === '' || link === null || there.link === link
      check(isSame, `holds another entry ${seq} than was read before: it has gone back, and on from there.`)
      link ??= there.link || null
    },
    follow({ seq: next, fields: { l, p } }: StreamRow) {
      check(next === seq + 1, `has lost entry ${seq + 1}: it was trimmed away before it was read.`)
      check(
        link === null || p === link,
        `has gone back, and on from there: entry ${next} follows another entry ${seq}.`,
      )
      seq = next
      link = l ?? null
    },
  }
}

interface ReaderParts {
  readonly place: Place
  readonly ears: Connection
  readonly knowledge: Knowledge
}

/** Reads the journal on from an entry, as it is written. @throws Missing, and what is wrong with the connection */
export function createJournalReader({ place, ears, knowledge }: ReaderParts, from: number) {
  const { keys, node } = place
  const position = createPosition(place, from, knowledge.linkOf(from))
  let mustLook = true
  let notedAt = Number.NEGATIVE_INFINITY

  const look = async () => {
    position.compare(await lookAt(place, ears, position.seq()))
    mustLook = false
  }
  /** For the one who trims. Who cannot say it is safe all the same for as long as the journal is kept. */
  const note = async () => {
    notedAt = performance.now()
    await runScript(ears, noteReader, [keys.format, keys.readers], [node, position.seq()]).catch(() => {})
  }
  return {
    lookAgain() {
      mustLook = true
    },
    /** What is new; nothing after a while without anything. */
    async next(): Promise<StreamRow[]> {
      if (mustLook) await look()
      if (performance.now() - notedAt > NOTE_EVERY_MS) await note()
      const wait = ['BLOCK', String(BLOCK_MS), 'STREAMS', keys.journal, `${position.seq()}-0`]
      const rows = readRows(await ears.call(['XREAD', 'COUNT', String(AT_ONCE), ...wait], BLOCK_MS))
      // Whoever emptied the place, or put an older one back, is seen when nothing new comes.
      if (rows.length === 0) mustLook = true
      rows.forEach(position.follow)
      return rows
    },
  }
}
