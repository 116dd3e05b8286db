import { randomUUID } from 'node:crypto'
import { DocumentId } from '../../../shared/engine/document.ts'
import type { Entry } from '../../engine/entry.ts'
import { type Loaded, NotWritten, type Stored, StoreInUse } from '../../engine/storage.ts'
import { RedisRefusal } from './client.ts'
import { notWritten } from './errors.ts'
import { damaged, type Place } from './keys.ts'
import { type Lease, leaseTimes } from './lease.ts'
import { takeLease } from './lua/lease.ts'
import { type Caller, runScript } from './lua/script.ts'
import { checkKeys, FORMAT } from './open.ts'
import { checkedEntryOf, streamRows } from './rows.ts'
import type { StoreIdentity } from './storeIdentity.ts'
import { readStoreState, type StoreState } from './storeState.ts'

interface LoadingParts {
  readonly place: Place
  readonly line: Caller
  readonly lease: Lease
  readonly barred: () => string | null
  readonly leaseMs?: number
  readonly knowledge: StoreIdentity
}

const loadedFrom = (epoch: number, { documents, checkpointSeq, entries }: Contents): Loaded => ({
  epoch,
  documents,
  checkpointSeq,
  entries,
})

/** The two ways of reading everything: as who writes, and as who only follows. */
export function createLoading(parts: LoadingParts) {
  const { place, line, lease, knowledge } = parts

  const read = async (epoch: number | null): Promise<Loaded> => {
    const contents = await readContents(place, line)
    const { standing, seq, link, entries } = contents
    const at = entries.at(-1)?.at ?? 0
    if (standing) knowledge.whole(standing.installation, epoch ?? standing.epoch, { seq, link, at })
    return loadedFrom(epoch ?? standing?.epoch ?? 0, contents)
  }
  return {
    async load(): Promise<Loaded> {
      await checkKeys(place, line)
      const epoch = await take(parts, await knowledge.admit(line))
      try {
        const loaded = await read(epoch)
        if (!lease.holds()) throw new StoreInUse(`The lease in ${place.name} ended while it was loaded. Try again.`)
        return loaded
      } catch (error) {
        await lease.giveBack()
        throw error
      }
    },
    async view(): Promise<Loaded> {
      await checkKeys(place, line)
      await knowledge.admit(line)
      return read(null)
    },
  }
}

/** @throws StoreInUse, DamagedStore, NotWritten */
async function take(
  { place, line, lease, barred, knowledge, leaseMs = leaseTimes.leaseMs }: LoadingParts,
  lowest: number,
): Promise<number> {
  const why = barred()
  if (why !== null) throw new NotWritten('refused', why)
  const { keys, node } = place
  const { format, lease: held, head, journal, docs, staged, ids, times, archives, anew } = keys
  const sentAt = performance.now()
  const answer = await runScript(
    line,
    takeLease,
    [format, held, head, journal, docs, staged, ids, times, archives, anew],
    [node, leaseMs, randomUUID(), FORMAT, `waterhole, node ${node}`, lowest, knowledge.installation()],
  ).catch((error) => Promise.reject(error instanceof RedisRefusal ? (notWritten(place, error) ?? error) : error))
  const [word, what] = answer
  if (word === 'taken') {
    const epoch = Number(what)
    lease.taken(epoch, sentAt)
    return epoch
  }
  if (word === 'held') throw inUse(place, String(what))
  throw damaged(
    place,
    `changed while it was opened (${word} ${what}).`,
    'Start the hub again: it then says what is wrong.',
  )
}

const inUse = ({ name }: Place, holder: string) => {
  const [epoch, node] = holder.split(' ')
  return new StoreInUse(
    `${name} is in use: node ${node} holds the lease, as epoch ${epoch}. It ends by itself once that node has.`,
  )
}

const AT_ONCE = 500
const TRIES = 5

interface Contents extends Pick<Loaded, 'documents' | 'checkpointSeq' | 'entries'> {
  /** As it was before all was read; null where nothing lies. */
  readonly standing: StoreState | null
  /** Of the last entry that was read. */
  readonly seq: number
  readonly link: string
}

/** Everything a node needs. A checkpoint that is finished while it is read makes it begin again. @throws DamagedStore */
async function readContents(place: Place, line: Caller): Promise<Contents> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const standing = await readStoreState(place, line)
    if (!standing) return { standing, documents: [], checkpointSeq: 0, entries: [], seq: 0, link: '' }
    const documents = await readDocuments(place, line, standing)
    const entries = await readEntries(place, line, standing.checkpoint)
    const seq = entries.at(-1)?.seq ?? standing.checkpoint
    const after = await readStoreState(place, line, seq)
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
function checkEntries(place: Place, standing: StoreState, documents: readonly Stored[], entries: readonly Entry[]) {
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

/** A document as it is kept. */
export const keptText = ({ version, json }: { readonly version: number; readonly json: string }) => `${version} ${json}`

/** What is staged and moving wins; it is read first, as what is moved meanwhile is then found where it goes. @throws DamagedStore */
async function readDocuments(place: Place, line: Caller, { isMoving }: StoreState): Promise<Stored[]> {
  const moving = isMoving ? await readHash(line, place.keys.staged) : []
  const documents = new Map(await readHash(line, place.keys.docs))
  for (const [id, kept] of moving) documents.set(id, kept)
  return [...documents].map(([id, kept]) => storedOf(place, id, kept))
}

async function readHash({ call }: Caller, key: string): Promise<[string, string][]> {
  const found: [string, string][] = []
  let cursor = '0'
  do {
    const [next, pairs] = (await call(['HSCAN', key, cursor, 'COUNT', String(AT_ONCE)])) as [string, string[]]
    for (let at = 0; at + 1 < pairs.length; at += 2) found.push([pairs[at] ?? '', pairs[at + 1] ?? ''])
    cursor = next
  } while (cursor !== '0')
  return found
}

export function storedOf(place: Place, name: string, kept: string): Stored {
  const [, version, json] = /^(\d+) (.*)$/s.exec(kept) ?? []
  const { success, data: id } = DocumentId.safeParse(name)
  const value = json === undefined ? null : parsed(json)
  if (success && version !== undefined && value) return { id, version: Number(version), value }
  throw damaged(place, `holds document ${name}, which is not as a hub writes it.`)
}

const parsed = (json: string): object | null => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}
