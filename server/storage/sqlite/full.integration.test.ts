import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { NotWritten, type Storage } from '../../engine/storage.ts'
import { sampleEntries, sampleEntry, talliesAt } from '../contract/sampleEntries.ts'
import { createAppends } from './append.ts'
import { inspect } from './inspect.ts'
import { openStore } from './open.ts'
import { storePaths } from './paths.ts'
import { toProblem } from './problems.ts'
import { openSqliteStorage, toBatch } from './sqlite.ts'
import { temporaryFolders } from './testing/sampleStores.ts'
import { expectLoads, settingsFor } from './testing/storeTools.ts'

// Threads, processes and syncs are slow on a busy machine.
const folders = temporaryFolders()
afterAll(folders.remove)

const MUCH = 10_000

/** Appends entries until the store is full. Returns the last acknowledged seq and the refusal. */
const fillUp = async (storage: Storage, from: number, epoch: number) => {
  for (let seq = from + 1; seq < MUCH; seq += 1) {
    const refusal = await storage.append([sampleEntry(seq, epoch)]).catch((error: unknown) => error)
    if (refusal) return { last: seq - 1, refusal }
  }
  throw new Error('There was room for everything.')
}

test('[SF1] a full store refuses with NotWritten and the cause, loses nothing, and accepts writes when it has space again', async () => {
  const folder = folders.folder()
  const small = await openSqliteStorage({ folder, maxPages: 20 })
  const { epoch } = await small.load()
  const { last, refusal } = await fillUp(small, 0, epoch)
  expect(refusal).toBeInstanceOf(NotWritten)
  expect(refusal).toMatchObject({ reason: 'full', message: expect.stringMatching(`no room.*${folder}.*Make room`) })
  await expect(small.checkpoint(last, talliesAt(last))).resolves.toBeUndefined()
  await expect(small.append(sampleEntries(last + 1, last + 50, epoch))).rejects.toThrow(NotWritten)
  expect(await small.tail(0, MUCH)).toEqual(sampleEntries(1, last, epoch))
  await small.close()
  const large = await openSqliteStorage({ folder, maxPages: 2000 })
  const { epoch: next } = await large.load()
  await large.append(sampleEntries(last + 1, last + 50, next))
  await large.close()
  expect((await expectLoads(folder)).last).toBe(last + 50)
})

test('[SF2] appends that follow a refused one are refused too, even if they would fit', async () => {
  const folder = folders.folder()
  const storage = await openSqliteStorage({ folder, maxPages: 20 })
  const { epoch } = await storage.load()
  await storage.append([sampleEntry(1, epoch)])
  const large = sampleEntry(2, epoch, { input: 'x'.repeat(100_000) })
  const outcomes = await Promise.allSettled([
    storage.append([large]),
    storage.append([sampleEntry(3, epoch)]),
    storage.append([sampleEntry(4, epoch)]),
  ])
  for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(NotWritten) })
  await storage.append(sampleEntries(2, 4, epoch))
  expect(await storage.tail(0, MUCH)).toEqual(sampleEntries(1, 4, epoch))
  await storage.close()
})

test('[SF3] a batch that was sent before its sender knew of a refusal is refused', () => {
  const paths = storePaths(folders.folder())
  const settings = { ...settingsFor(paths.folder), maxPages: 20 }
  const store = openStore(paths, inspect(paths), settings)
  const append = createAppends(store)
  const { epoch } = store.meta
  const large = toBatch([sampleEntry(1, epoch, { input: 'x'.repeat(100_000) })], epoch, 0)
  expect(append([large])).toMatchObject([{ kind: 'full' }])
  expect(append([toBatch([sampleEntry(2, epoch)], epoch, 0)])).toMatchObject([{ kind: 'full' }])
  store.database.exec('PRAGMA max_page_count=1000')
  expect(append([{ ...large, refusals: 1 }])).toEqual([null])
  store.close()
})

