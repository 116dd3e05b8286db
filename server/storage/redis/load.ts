import { randomUUID } from 'node:crypto'
import type { Entry } from '../../engine/entry.ts'
import {
  type KeptAnswer,
  type Loaded,
  NotWritten,
  type Snapshot,
  type Stored,
  StoreInUse,
} from '../../engine/storage.ts'
import { createMigration, formatOf, type Migration, type RecordMigration } from '../migrations.ts'
import { followVersions } from '../records.ts'
import { RedisRefusal } from './client.ts'
import { notWritten } from './errors.ts'
import { damaged, type Place } from './keys.ts'
import type { Lease } from './lease.ts'
import { takeLease } from './lua/lease.ts'
import { type Caller, runScript } from './lua/script.ts'
import { migrateStore } from './migrate.ts'
import { checkKeys } from './open.ts'
import type { WithRetry } from './retry.ts'
import { answerOf, checkedEntryOf, isStagedAnswer, scanPairs, stagedAnswerJson, storedOf, streamPages } from './rows.ts'
import type { StoreIdentity } from './storeIdentity.ts'
import { readStoreState, type StoreState } from './storeState.ts'

interface LoadsDeps {
  readonly place: Place
  readonly caller: Caller
  readonly lease: Lease
  readonly leaseMs: number
  readonly identity: StoreIdentity
  readonly withRetry: WithRetry
  readonly whyUnsafe: () => string | null
  readonly migrations: readonly Migration[]
  readonly info: (text: string) => void
}

const MAX_TRIES = 5

/** Reads the whole store: as the leader, which takes the lease, or as a follower. */
export function createLoads(deps: LoadsDeps) {
  const { place, caller, lease, leaseMs, identity, withRetry, whyUnsafe, migrations, info } = deps

  /** @throws StoreInUse, DamagedStore, NotWritten */
  const take = async (lowestEpoch: number, format: number): Promise<number> => {
    const unsafe = whyUnsafe()
    if (unsafe !== null) throw new NotWritten('refused', unsafe)
    const { keys, node } = place
    const { journal, docs, staged, answers, ids, times, archives, aboutKeys, rewritten } = keys
    const others = [journal, docs, staged, answers, ids, times, archives, aboutKeys, rewritten]
    const sentAt = performance.now()
    const [outcome, what] = await runScript(
      caller,
      takeLease,
      [keys.format, keys.lease, keys.head, ...others],
      [node, leaseMs, randomUUID(), format, `waterhole, node ${node}`, lowestEpoch, identity.installation()],
    ).catch((error) => Promise.reject(error instanceof RedisRefusal ? (notWritten(place, error) ?? error) : error))
    if (outcome === 'taken') {
      lease.taken(Number(what), sentAt)
      return Number(what)
    }
    if (outcome === 'held') throw inUse(place, String(what))
    throw damaged(
      place,
      `changed while it was opened (${outcome} ${what}).`,
      'Start the hub again: it then says what is wrong.',
    )
  }
  const remember = (contents: Contents, epoch: number) => {
    const { state, seq, link, entries } = contents
    const at = entries.at(-1)?.at ?? 0
    if (state) identity.loaded(state.installation, epoch, { seq, link, at })
  }
  /** A store of an older format is migrated by the node that holds the lease. */
  const loadHeld = async (epoch: number, format: number): Promise<Loaded> => {
    const migration = createMigration(format, migrations)
    if (migration.isDue) {
      info(`${place.name} is migrated from form ${format}: ${migration.what.join(' ')}`)
      await migrateStore({ place, caller, withRetry, migration }, format, formatOf(migrations))
    }
    const contents = await readContents(place, caller)
    const answers = contents.state ? await readAnswers(place, caller, contents.state) : []
    remember(contents, epoch)
    const { documents, checkpointSeq, entries } = contents
    return { epoch, documents, checkpointSeq, answers, entries }
  }
  return {
    async load(): Promise<Loaded> {
      const format = (await checkKeys(place, caller, migrations)) ?? formatOf(migrations)
      const epoch = await take(await identity.verifyStore(caller), format)
      try {
        const loaded = await loadHeld(epoch, format)
        if (!lease.holds()) throw new StoreInUse(`The lease in ${place.name} ended while it was loaded. Try again.`)
        return loaded
      } catch (error) {
        await lease.release()
        throw error
      }
    },
    async loadView(): Promise<Snapshot> {
      const format = (await checkKeys(place, caller, migrations)) ?? formatOf(migrations)
      await identity.verifyStore(caller)
      // A follower may be here before the leader has migrated the store: then what it reads is migrated in memory.
      const contents = await readContents(place, caller, createMigration(format, migrations))
      const epoch = contents.state?.epoch ?? 0
      remember(contents, epoch)
      const { documents, checkpointSeq, entries } = contents
      return { epoch, documents, checkpointSeq, entries }
    },
  }
}

