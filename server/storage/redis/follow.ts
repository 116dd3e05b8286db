import { setTimeout as sleep } from 'node:timers/promises'
import type { Entry } from '../../engine/entry.ts'
import { DamagedStore, type FollowListener } from '../../engine/storage.ts'
import { RedisRefusal } from './client.ts'
import type { Connection } from './connection.ts'
import type { Place } from './keys.ts'
import { runScript } from './lua/script.ts'
import { noteReader } from './lua/trim.ts'
import { entryOf, readRows, type StreamRow } from './rows.ts'
import type { StoreIdentity } from './storeIdentity.ts'
import { readStoreState } from './storeState.ts'

const AGAIN_AFTER_MS = 100

interface FollowingParts {
  readonly place: Place
  /** Of its own: it does nothing but wait. */
  readonly ears: Connection
  readonly knowledge: StoreIdentity
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
  error instanceof Missing || error instanceof DamagedStore || (error instanceof RedisRefusal && error.code === 'WRONGTYPE')

/** Bounded, so that one answer is never more than is good for the memory of both sides. */
const AT_ONCE = 200
/** How long Redis holds an answer back when nothing is new. */
const BLOCK_MS = 1_000
const NOTE_EVERY_MS = 2_000

/** Why a reader cannot go on from where it is. */
class Missing extends Error {}

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
  readonly knowledge: StoreIdentity
}

/** Reads the journal on from an entry, as it is written. @throws Missing, and what is wrong with the connection */
function createJournalReader({ place, ears, knowledge }: ReaderParts, from: number) {
  const { keys, node } = place
  const position = createPosition(place, from, knowledge.linkOf(from))
  let mustLook = true
  let notedAt = Number.NEGATIVE_INFINITY

  const look = async () => {
    position.compare(await readStoreState(place, ears, position.seq()))
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
