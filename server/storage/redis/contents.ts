import type { Entry } from '../../engine/entry.ts'
import type { Loaded, Stored } from '../../engine/storage.ts'
import { readDocuments } from './documentRows.ts'
import { checkedEntryOf } from './journalRow.ts'
import { damaged, type Place } from './place.ts'
import type { Caller } from './script.ts'
import { lookAt, type Standing } from './standing.ts'
import { streamRows } from './streamRow.ts'

const AT_ONCE = 500
const TRIES = 5

export interface Contents extends Pick<Loaded, 'documents' | 'checkpointSeq' | 'entries'> {
  /** As it was before all was read; null where nothing lies. */
  readonly standing: Standing | null
  /** Of the last entry that was read. */
  readonly seq: number
  readonly link: string
}

/** Everything a node needs. A checkpoint that is finished while it is read makes it begin again. @throws DamagedStore */
export async function readContents(place: Place, line: Caller): Promise<Contents> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const standing = await lookAt(place, line)
    if (!standing) return { standing, documents: [], checkpointSeq: 0, entries: [], seq: 0, link: '' }
    const documents = await readDocuments(place, line, standing)
    const entries = await readEntries(place, line, standing.checkpoint)
    const seq = entries.at(-1)?.seq ?? standing.checkpoint
    const after = await lookAt(place, line, seq)
    if (after?.round !== standing.round || after.installation !== standing.installation) continue
    checkEntries(place, standing, documents, entries)
    return { standing, documents, checkpointSeq: standing.checkpoint, entries, seq, link: after.link }
  }
  throw new Error(`${place.name} could not be read: it changed too often meanwhile. Try again.`)
}

async function readEntries(place: Place, { call }: Caller, after: number): Promise<Entry[]> {
  const entries: Entry[] = []
  for (let from = after + 1; ; from = (entries.at(-1)?.seq ?? after) + 1) {
    const page = streamRows(await call(['XRANGE', place.keys.journal, `${from}-0`, '+', 'COUNT', String(AT_ONCE)]))
    for (const row of page) entries.push(checkedEntryOf(row, place))
    if (page.length < AT_ONCE) return entries
  }
}

/** Without gaps from the checkpoint to the end, and fitting the documents that they change. */
function checkEntries(place: Place, standing: Standing, documents: readonly Stored[], entries: readonly Entry[]) {
  const versions = new Map<string, number>(documents.map(({ id, version }) => [id, version]))
  let last = standing.checkpoint
  for (const entry of entries) {
    if (entry.seq !== last + 1)
      throw damaged(place, `has lost entries ${last + 1} to ${entry.seq - 1}: somebody else has trimmed the journal.`)
    followVersions(place, entry, versions)
    last = entry.seq
  }
  if (last < standing.seq)
    throw damaged(place, `has lost entries ${last + 1} to ${standing.seq}, the end of its journal.`)
}

/** Each change of a document must be the next one of that document, or its beginning: one that was forgotten begins anew. */
function followVersions(place: Place, entry: Entry, versions: Map<string, number>) {
  for (const { id, version, patches } of entry.changes) {
    const before = versions.get(id) ?? 0
    const isBeginning = version === 1 && patches[0]?.op === 'replace' && patches[0].path.length === 0
    if (version !== before + 1 && !isBeginning)
      throw damaged(place, `takes ${id} from version ${before} to ${version} in entry ${entry.seq}.`)
    versions.set(id, version)
  }
}
