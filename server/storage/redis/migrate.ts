import { slices } from '../documentSlices.ts'
import type { RecordMigration } from '../migrations.ts'
import { type ArchiveRecord, idTimeOf } from '../records.ts'
import type { Place } from './keys.ts'
import { beginMigration, fillCopy, finishMigration } from './lua/migrate.ts'
import type { Caller } from './lua/script.ts'
import type { WithRetry } from './retry.ts'
import {
  archiveRecordOf,
  documentText,
  entryOf,
  isStagedAnswer,
  type StreamRow,
  scanPairs,
  storedOf,
  streamPages,
} from './rows.ts'

interface MigrationDeps {
  readonly place: Place
  readonly caller: Caller
  readonly withRetry: WithRetry
  readonly migration: RecordMigration
}

const AT_ONCE = 200

/**
 * Brings a store of an older format to the newest. Every key that changes is copied, record by record; one step puts all copies in place
 * and sets the format. Until then the store is as it was. Only the holder of the lease calls this, before it writes anything else.
 */
export async function migrateStore(deps: MigrationDeps, from: number, to: number) {
  const { place, caller, withRetry, migration } = deps
  const { keys } = place
  const { copyDocuments, copyStream } = createCopies(deps)
  const kinds = ((await caller.call(['SMEMBERS', keys.archives])) as string[]).toSorted()
  const copies: (readonly [key: string, copy: () => Promise<void>])[] = []
  if (migration.changes('documents'))
    for (const key of [keys.docs, keys.staged]) copies.push([key, () => copyDocuments(key)])
  if (migration.changes('archive'))
    for (const kind of kinds) copies.push([keys.archive(kind), () => copyStream(keys.archive(kind), kind)])
  if (migration.changes('journal')) copies.push([keys.journal, () => copyStream(keys.journal, null)])

  const names = copies.map(([key]) => key)
  await withRetry(beginMigration, [keys.lease, ...names.map(keys.migrated)], (mine) => [mine])
  for (const [, copy] of copies) await copy()
  const pairs = names.flatMap((key) => [keys.migrated(key), key])
  const newestIdAt = await newestIdIn(place, caller)
  await withRetry(finishMigration, [keys.lease, keys.format, keys.head, keys.formerAnswers, ...pairs], (mine) => [
    mine,
    String(from),
    String(to),
    newestIdAt,
  ])
}

/** An index's "<actor> <command id>"; null for an id of the hub itself, which holds a space and says no time. */
const usersIdIn = (name: string) => /^\S* (\S+)$/.exec(name)?.[1] ?? null

/** The latest time that an id in the index of command ids says: format 2 did not note it. */
async function newestIdIn({ keys }: Place, caller: Caller) {
  let newest = 0
  for await (const [name] of scanPairs(caller, 'ZSCAN', keys.ids)) newest = Math.max(newest, idTimeOf(usersIdIn(name)))
  return newest
}

type Call = readonly (string | number)[]

/** Copies keys, with every record migrated. */
function createCopies({ place, caller, withRetry, migration }: MigrationDeps) {
  const { keys } = place

  /** Writes calls of one command into the copy of a key, all with the same number of arguments. */
  const write = async (key: string, command: string, calls: readonly Call[]) => {
    for (const slice of slices(calls, AT_ONCE))
      await withRetry(fillCopy, [keys.lease, keys.migrated(key)], (mine) => [
        mine,
        command,
        slice[0]?.length ?? 0,
        ...slice.flat(),
      ])
  }
  return {
    async copyDocuments(key: string) {
      let calls: Call[] = []
      for await (const [name, text] of scanPairs(caller, 'HSCAN', key)) {
        if (isStagedAnswer(name)) continue
        calls.push([name, migratedDocument(place, migration, name, text)])
        if (calls.length < AT_ONCE) continue
        await write(key, 'HSET', calls)
        calls = []
      }
      await write(key, 'HSET', calls)
    },
    /** @param kind of the archive; null for the journal */
    async copyStream(key: string, kind: string | null) {
      const contentOf = (row: StreamRow): unknown => {
        if (kind === null) return migration.migrate('journal', entryOf(row, place))
        return (migration.migrate('archive', archiveRecordOf(place, kind, row)) as ArchiveRecord).row
      }
      for await (const page of streamPages(caller, key, '-', '+')) {
        const calls = page.map((row) => {
          const fields = { ...row.fields, e: JSON.stringify(contentOf(row)) }
          return [row.id, ...Object.entries(fields).flat()]
        })
        await write(key, 'XADD', calls)
      }
    },
  }
}

const migratedDocument = (place: Place, migration: RecordMigration, field: string, text: string) => {
  const stored = storedOf(place, field, text)
  const { version, value } = migration.migrate('documents', stored) as typeof stored
  return documentText({ version, json: JSON.stringify(value) })
}
