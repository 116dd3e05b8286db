import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { sampleEntries, talliesAt } from '../contract/sampleEntries.ts'
import { wholeLoad } from '../contract/wholeLoad.ts'
import { importExport } from '../transfer/importExport.ts'
import { exportStore } from '../transfer/writeExport.ts'
import { createAppends } from './append.ts'
import { createCheckpoints } from './checkpoint.ts'
import { inTransaction } from './database.ts'
import { inspect } from './inspect.ts'
import { type OpenStore, openStore } from './open.ts'
import { storePaths } from './paths.ts'
import { openSqliteStorage, toBatch } from './sqlite.ts'
import { temporaryFolders } from './testing/sampleStores.ts'
import { documentsIn, edit, log, openInThread, settingsFor } from './testing/storeTools.ts'
import { openSqliteSource } from './transferSource.ts'
import { openSqliteTarget } from './transferTarget.ts'

const folders = temporaryFolders()
afterAll(folders.remove)

const FULL = 2
const synchronous = ({ database }: OpenStore) => database.prepare('PRAGMA synchronous').get()?.synchronous
const documentsOf = (seq: number) =>
  talliesAt(seq).map(({ value, ...named }) => ({ ...named, json: JSON.stringify(value) }))

test('[SW13] every acknowledged commit is synced, even after the unsynced slices of a checkpoint', () => {
  const paths = storePaths(folders.folder())
  const store = openStore(paths, inspect(paths), settingsFor(paths.folder))
  const append = createAppends(store)
  const { begin, keepDocuments: keep, finish, sweep } = createCheckpoints(store)
  append([toBatch(sampleEntries(1, 10, store.meta.epoch), store.meta.epoch, 0)])
  const steps = [
    () => begin(10),
    () => keep(documentsOf(10)),
    () => begin(10),
    () => keep(documentsOf(10)),
    () => finish(10, 0),
    sweep,
  ]
  for (const step of steps) {
    expect(synchronous(store)).toBe(FULL)
    step()
  }
  expect(() => keep([{ id: 'tally/x', version: Number.NaN, json: '{}' }])).toThrow()
  expect(synchronous(store)).toBe(FULL)
  store.close()
})

test('[SW14] a checkpoint that was not finished is ignored, and its rows are removed', () => {
  const folder = folders.folder()
  const paths = storePaths(folder)
  const store = openStore(paths, inspect(paths), settingsFor(folder))
  createAppends(store)([toBatch(sampleEntries(1, 20, store.meta.epoch), store.meta.epoch, 0)])
  const { begin, keepDocuments: keep, finish } = createCheckpoints(store)
  begin(10)
  keep(documentsOf(10))
  finish(10, 0)
  begin(20)
  keep(documentsOf(20))
  store.close()
  const again = openInThread(folder)
  const { checkpointSeq } = again.handlers.load(null)
  const expected = documentsOf(10).map(({ json, ...rest }) => ({ ...rest, value: JSON.parse(json) }))
  expect({ documents: documentsIn(again), checkpointSeq }).toEqual({ documents: expected, checkpointSeq: 10 })
  expect(again.handlers.tail({ seq: 10, limit: 100 })).toHaveLength(10)
  again.handlers.close(null)
  const unswept = inspect(paths)
  expect(unswept.obsolete).toEqual([])
})

test('[SW15] under continuous load the log stays small', () => {
  const folder = folders.folder()
  const hub = openInThread(folder)
  const { epoch } = hub.handlers.load(null)
  const entriesAtOnce = 500
  for (let first = 1; first < 60_000; first += entriesAtOnce) {
    const batch = toBatch(sampleEntries(first, first + entriesAtOnce - 1, epoch), epoch, 0)
    expect(hub.append([batch])).toEqual([null])
  }
  expect(statSync(log(folder)).size).toBeLessThan(24_000_000)
  hub.handlers.close(null)
})

