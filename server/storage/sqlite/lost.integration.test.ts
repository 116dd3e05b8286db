import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sampleEntries, sampleEntry, talliesAt } from '../contract/sampleEntries.ts'
import { openSqliteStorage } from './sqlite.ts'
import { fillStore, temporaryFolders } from './testing/sampleStores.ts'
import { database, expectLoads, log } from './testing/storeTools.ts'

const folders = temporaryFolders()
afterAll(folders.remove)

/** A store with ten entries, and what it has said of itself. */
const openFilled = async (folder: string) => {
  const storage = await openSqliteStorage({ folder })
  const stopped = Promise.withResolvers<string>()
  storage.onStopped?.(stopped.resolve)
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, 10, epoch))
  return { storage, epoch, stopped: stopped.promise }
}

const ways: Record<string, (folder: string) => void> = {
  'journal.db is removed': (folder) => rmSync(database(folder)),
  'journal.db is renamed': (folder) => renameSync(database(folder), join(folder, 'old.db')),
  'journal.db is replaced': (folder) => {
    rmSync(database(folder))
    writeFileSync(database(folder), 'another file')
  },
  'the log is removed': (folder) => rmSync(log(folder)),
  'the folder is renamed': (folder) => {
    renameSync(folder, `${folder}-moved`)
    mkdirSync(folder)
  },
}

test('[DM6] once its database, log or folder is removed, renamed or replaced, no write is acknowledged', async () => {
  for (const [way, lose] of Object.entries(ways)) {
    const folder = folders.folder()
    const { storage, epoch, stopped } = await openFilled(folder)
    lose(folder)
    const late = storage.append([sampleEntry(11, epoch)])
    await expect(late, way).rejects.toThrow(/journal.* (removed|replaced).*Stop the hub/)
    await expect(storage.append([sampleEntry(12, epoch)]), way).rejects.toThrow('journal stopped')
    await expect(storage.checkpoint(10, talliesAt(10)), way).rejects.toThrow('journal stopped')
    expect(await stopped, way).toMatch(/journal\.db.* was /)
    await storage.close().catch(() => {})
    rmSync(`${folder}-moved`, { recursive: true, force: true })
  }
})

test('[DM7] without any write the store notices that its database is gone', async () => {
  const folder = folders.folder()
  const { storage, stopped } = await openFilled(folder)
  rmSync(database(folder))
  expect(await stopped).toContain(`${database(folder)} was removed`)
  await storage.close().catch(() => {})
})

test('[DM8] a store that was put in the place of an open one is not touched when the first one closes', async () => {
  const folder = folders.folder()
  const { storage, stopped } = await openFilled(folder)
  const other = folders.folder()
  await fillStore(other)
  for (const file of [database, log]) rmSync(file(folder))
  copyFileSync(database(other), database(folder))
  writeFileSync(log(folder), 'its log')
  await stopped
  await storage.close().catch(() => {})
  expect(readFileSync(database(folder))).toEqual(readFileSync(database(other)))
  expect(readFileSync(log(folder), 'utf8')).toBe('its log')
})

test('[DM9] a journal whose log was removed keeps all that was acknowledged', async () => {
  const folder = folders.folder()
  const { storage, stopped } = await openFilled(folder)
  rmSync(log(folder))
  await stopped
  const left = folders.copyOf(folder)
  expect(existsSync(log(left))).toBe(false)
  expect((await expectLoads(left)).last).toBe(10)
  await storage.close().catch(() => {})
})

/**
 * Puts a name that leads to itself in the place of the folder of an open store: every user is refused there, as all but root are in
 * a folder without rights. This takes two steps. If the store looks between them, it rightly says that its folder was removed;
 * then another store is tried.
 */
const loseIntoLoop = async () => {
  for (;;) {
    const folder = folders.folder()
    const filled = await openFilled(folder)
    renameSync(folder, `${folder}-moved`)
    symlinkSync(folder, folder)
    const text = await filled.stopped
    if (!text.includes('was removed')) return { ...filled, folder, text }
    await filled.storage.close().catch(() => {})
    rmSync(folder)
    rmSync(`${folder}-moved`, { recursive: true })
  }
}

test('[MX5] without any write the store notices that its folder cannot be looked into any more, and says what to do', async () => {
  const { storage, epoch, folder, text } = await loseIntoLoop()
  expect(text).toMatch(/journal\.db could not be found any more \(ELOOP\).*permission to read and write.*start it/)
  await expect(storage.append([sampleEntry(11, epoch)])).rejects.toThrow('could not be found any more')
  await storage.close().catch(() => {})
  rmSync(folder)
  expect((await expectLoads(`${folder}-moved`)).last).toBe(10)
  rmSync(`${folder}-moved`, { recursive: true })
})
