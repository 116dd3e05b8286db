import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test, vi } from 'vitest'
import { sampleEntries, talliesAt } from '../contract/sampleEntries.ts'
import { createAppends } from './append.ts'
import { createCheckpoints } from './checkpoint.ts'
import { inTransaction } from './database.ts'
import { storePaths } from './folder.ts'
import { inspect } from './inspect.ts'
import { type OpenStore, openStore } from './open.ts'
import { toBatch } from './sqlite.ts'
import { temporaryFolders } from './testing/sampleStores.ts'
import { log, openInThread, settingsFor } from './testing/storeTools.ts'

const folders = temporaryFolders()
afterAll(folders.remove)

const FULL = 2
const synchronous = ({ database }: OpenStore) => database.prepare('PRAGMA synchronous').get()?.synchronous
const documentsOf = (seq: number) =>
  talliesAt(seq).map(({ value, ...named }) => ({ ...named, json: JSON.stringify(value) }))

test('[SW1] every acknowledged commit is synced, also after the unsynced slices of a checkpoint', () => {
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

test('[SW2] a checkpoint that was not finished is ignored, and its rows are removed', () => {
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
  const { documents, checkpointSeq, entries } = again.handlers.load(null)
  expect({ documents, checkpointSeq }).toEqual({ documents: documentsOf(10), checkpointSeq: 10 })
  expect(entries).toHaveLength(10)
  again.handlers.close(null)
  const unswept = inspect(paths)
  expect(unswept.unfinished).toEqual([])
})

test('[SW3] under continuous load the log stays small', () => {
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
}, 30_000)

test('[SW4] a transaction that fails half-way writes nothing, and the next one succeeds', () => {
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

test('[SW5] after an erasure that could not rewrite the file, appends continue and the erasure can be repeated', () => {
  const hub = openInThread(folders.folder())
  const { epoch } = hub.handlers.load(null)
  const of = (first: number) => toBatch(sampleEntries(first, first + 9, epoch), epoch, 0)
  hub.append([of(1)])
  hub.handlers.beginCheckpoint({ seq: 10 })
  hub.handlers.finishCheckpoint({ seq: 10, now: 0 })
  const erasure = { ids: ['player1'], externalIds: [], documents: [], archives: {} }
  const exec = DatabaseSync.prototype.exec
  const refused = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql === 'VACUUM') throw Object.assign(new Error('unable to open database file'), { errcode: 14 })
    exec.call(this, sql)
  })
  expect(() => hub.handlers.erase(erasure)).toThrow('could not be written anew')
  refused.mockRestore()
  expect(hub.append([of(11)])).toEqual([null])
  hub.handlers.erase(erasure)
  expect(hub.handlers.tail({ seq: 0, limit: 1 })[0]).toContain('"input":null')
  hub.handlers.close(null)
})