const inUse = ({ name }: Place, holder: string) => {
  const [epoch, node] = holder.split(' ')
  return new StoreInUse(
    `${name} is in use: node ${node} holds the lease, as epoch ${epoch}. It ends by itself once that node has.`,
  )
}

interface Contents extends Omit<Snapshot, 'epoch'> {
  /** The state before everything was read; null in an empty place. */
  readonly state: StoreState | null
  /** Of the last entry that was read. */
  readonly seq: number
  readonly link: string
}

/** Reads the last checkpoint's documents and the journal after it. Starts again if a checkpoint finishes meanwhile. @throws DamagedStore */
async function readContents(place: Place, caller: Caller, migration?: RecordMigration): Promise<Contents> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const state = await readStoreState(place, caller)
    if (!state) return { state, documents: [], checkpointSeq: 0, entries: [], seq: 0, link: '' }
    const documents = await readDocuments(place, caller, state, migration)
    const entries = await readEntries(place, caller, state.checkpoint, migration)
    const seq = entries.at(-1)?.seq ?? state.checkpoint
    const after = await readStoreState(place, caller, seq)
    if (after?.round !== state.round || after.installation !== state.installation) continue
    checkEntries(place, state, documents, entries)
    return { state, documents, checkpointSeq: state.checkpoint, entries, seq, link: after.link }
  }
  throw new Error(`${place.name} could not be read: it changed too often meanwhile. Try again.`)
}

/** What is staged and moving is newer. It is read first: what is moved meanwhile is then found in `docs`. @throws DamagedStore */
async function readDocuments(
  place: Place,
  caller: Caller,
  { isMoving }: StoreState,
  migration?: RecordMigration,
): Promise<Stored[]> {
  const { docs, staged } = place.keys
  const moving: (readonly [string, string])[] = []
  if (isMoving) for await (const pair of scanPairs(caller, 'HSCAN', staged)) moving.push(pair)
  const documents = new Map<string, string>()
  for await (const [id, text] of scanPairs(caller, 'HSCAN', docs)) documents.set(id, text)
  for (const [id, text] of moving) if (!isStagedAnswer(id)) documents.set(id, text)
  const stored = [...documents].map(([id, text]) => storedOf(place, id, text))
  return migration?.isDue ? stored.map((one) => migration.migrate('documents', one) as Stored) : stored
}

/** The answers of the last checkpoint, in the order of seq. Only the leader reads them, before anything is written. @throws DamagedStore */
export async function readAnswers(place: Place, caller: Caller, { isMoving }: StoreState): Promise<KeptAnswer[]> {
  const { answers, staged } = place.keys
  const bySeq = new Map<number, KeptAnswer>()
  const add = (json: string) => {
    const answer = answerOf(place, json)
    bySeq.set(answer.seq, answer)
  }
  if (isMoving)
    for await (const [field, text] of scanPairs(caller, 'HSCAN', staged))
      if (isStagedAnswer(field)) add(stagedAnswerJson(text))
  for await (const [json] of scanPairs(caller, 'ZSCAN', answers)) add(json)
  return [...bySeq.values()].sort((a, b) => a.seq - b.seq)
}

async function readEntries(place: Place, caller: Caller, after: number, migration?: RecordMigration): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const page of streamPages(caller, place.keys.journal, `${after + 1}-0`, '+', 500))
    for (const row of page) entries.push(checkedEntryOf(row, place, migration))
  return entries
}

/** Checks that the entries reach from the checkpoint to the end without gaps, and fit the documents that they change. */
function checkEntries(place: Place, state: StoreState, documents: readonly Stored[], entries: readonly Entry[]) {
  const versions = new Map<string, number>(documents.map(({ id, version }) => [id, version]))
  let last = state.checkpoint
  for (const entry of entries) {
    if (entry.seq !== last + 1)
      throw damaged(place, `has lost entries ${last + 1} to ${entry.seq - 1}: another program has trimmed the journal.`)
    const wrong = followVersions(entry, versions)
    if (wrong) throw damaged(place, wrong)
    last = entry.seq
  }
  if (last < state.seq) throw damaged(place, `has lost entries ${last + 1} to ${state.seq}, the end of its journal.`)
}