test('[SW23] a write that fills the log is answered before the log is emptied', () => {
  const folder = folders.folder()
  const store = openInThread(folder)
  const { epoch } = store.handlers.load(null)
  const size = () => statSync(storePaths(folder).database).size
  const sizes = [size()]
  store.append([toBatch(sampleEntries(1, 5_000, epoch), epoch, 0)], (outcomes) => {
    expect(outcomes).toEqual([null])
    sizes.push(size())
  })
  expect(sizes[1]).toBe(sizes[0])
  expect(size()).toBeGreaterThan(2 * (sizes[0] ?? 0))
  store.handlers.close(null)
})

test('[SW16] a transaction that fails half-way writes nothing, and the next one succeeds', () => {
  const paths = storePaths(folders.folder())
  const store = openStore(paths, inspect(paths), settingsFor(paths.folder))
  const { epoch } = store.meta
  const count = () => store.database.prepare('SELECT count(*) AS entries FROM journal').get()?.entries
  const half = () => {
    store.database.exec("INSERT INTO journal(seq, top_at, crc, json) VALUES(1, 0, 0, '')")
    throw new Error('half-way')
  }
  expect(() => inTransaction(store.database, half)).toThrow('half-way')
  expect(count()).toBe(0)
  expect(createAppends(store)([toBatch(sampleEntries(1, 3, epoch), epoch, 0)])).toEqual([null])
  store.close()
})

/** A store that keeps entries for this long, with a checkpoint of 1,000 entries and one of 1,010. */
const trimmed = async (folder: string, journalKeptMs: number) => {
  const storage = await openSqliteStorage({ folder, journalKeptMs })
  const { epoch } = await storage.load()
  await storage.append(sampleEntries(1, 1_000, epoch))
  await storage.checkpoint(1_000, talliesAt(1_000))
  await storage.append(sampleEntries(1_001, 1_010, epoch))
  await storage.checkpoint(1_010, talliesAt(1_010))
  return { storage, epoch }
}

test('[SW18] entries that a checkpoint has held for long enough are trimmed; the last entry and archives stay', async () => {
  const folder = folders.folder()
  const { storage, epoch } = await trimmed(folder, 0)
  await expect(storage.tail(1_008, 5)).rejects.toThrow('Entries up to 1009 are not kept here')
  expect((await storage.tail(1_009, 5)).map(({ seq }) => seq)).toEqual([1_010])
  await storage.append(sampleEntries(1_011, 1_012, epoch))
  await storage.close()
  const again = await openSqliteStorage({ folder, journalKeptMs: 0 })
  const loaded = await wholeLoad(again)
  expect(loaded).toMatchObject({ checkpointSeq: 1_010, lastSeq: 1_012 })
  expect(await again.findAnswer('player1', 'order-1009')).toBeNull()
  expect(await again.findAnswer('player2', 'order-1010')).toMatchObject({ seq: 1_010 })
  expect(loaded.entries.map(({ seq }) => seq)).toEqual([1_011, 1_012])
  const { rows } = await again.archivePage({ kind: 'audit', about: 'tally/t1', before: null, limit: 1_000 })
  expect(rows).toHaveLength(203)
  await again.close()
})

test('[SW19] entries that are not old yet are kept', async () => {
  const { storage } = await trimmed(folders.folder(), 3_600_000)
  expect(await storage.tail(0, 2_000)).toHaveLength(1_010)
  await storage.close()
})

test('[SW20] an export of a trimmed store holds everything that is kept, and is imported as such', async () => {
  const [folder, target] = [folders.folder(), folders.folder()]
  const { storage } = await trimmed(folder, 0)
  await storage.close()
  const file = join(folders.folder(), 'export')
  const { journal, archive } = await exportStore({ open: () => openSqliteSource(folder), file, now: 1 })
  expect({ journal, archive }).toEqual({ journal: 1, archive: 1_010 })
  const imported = await openSqliteTarget(target)
  await importExport({ file, target: imported }).finally(imported.close)
  const moved = await openSqliteStorage({ folder: target })
  const loaded = await moved.load()
  expect(loaded).toMatchObject({ checkpointSeq: 1_010, lastSeq: 1_010 })
  await moved.append(sampleEntries(1_011, 1_011, loaded.epoch))
  await moved.close()
})

