import { randomUUID } from 'node:crypto'
import { type Loaded, NotWritten, type Snapshot, type Stored, StoreInUse } from '../../engine/storage.ts'
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
import type { ViewedAs } from './read.ts'
import type { WithRetry } from './retry.ts'
import { checkedEntryOf, isStagedAnswer, scanPairs, storedOf, streamPages } from './rows.ts'
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
    const { journal, docs, staged, formerAnswers, ids, times, archives, aboutKeys, rewritten } = keys
    const others = [journal, docs, staged, formerAnswers, ids, times, archives, aboutKeys, rewritten]
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
  let viewedAs: ViewedAs | null = null
  const remember = ({ state, lastSeq: seq, link, lastAt: at }: Contents, epoch: number) => {
    if (state) identity.loaded(state.installation, epoch, { seq, link, at })
  }
  /** A store of an older format is migrated by the node that holds the lease. */
  const loadHeld = async (epoch: number, format: number): Promise<Loaded> => {
    const migration = createMigration(format, migrations)
    if (migration.isDue) {
      info(`${place.name} is migrated from format ${format}: ${migration.what.join(' ')}`)
      await migrateStore({ place, caller, withRetry, migration }, format, formatOf(migrations))
    }
    viewedAs = null
    const contents = await readContents(place, caller)
    remember(contents, epoch)
    const { documents, checkpointSeq, lastSeq, state } = contents
    return { epoch, documents, checkpointSeq, lastSeq, newestIdAt: state?.newestIdAt ?? 0 }
  }
  return {
    viewedAs: () => viewedAs,
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
      const migration = createMigration(format, migrations)
      viewedAs = migration.isDue ? { format, migration } : null
      const contents = await readContents(place, caller, migration)
      const epoch = contents.state?.epoch ?? 0
      remember(contents, epoch)
      const { documents, checkpointSeq, lastSeq } = contents
      return { epoch, documents, checkpointSeq, lastSeq }
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
  /** Of the last entry. */
  readonly link: string
  readonly lastAt: number
}

/** Reads the last checkpoint's documents, and checks the journal after it. Starts again if a checkpoint finishes meanwhile. @throws DamagedStore */
async function readContents(place: Place, caller: Caller, migration?: RecordMigration): Promise<Contents> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const state = await readStoreState(place, caller)
    if (!state) return { state, documents: [], checkpointSeq: 0, lastSeq: 0, link: '', lastAt: 0 }
    const documents = await readDocuments(place, caller, state, migration)
    const end = await checkEntries(place, caller, state, documents, migration).catch((error: unknown) => ({ error }))
    const after = await readStoreState(place, caller, 'seq' in end ? end.seq : 0)
    if (after?.round !== state.round || after.installation !== state.installation) continue
    if ('error' in end) throw end.error
    return { state, documents, checkpointSeq: state.checkpoint, lastSeq: end.seq, link: after.link, lastAt: end.at }
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

/**
 * Checks that the entries reach from the checkpoint to the end without gaps, and fit the documents that they change. Keeps none of them.
 * @returns the last one
 */
async function checkEntries(
  place: Place,
  caller: Caller,
  state: StoreState,
  documents: readonly Stored[],
  migration?: RecordMigration,
) {
  const versions = new Map<string, number>(documents.map(({ id, version }) => [id, version]))
  const last = { seq: state.checkpoint, at: 0 }
  for await (const page of streamPages(caller, place.keys.journal, `${state.checkpoint + 1}-0`, '+'))
    for (const row of page) {
      const entry = checkedEntryOf(row, place, migration)
      if (entry.seq !== last.seq + 1)
        throw damaged(
          place,
          `has lost entries ${last.seq + 1} to ${entry.seq - 1}: another program has trimmed the journal.`,
        )
      const wrong = followVersions(entry, versions)
      if (wrong) throw damaged(place, wrong)
      last.seq = entry.seq
      last.at = entry.at
    }
  if (last.seq < state.seq)
    throw damaged(place, `has lost entries ${last.seq + 1} to ${state.seq}, the end of its journal.`)
  return last
}
