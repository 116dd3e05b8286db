import { setTimeout as sleep } from 'node:timers/promises'
import type { Entry } from '../../engine/entry.ts'
import { DamagedStore, type FollowListener } from '../../engine/storage.ts'
import { RedisRefusal } from './client.ts'
import type { Connection } from './connection.ts'
import type { Place } from './keys.ts'
import { noteReader } from './lua/checkpoint.ts'
import { runScript } from './lua/script.ts'
import { entryOf, readRows, type StreamRow } from './rows.ts'
import type { StoreIdentity } from './storeIdentity.ts'
import { readStoreState, type StoreState } from './storeState.ts'

const RETRY_AFTER_MS = 100

interface FollowDeps {
  readonly place: Place
  /** Used for nothing else: it blocks. */
  readonly connection: Connection
  readonly identity: StoreIdentity
  readonly signal: AbortSignal
}

/** Reads the journal from an entry on as it is written, until `signal` aborts or entries are missing. */
export async function followJournal(
  { place, connection, identity, signal }: FollowDeps,
  seq: number,
  listener: FollowListener,
): Promise<void> {
  const reader = createJournalReader(place, connection, seq, identity.linkOf(seq))

  /** After a fault of the connection the store is verified before more is read. */
  const next = async (): Promise<{ readonly entries: readonly Entry[] } | { readonly missing: string }> => {
    try {
      await connection.whenUp(signal)
      const rows = signal.aborted ? [] : await reader.next()
      const entries = rows.map((row) => entryOf(row, place))
      const [row, entry] = [rows.at(-1), entries.at(-1)]
      if (row && entry) identity.entry(row.seq, row.fields.l ?? '', entry.at)
      return { entries }
    } catch (error) {
      if (isLasting(error)) return { missing: error.message }
      reader.verifyNext()
      await sleep(RETRY_AFTER_MS)
      return { entries: [] }
    }
  }
  while (!signal.aborted) {
    const found = await next()
    if (signal.aborted) return
    if ('missing' in found) return listener.missing(found.missing)
    if (found.entries.length > 0) listener.entries(found.entries)
  }
}

const isLasting = (error: unknown): error is Error =>
  error instanceof Missing ||
  error instanceof DamagedStore ||
  (error instanceof RedisRefusal && error.code === 'WRONGTYPE')

/** Why a reader cannot continue from its position. */
class Missing extends Error {}

/** Bounds the size of one answer. */
const MAX_ROWS = 200
/** How long Redis holds an answer back when nothing is new. */
const BLOCK_MS = 1_000
const NOTE_EVERY_MS = 2_000

/**
 * Reads rows from an entry on. The link of each row must be that of the row before: so an older journal that was restored and written
 * on is detected. @throws Missing, and errors of the connection
 */
function createJournalReader(
  { keys, node, name }: Place,
  connection: Connection,
  from: number,
  fromLink: string | null,
) {
  let seq = from
  let link = fromLink
  let mustVerify = true
  let notedAt = Number.NEGATIVE_INFINITY

  const check = (holds: boolean, wrong: string) => {
    if (!holds) throw new Missing(`${name} ${wrong}`)
  }
  const verify = (state: StoreState | null) => {
    check((state?.seq ?? 0) >= seq, `has gone back from entry ${seq} to entry ${state?.seq ?? 0}.`)
    mustVerify = false
    if (!state) return
    const trimmed = `begins with entry ${state.first}; entry ${seq + 1} was trimmed away before it was read.`
    check(state.first <= seq + 1, trimmed)
    const isSame = state.link === '' || link === null || state.link === link
    check(isSame, `holds another entry ${seq} than was read before: it has gone back, and on from there.`)
    link ??= state.link || null
  }
  const follow = ({ seq: next, fields: { l, p } }: StreamRow) => {
    check(next === seq + 1, `has lost entry ${seq + 1}: it was trimmed away before it was read.`)
    check(link === null || p === link, `has gone back, and on from there: entry ${next} follows another entry ${seq}.`)
    seq = next
    link = l ?? null
  }
  /** Tells the leader, which trims the journal. If it fails, the reader is still safe for as long as the journal is kept. */
  const note = async () => {
    notedAt = performance.now()
    await runScript(connection, noteReader, [keys.format, keys.readers], [node, seq]).catch(() => {})
  }
  return {
    verifyNext() {
      mustVerify = true
    },
    /** New rows; none after a while without any. */
    async next(): Promise<StreamRow[]> {
      if (mustVerify) verify(await readStoreState({ keys, node, name }, connection, seq))
      if (performance.now() - notedAt > NOTE_EVERY_MS) await note()
      const streams = ['BLOCK', String(BLOCK_MS), 'STREAMS', keys.journal, `${seq}-0`]
      const rows = readRows(await connection.call(['XREAD', 'COUNT', String(MAX_ROWS), ...streams], BLOCK_MS))
      // A store that was emptied or restored is noticed while no new entries arrive.
      if (rows.length === 0) mustVerify = true
      rows.forEach(follow)
      return rows
    },
  }
}