test('[SW21] a load reads no entry that the checkpoint covers', async () => {
  const folder = folders.folder()
  const { storage } = await trimmed(folder, 3_600_000)
  await storage.close()
  edit(folder, "UPDATE journal SET json = 'unreadable' WHERE seq <= 1010")
  const again = await openSqliteStorage({ folder })
  expect(await again.load()).toMatchObject({ checkpointSeq: 1_010, lastSeq: 1_010 })
  await again.close()
})

test('[MX11] a clock that is set forward does not shorten the time for which entries are kept, of this run and of earlier ones', async () => {
  const folder = folders.folder()
  const { storage } = await trimmed(folder, 3_600_000)
  await storage.close()
  const again = await openSqliteStorage({ folder, journalKeptMs: 3_600_000 })
  const { epoch } = await again.load()
  await again.append(sampleEntries(1_011, 1_020, epoch))
  await again.checkpoint(1_020, talliesAt(1_020))
  const tomorrow = Date.now() + 24 * 3_600_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => tomorrow)
  await again.append(sampleEntries(1_021, 1_030, epoch))
  await again.checkpoint(1_030, talliesAt(1_030))
  clock.mockRestore()
  expect(await again.tail(0, 2_000)).toHaveLength(1_030)
  expect(await again.findAnswer('player1', 'order-1')).toMatchObject({ seq: 1 })
  await again.close()
})

test('[SW22] documents that were looked at before a load are read and returned once, many of them in several pieces', async () => {
  const folder = folders.folder()
  const filled = await openSqliteStorage({ folder })
  const { epoch } = await filled.load()
  await filled.append(sampleEntries(1, 10, epoch))
  const long = 'x'.repeat(1_000)
  const written = Array.from(
    { length: 900 },
    (_, nth) => ({ id: `tally/n${nth}`, version: 1, value: { nth, long } }) as const,
  )
  await filled.checkpoint(10, written)
  await filled.close()
  const byNumber = (found: readonly { readonly value: object }[]) =>
    found.toSorted(({ value: one }, { value: other }) => (one as { nth: number }).nth - (other as { nth: number }).nth)
  const storage = await openSqliteStorage({ folder })
  const looked: (typeof written)[number][] = []
  const loaded = await storage.load(async ({ documents }) => void looked.push(...(documents as typeof written)))
  expect(byNumber(looked)).toEqual(written)
  expect(loaded.documents).toEqual([])
  expect(byNumber((await storage.load()).documents)).toEqual(written)
  await storage.close()
  const store = openInThread(folder)
  store.handlers.load(null)
  const pieces = Array.from({ length: 5 }, () => store.handlers.documents(null))
  expect(pieces.filter((piece) => piece !== null).length).toBeGreaterThan(1)
  expect(pieces.at(-1)).toBeNull()
  store.handlers.close(null)
})

test('[SQ2114] under load, too, other requests are answered between groups of entries, and closing keeps all of them', async () => {
  const folder = folders.folder()
  const storage = await openSqliteStorage({ folder })
  const { epoch } = await wholeLoad(storage)
  const [groups, size] = [200, 32]
  const written: Promise<void>[] = []
  const read: Promise<number>[] = []
  for (let nth = 0; nth < groups; nth += 1) {
    const first = nth * size + 1
    written.push(storage.append(sampleEntries(first, first + size - 1, epoch)))
    if (nth % 10 === 5) read.push(storage.tail(first + size - 2, 1).then(([entry]) => entry?.seq ?? 0))
    if (nth % 4 === 3) await written.at(-2)
  }
  expect(await Promise.all(read)).toEqual(Array.from({ length: groups / 10 }, (_, nth) => (nth * 10 + 6) * size))
  await storage.close()
  await Promise.all(written)
  const again = await openSqliteStorage({ folder })
  expect((await again.load()).lastSeq).toBe(groups * size)
  await again.close()
})
