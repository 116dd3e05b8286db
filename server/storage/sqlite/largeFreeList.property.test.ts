import { readFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { createDatabase } from './database.ts'
import { inspect } from './inspect.ts'
import { clearLeftovers } from './leftovers.ts'
import { openStore } from './open.ts'
import { createPace } from './pace.ts'
import { storePaths } from './paths.ts'
import { temporaryFolders } from './testing/sampleStores.ts'
import { settingsFor } from './testing/storeTools.ts'

const folders = temporaryFolders()
afterAll(folders.remove)

/** The smallest that SQLite has: its list of free pages is as long as that of a database eight times as large. */
const PAGE = 512
const ROWS = 3_300
const LARGE = 20_000
const AT_ONCE = 500_000
/** Where the header of a database says how many free pages there are. */
const FREE_PAGES = 36

/** A store whose free pages are listed in more pages than one piece may read. */
const openMostlyFree = (rows: number) => {
  const paths = storePaths(folders.folder())
  createDatabase(paths)
  const tool = new DatabaseSync(paths.database)
  tool.exec(`PRAGMA journal_mode=DELETE; PRAGMA page_size=${PAGE}; VACUUM; PRAGMA journal_mode=WAL`)
  tool.close()
  const store = openStore(paths, inspect(paths), { ...settingsFor(paths.folder), durable: false })
  const insert = store.database.prepare("INSERT INTO archive VALUES('notes', ?, 0, '[]', 0, ?)")
  store.database.exec('BEGIN')
  for (let position = 0; position < rows; position += 1)
    insert.run(position, (position % 50 === 0 ? 'public' : 'SECRET').repeat(LARGE / 6))
  store.database.exec("COMMIT; DELETE FROM archive WHERE json LIKE 'SECRET%'")
  return { store, paths, write: (nth: number) => insert.run(ROWS + nth, 'public'.repeat(100 + (nth % 7) * 400)) }
}

test('[MY1] the pieces of an erasure are bounded, and read each page about once, however long the list of free pages is', () => {
  const { store, paths, write } = openMostlyFree(ROWS)
  const { database } = store
  const listed = Number(database.prepare('PRAGMA freelist_count').get()?.freelist_count)
  // Each page of the list has less than a number of four bytes for each of its own bytes.
  expect((listed / (PAGE / 4)) * PAGE).toBeGreaterThan(AT_ONCE)
  const size = Number(database.prepare('PRAGMA page_count').get()?.page_count) * PAGE
  let [read, pieces] = [0, 0]
  for (const { bytes } of clearLeftovers(
    store,
    createPace(() => 0),
  )) {
    // Besides, what was written in between, with the overflow pages that belong to it.
    expect(bytes).toBeLessThan(AT_ONCE + 3 * LARGE * 20)
    read += bytes
    pieces += 1
    expect(read).toBeLessThan(2 * size)
    for (let nth = 0; nth < 3; nth += 1) write(pieces * 3 + nth)
    if (pieces % 9 === 0) database.exec(`DELETE FROM archive WHERE position = ${ROWS + pieces * 3 - 9}`)
  }
  const file = readFileSync(paths.database)
  expect(file.includes('SECRET')).toBe(false)
  expect(file.includes('public')).toBe(true)
  expect(readFileSync(paths.log).includes('SECRET')).toBe(false)
  database.exec('PRAGMA shrink_memory')
  expect(database.prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
  const left = database.prepare("SELECT count(*) AS count FROM archive WHERE replace(json, 'public', '') = ''").get()
  expect(left?.count).toBe(Number(database.prepare('SELECT count(*) AS count FROM archive').get()?.count))
  store.close()
})

test('[MY2] a list of free pages that is not as long as the header says is named, and nothing is overwritten by it', () => {
  const { store, paths } = openMostlyFree(100)
  const { database, file } = store
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const length = Number(database.prepare('PRAGMA freelist_count').get()?.freelist_count)
  const header = Buffer.alloc(4)
  header.writeUInt32BE(length + 1)
  writeSync(file, header, 0, 4, FREE_PAGES)
  const before = readFileSync(paths.database)
  expect(() => [
    ...clearLeftovers(
      store,
      createPace(() => 0),
    ),
  ]).toThrow(`lists ${length} free pages, where its header says ${length + 1}`)
  expect(readFileSync(paths.database).equals(before)).toBe(true)
  store.close()
})
