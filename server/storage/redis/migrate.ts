import type { RecordMigration } from '../migrations.ts'
import { AnswerRecord } from '../records.ts'
import type { Place } from './keys.ts'
import { beginMigration, fillCopy, finishMigration } from './lua/migrate.ts'
import type { Caller } from './lua/script.ts'
import type { WithRetry } from './retry.ts'
import {
  archiveRecordOf,
  documentText,
  entryOf,
  isStagedAnswer,
  scanPairs,
  stagedAnswer,
  stagedAnswerJson,
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
export async function migrateStore({ place, caller, withRetry, migration }: MigrationDeps, from: number, to: number) {
  const { keys } = place
  const kinds = ((await caller.call(['SMEMBERS', keys.archives])) as string[]).toSorted()
  const changed = [
    ...(migration.changes('documents') ? [keys.docs] : []),
    ...(migration.changes('documents') || migration.changes('answers') ? [keys.staged] : []),
    ...(migration.changes('answers') ? [keys.answers] : []),
    ...(migration.changes('archive') ? kinds.map(keys.archive) : []),
    ...(migration.changes('journal') ? [keys.journal] : []),
  ]
  /** Writes calls of one command into the copy of a key, all with the same number of arguments. */
  const write = async (key: string, command: string, calls: readonly (readonly (string | number)[])[]) => {
    for (let at = 0; at < calls.length; at += AT_ONCE) {
      const some = calls.slice(at, at + AT_ONCE)
      await withRetry(fillCopy, [keys.lease, keys.migrated(key)], (mine) => [
        mine,
        command,
        some[0]?.length ?? 0,
        ...some.flat(),
      ])
    }
  }
  const staged = async (field: string, text: string) => {
    if (isStagedAnswer(field))
      return stagedAnswer(AnswerRecord.parse(migration.migrate('answers', JSON.parse(stagedAnswerJson(text)))))
    return [field, migratedDocument(place, migration, field, text)] as const
  }
  const copyPairs = async (key: string) => {
    const calls: (readonly (string | number)[])[] = []
    for await (const [name, text] of scanPairs(caller, key === keys.answers ? 'ZSCAN' : 'HSCAN', key))
      if (key === keys.answers) {
        const answer = AnswerRecord.parse(migration.migrate('answers', JSON.parse(name)))
        calls.push([answer.at, JSON.stringify(answer)])
      } else calls.push(await staged(name, text))
    await write(key, key === keys.answers ? 'ZADD' : 'HSET', calls)
  }
  const copyStream = async (key: string, kind: string | null) => {
    for await (const page of streamPages(caller, key, '-', '+'))
      await write(
        key,
        'XADD',
        page.map((row) => {
          const record = kind === null ? entryOf(row, place) : archiveRecordOf(place, kind, row)
          const migrated = migration.migrate(kind === null ? 'journal' : 'archive', record)
          const e = kind === null ? migrated : (migrated as { row: unknown }).row
          return [row.id, ...Object.entries({ ...row.fields, e: JSON.stringify(e) }).flat()]
        }),
      )
  }
  await withRetry(beginMigration, [keys.lease, ...changed.map(keys.migrated)], (mine) => [mine])
  for (const key of changed)
    if (key === keys.journal) await copyStream(key, null)
    else if ([keys.docs, keys.staged, keys.answers].includes(key)) await copyPairs(key)
    else await copyStream(key, kinds.find((kind) => keys.archive(kind) === key) ?? '')
  const pairs = changed.flatMap((key) => [keys.migrated(key), key])
  await withRetry(finishMigration, [keys.lease, keys.format, ...pairs], (mine) => [mine, String(from), String(to)])
}

const migratedDocument = (place: Place, migration: RecordMigration, field: string, text: string) => {
  const stored = storedOf(place, field, text)
  const { version, value } = migration.migrate('documents', stored) as typeof stored
  return documentText({ version, json: JSON.stringify(value) })
}
