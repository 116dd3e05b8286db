import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StoreInUse } from '../../engine/storage.ts'
import { openSqliteStorage } from './sqlite.ts'
import { acknowledged, fillStore, kill, killStore, spawnAppender, temporaryFolders } from './testing/sampleStores.ts'
import { database, expectLoads, log, mark, reasonFor } from './testing/storeTools.ts'

// Threads, processes and syncs: slow on a busy machine, and no sign of anything.
vi.setConfig({ testTimeout: 30_000 })
const folders = temporaryFolders()
let closed = ''
let killed = ''

beforeAll(async () => {
  closed = folders.folder()
  await fillStore(closed)
  killed = folders.folder()
  await killStore(killed, 30)
}, 30_000)
afterAll(folders.remove)

test('[SD1] a hub that was killed leaves a log, and nothing in it is lost', async () => {
  const folder = folders.copyOf(killed)
  expect(statSync(log(folder)).size).toBeGreaterThan(0)
  const marked = Number(/seq (\d+)/.exec(readFileSync(mark(folder), 'utf8'))?.[1])
  const { last } = await expectLoads(folder)
  expect(last).toBeGreaterThanOrEqual(marked)
})

test('[SD2] other files in the folder are none of its business', async () => {
  const folder = folders.copyOf(closed)
  writeFileSync(join(folder, 'secrets.json'), '{}')
  writeFileSync(join(folder, 'notes.db'), 'not a database')
  mkdirSync(join(folder, 'pictures'))
  await expectLoads(folder)
  expect(readFileSync(join(folder, 'notes.db'), 'utf8')).toBe('not a database')
})

test('[SD3] a folder that does not exist is made, and an unfinished beginning is no hindrance', async () => {
  const folder = join(folders.folder(), 'new', 'data')
  expect((await expectLoads(folder)).last).toBe(0)
  const begun = folders.folder()
  mkdirSync(join(begun, 'journal-begun-x1y2z3'))
  expect((await expectLoads(begun)).last).toBe(0)
})

test('[SD4] a database that was put back alone is taken, and its epochs are not given out twice', async () => {
  const folder = folders.copyOf(closed)
  const { epoch } = await expectLoads(folders.copyOf(closed))
  rmSync(mark(folder))
  expect((await expectLoads(folder)).epoch).toBeGreaterThan(epoch + 100)
})

test('[SD5] a log without a whole transaction is nothing: cut off at its first frame, zeros, empty', async () => {
  const begun = readFileSync(log(killed)).subarray(0, 2000)
  for (const bytes of [begun, begun.subarray(0, 32), Buffer.alloc(32), Buffer.alloc(0)]) {
    const folder = folders.copyOf(closed)
    writeFileSync(log(folder), bytes)
    expect((await expectLoads(folder)).last).toBe(60)
  }
})

test('[SD6] a write that was cut off before it was acknowledged is left out', async () => {
  const folder = folders.copyOf(killed)
  const { last } = await expectLoads(folders.copyOf(killed))
  appendFileSync(log(folder), readFileSync(log(folder)).subarray(-6000))
  expect((await expectLoads(folder)).last).toBe(last)
})

test('[SD7] in another process: the second is told which folder and what to do, until the first is gone', async () => {
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

test('[SD8] in the same process: also by another name of the folder, and the lock outlives the attempt', async () => {
  const folder = folders.copyOf(closed)
  const first = await openSqliteStorage({ folder })
  await first.load()
  const second = await openSqliteStorage({ folder: `${folder}/../${folder.split('/').at(-1)}` })
  await expect(second.load()).rejects.toThrow(StoreInUse)
  const stranger = spawnSync(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    '-e',
    `const { DatabaseSync } = require('node:sqlite')
     new DatabaseSync(${JSON.stringify(database(folder))}).exec('SELECT * FROM journal')`,
  ])
  expect(stranger.stderr.toString()).toContain('database is locked')
  await first.close()
})
