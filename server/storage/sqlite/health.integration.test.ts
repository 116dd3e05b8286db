import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoreInUse } from '../../engine/storage.ts'
import { inspect } from './inspect.ts'
import { openStore } from './open.ts'
import { storePaths } from './paths.ts'
import { openSqliteStorage } from './sqlite.ts'
import { acknowledged, fillStore, kill, killStore, spawnAppender, temporaryFolders } from './testing/sampleStores.ts'
import { database, expectLoads, log, progress, reasonFor, settingsFor } from './testing/storeTools.ts'

// Threads, processes and syncs are slow on a busy machine.
const folders = temporaryFolders()
let closed = ''
let killed = ''

beforeAll(async () => {
  closed = folders.folder()
  await fillStore(closed)
  killed = folders.folder()
  await killStore(killed, 30)
})
afterAll(folders.remove)

test('[SD34] the log of a killed hub is loaded completely', async () => {
  const folder = folders.copyOf(killed)
  expect(statSync(log(folder)).size).toBeGreaterThan(0)
  const acknowledgedSeq = Number(/seq (\d+)/.exec(readFileSync(progress(folder), 'utf8'))?.[1])
  const { last } = await expectLoads(folder)
  expect(last).toBeGreaterThanOrEqual(acknowledgedSeq)
})

test('[SD35] other files in the folder are ignored', async () => {
  const folder = folders.copyOf(closed)
  writeFileSync(join(folder, 'secrets.json'), '{}')
  writeFileSync(join(folder, 'notes.db'), 'not a database')
  mkdirSync(join(folder, 'pictures'))
  await expectLoads(folder)
  expect(readFileSync(join(folder, 'notes.db'), 'utf8')).toBe('not a database')
})

test('[SD36] a missing folder is created, and a store that was not completely created is ignored', async () => {
  const folder = join(folders.folder(), 'new', 'data')
  expect((await expectLoads(folder)).last).toBe(0)
  const begun = folders.folder()
  mkdirSync(join(begun, 'journal-begun-x1y2z3'))
  expect((await expectLoads(begun)).last).toBe(0)
})

test('[SD37] a restored database without its progress file is loaded, and no epoch is given twice', async () => {
  const folder = folders.copyOf(closed)
  const { epoch } = await expectLoads(folders.copyOf(closed))
  rmSync(progress(folder))
  expect((await expectLoads(folder)).epoch).toBeGreaterThan(epoch + 100)
})

test('[SD38] a log without a complete transaction is ignored: truncated in its first frame, zeros, empty', async () => {
  const begun = readFileSync(log(killed)).subarray(0, 2000)
  for (const bytes of [begun, begun.subarray(0, 32), Buffer.alloc(32), Buffer.alloc(0)]) {
    const folder = folders.copyOf(closed)
    writeFileSync(log(folder), bytes)
    expect((await expectLoads(folder)).last).toBe(60)
  }
})

test('[SD39] an incomplete write that was not acknowledged is ignored', async () => {
  const folder = folders.copyOf(killed)
  const { last } = await expectLoads(folders.copyOf(killed))
  appendFileSync(log(folder), readFileSync(log(folder)).subarray(-6000))
  expect((await expectLoads(folder)).last).toBe(last)
})

test('[SD40] a second process is refused with the folder and the remedy until the first has ended', async () => {
  const folder = folders.folder()
  const appender = spawnAppender(folder)
  await acknowledged(appender, 1)
  const reason = reasonFor(folder)
  await kill(appender)
  expect(reason).toBeInstanceOf(StoreInUse)
  expect(reason).toMatchObject({ message: expect.stringContaining(folder) })
  expect(reason).toMatchObject({ message: expect.stringContaining('Stop that one first') })
  await expectLoads(folder)
})

test('[SD41] a second store on the folder in the same process is refused, including by another path, and the lock stays', async () => {
  const folder = folders.copyOf(closed)
  const first = await openSqliteStorage({ folder })
  await first.load()
  const second = await openSqliteStorage({ folder: `${folder}/../${folder.split('/').at(-1)}` })
  await expect(second.load()).rejects.toThrow(StoreInUse)
  const other = spawnSync(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '-e',
    `const { DatabaseSync } = require('node:sqlite')
     new DatabaseSync(${JSON.stringify(database(folder))}).exec('SELECT * FROM journal')`,
  ])
  expect(other.stderr.toString()).toContain('database is locked')
  await first.close()
})

test('[DM17] a folder whose name holds spaces, signs of URLs and other letters is a data folder like any other', async () => {
  const folder = join(folders.folder(), 'my data#1?mode=ro&x=%20é 🦖')
  await fillStore(folder)
  expect((await expectLoads(folder)).last).toBe(60)
  const storage = await openSqliteStorage({ folder })
  await storage.load()
  await storage.erase({ ids: ['player1'], externalIds: [], documents: [], archives: {} })
  await expect((await openSqliteStorage({ folder })).load()).rejects.toThrow(StoreInUse)
  await storage.close()
  expect(reasonFor(folder)).toBeNull()
})

test('[MX7] a hub that another one overtakes between its look and its lock says that the folder is in use', async () => {
  const folder = folders.folder()
  await fillStore(folder)
  const paths = storePaths(folder)
  const inspected = inspect(paths)
  const appender = spawnAppender(folder)
  await acknowledged(appender, 1)
  try {
    const reason = () => openStore(paths, inspected, settingsFor(folder))
    expect(reason).toThrow(`${folder} is in use`)
  } finally {
    await kill(appender)
  }
  expect(reasonFor(folder)).toBeNull()
})