const mountSmallDisk = (folder: string) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status === 0

/** A container may forbid it even to root. */
const mayMount = () => {
  const folder = folders.folder()
  return mountSmallDisk(folder) && spawnSync('umount', [folder]).status === 0
}

/** A real file system of 1 MB. */
const withSmallDisk = async (use: (folder: string) => Promise<void>) => {
  const folder = folders.folder()
  expect(mountSmallDisk(folder)).toBe(true)
  try {
    await use(folder)
  } finally {
    execFileSync('umount', [folder])
  }
}

const appendWithFileLimit = (folder: string) => {
  const script = fileURLToPath(new URL('./testing/appendUntilError.ts', import.meta.url))
  const command = 'ulimit -f 200; exec "$0" --disable-warning=ExperimentalWarning "$1" "$2"'
  const { stdout, stderr } = spawnSync('sh', ['-c', command, process.execPath, script, folder], { encoding: 'utf8' })
  if (stdout === '') throw new Error(`The appender printed nothing: ${stderr}`)
  return JSON.parse(stdout) as {
    acknowledged: number
    first: { kind: string; message: string }
    second: { kind: string; message: string }
  }
}

const fullOnSmallDisk = async (folder: string) => {
  const ballast = join(folder, 'ballast')
  writeFileSync(ballast, Buffer.alloc(600_000))
  const storage = await openSqliteStorage({ folder })
  const { epoch } = await storage.load()
  const { last, refusal } = await fillUp(storage, 0, epoch)
  expect(refusal).toMatchObject({ reason: 'full' })
  // More than fits into the log's own pages, once they have been carried over.
  const text = 'x'.repeat(600_000)
  await expect(storage.append([sampleEntry(last + 1, epoch, { input: text })])).rejects.toThrow(NotWritten)
  await expect(storage.checkpoint(last, [{ id: 'large/one', version: 1, value: { text } }])).rejects.toThrow(NotWritten)
  rmSync(ballast)
  await storage.append(sampleEntries(last + 1, last + 30, epoch))
  await storage.checkpoint(last + 30, talliesAt(last + 30))
  await storage.close()
  expect((await expectLoads(folder)).last).toBe(last + 30)
}

if (mayMount()) {
  test('[SF4] on a full disk writes are refused, nothing is lost, and writes succeed when there is space again', () =>
    withSmallDisk(fullOnSmallDisk))
} else {
  test('[SF11] (mounting is not permitted here: files of limited size instead) acknowledged entries are kept', async () => {
    const folder = folders.folder()
    const { acknowledged } = appendWithFileLimit(folder)
    expect((await expectLoads(folder)).last).toBeGreaterThanOrEqual(acknowledged)
  })
}

test('[SF5] after a write with an unknown outcome the store refuses writes until it is loaded again; acknowledged entries are kept', async () => {
  const folder = folders.folder()
  const { acknowledged, first, second } = appendWithFileLimit(folder)
  expect(acknowledged).toBeGreaterThan(0)
  for (const error of [first, second])
    expect(error).toMatchObject({
      kind: 'Error',
      message: expect.stringMatching(/journal\.db could not.*start the hub/),
    })
  expect((await expectLoads(folder)).last).toBeGreaterThanOrEqual(acknowledged)
})

test('[MY4] a quota that is used up counts as a full disk where the system names it; where SQLite hides it, the owner is referred to it', () => {
  const folder = folders.folder()
  const refused = (code: string) => Object.assign(new Error(`${code}: write`), { code })
  expect(toProblem(refused('EDQUOT'), folder)).toMatchObject({ kind: 'full', message: expect.stringContaining(folder) })
  expect(toProblem(refused('EIO'), folder)).toMatchObject({ kind: 'failed' })
  // A limit on files fails a write of SQLite as a quota does.
  expect(appendWithFileLimit(folder).first.message).toMatch(/could not be written.*no quota is used up.*start/)
})
