import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { DamagedStore, type Stored } from '../../../engine/storage.ts'
import { sampleEntry } from '../../contract/sampleEntries.ts'
import { toError, toProblem } from '../problems.ts'
import { journalKeptMs, openSqliteStorage } from '../sqlite.ts'
import { createStore } from '../store.ts'
import { folderState } from './folderState.ts'

export const database = (folder: string) => join(folder, 'journal.db')
export const log = (folder: string) => join(folder, 'journal.db-wal')
export const progress = (folder: string) => join(folder, 'journal.mark')

/** Overwrites bytes of a file. */
export const put = (file: string, at: number, bytes: readonly number[]) => {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.from(bytes), 0, bytes.length, at)
  closeSync(handle)
}

/** Changes a store with SQLite itself, as with a database tool. */
export const edit = (folder: string, sql: string) => {
  const tool = new DatabaseSync(database(folder))
  tool.exec(sql)
  tool.close()
}

export const settingsFor = (folder: string) => ({ folder, durable: true, maxPages: null, journalKeptMs })

/** The store without its thread: the same code, and no thread to start for each of many attempts. */
export const openInThread = (folder: string) => createStore(settingsFor(folder))

/** The documents that a store has found, as the hub's thread gets them. */
export const documentsIn = ({ handlers }: ReturnType<typeof createStore>): readonly Stored[] => {
  const all: Stored[] = []
  for (let text = handlers.documents(null); text; text = handlers.documents(null))
    all.push(...JSON.parse(new TextDecoder().decode(text)))
  return all
}

/** The error with which the hub fails to load a store; null when it loads. */
export const reasonFor = (folder: string): Error | null => {
  const { handlers } = openInThread(folder)
  try {
    handlers.load(null)
    handlers.close(null)
    return null
  } catch (error) {
    return toError(toProblem(error, folder))
  }
}

/** Expects an error that names the file, the cause and the remedy, and an unchanged folder. */
export const expectRefused = (folder: string, file: string, wrong: string | RegExp, remedy: string | RegExp) => {
  const before = folderState(folder)
  const reason = reasonFor(folder)
  expect(reason).toBeInstanceOf(DamagedStore)
  expect(reason).toMatchObject({ file, message: expect.stringContaining(file) })
  expect(reason).toMatchObject({ message: expect.stringMatching(wrong) })
  expect(reason).toMatchObject({ message: expect.stringMatching(remedy) })
  expect(folderState(folder)).toEqual(before)
}

/** Expects that the store loads, and that every entry of its journal is the one that was written. */
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
