import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { seededDice } from '../contract/sampleEntries.ts'
import { inspect } from './inspect.ts'
import { clearLeftovers } from './leftovers.ts'
import { openStore } from './open.ts'
import { createPace } from './pace.ts'
import { storePaths } from './paths.ts'
import { settingsFor } from './testing/storeTools.ts'

const folder = mkdtempSync(join(tmpdir(), 'waterhole-leftovers-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** From a few letters to several pages. */
const lengths = [3, 40, 400, 1_500, 3_900, 4_100, 9_000, 30_000]

/** Writes rows at random: marked ones, which are deleted later, and others. */
const createWriter = (database: ReturnType<typeof openStore>['database'], dice: (sides: number) => number) => {
  const insert = database.prepare('INSERT OR REPLACE INTO archive VALUES(?, ?, 0, ?, 0, ?)')
  const insertEntry = database.prepare('INSERT OR REPLACE INTO journal(seq, top_at, crc, json) VALUES(?, 0, 0, ?)')
  const remove = database.prepare('DELETE FROM archive WHERE position % ? = ?')
  return (word: string) => {
    const text = word.repeat(Math.ceil((lengths[dice(lengths.length)] ?? 1) / word.length))
    const act = dice(12)
    if (act === 0) remove.run(50, dice(50))
    else if (act < 6) insertEntry.run(dice(3_000), text)
    else insert.run(`kind${dice(3)}`, dice(3_000), word, text)
  }
}

const contentOf = ({ database }: ReturnType<typeof openStore>) =>
  ['journal', 'archive'].map((table) => database.prepare(`SELECT * FROM ${table}`).all())

test('[DM5] after any sequence of writes all that was deleted is overwritten, every row stays, and writes go on meanwhile', () => {
  for (const seed of [1, 2, 3, 4]) {
    const paths = storePaths(join(folder, String(seed)))
    const dice = seededDice(seed)
    mkdirSync(paths.folder)
    const store = openStore(paths, inspect(paths), { ...settingsFor(paths.folder), durable: false })
    const { database } = store
    const write = createWriter(database, dice)
    for (let count = 0; count < 1_500; count += 1) write(count % 3 === 0 ? 'SECRET' : 'public')
    database.exec("DELETE FROM journal WHERE json LIKE 'SECRET%'; DELETE FROM archive WHERE json LIKE 'SECRET%'")
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    expect(readFileSync(paths.database, 'latin1')).toContain('SECRET')
    for (const _ of clearLeftovers(
      store,
      createPace(() => 0),
    )) {
      for (let count = 0; count < dice(40); count += 1) write('public')
    }
    expect(readFileSync(paths.database, 'latin1').includes('SECRET'), `seed ${seed}`).toBe(false)
    expect(readFileSync(paths.log, 'latin1')).not.toContain('SECRET')
    const before = contentOf(store)
    database.exec('PRAGMA shrink_memory')
    expect(contentOf(store)).toEqual(before)
    for (const rows of before) for (const { json } of rows) expect(String(json)).toMatch(/^(public)+$/)
    expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    // What was written into the file must not come back from a cache.
    for (let count = 0; count < 300; count += 1) write('public')
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    expect(readFileSync(paths.database, 'latin1')).not.toContain('SECRET')
    store.close()
  }
})
