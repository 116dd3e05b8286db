import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { DamagedStore } from '../../../engine/storage.ts'
import { sampleEntry } from '../../contract/sampleEntries.ts'
import { toError, toProblem } from '../problems.ts'
import { openSqliteStorage } from '../sqlite.ts'
import { createStore } from '../store.ts'
import { folderState } from './folderState.ts'

export const database = (folder: string) => join(folder, 'journal.db')
export const log = (folder: string) => join(folder, 'journal.db-wal')
export const mark = (folder: string) => join(folder, 'journal.mark')

/** Overwrites bytes of a file. */
export const put = (file: string, at: number, bytes: readonly number[]) => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.from(bytes), 0, bytes.length, at)
  closeSync(handle)
}

/** Damage done with SQLite itself, as a person with a database tool would. */
export const edit = (folder: string, sql: string) => {
  const tool = new DatabaseSync(database(folder))
  tool.exec(sql)
  tool.close()
}

/** The store without its thread: the same code, and no thread to start for each of many tries. */
export const openKeeper = (folder: string) => createStore({ folder, durable: true, maxPages: null })

/** Why the store in a folder is not loaded, as the hub is told; null when it is. */
export const reasonFor = (folder: string): Error | null => {
  const keeper = openKeeper(folder)
  try {
    keeper.answers.load(null)
    keeper.answers.close(null)
    return null
  } catch (error) {
    return toError(toProblem(error, folder))
  }
}

/** Refused, with a message that names the file, the wrong and the remedy, and nothing in the folder touched. */
export const expectRefused = (folder: string, file: string, wrong: string | RegExp, remedy: string | RegExp) => {
  const before = folderState(folder)
  const reason = reasonFor(folder)
  expect(reason).toBeInstanceOf(DamagedStore)
  expect(reason).toMatchObject({ file, message: expect.stringContaining(file) })
  expect(reason).toMatchObject({ message: expect.stringMatching(wrong) })
  expect(reason).toMatchObject({ message: expect.stringMatching(remedy) })
  expect(folderState(folder)).toEqual(before)
}

/** Loaded by a hub, with a journal whose every entry is the one that was written there. */
export const expectLoads = async (folder: string) => {
  const storage = await openSqliteStorage({ folder })
  const loaded = await storage.load()
  const journal = await storage.tail(0, 100_000)
  await storage.close()
  expect(journal.map(({ seq, changes }) => ({ seq, changes }))).toEqual(
    journal.map((_, place) => ({ seq: place + 1, changes: sampleEntry(place + 1, 1).changes })),
  )
  return { ...loaded, last: journal.length }
}
