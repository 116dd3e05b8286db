import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test, vi } from 'vitest'
import { sampleEntries, talliesAt } from '../contract/sampleEntries.ts'
import { createAppending } from './append.ts'
import { createCheckpointing } from './checkpoint.ts'
import { inTransaction } from './database.ts'
import { storePaths } from './folder.ts'
import { inspect } from './inspect.ts'
import { openStore, type OpenStore } from './open.ts'
import { toBatch } from './sqlite.ts'
import { temporaryFolders } from './testing/sampleStores.ts'
import { log, openKeeper } from './testing/storeTools.ts'

const folders = temporaryFolders()
afterAll(folders.remove)

const FULL = 2
const synchronous = ({ database }: OpenStore) => database.prepare('PRAGMA synchronous').get()?.synchronous
const documentsOf = (seq: number) =>
  talliesAt(seq).map(({ value, ...named }) => ({ ...named, json: JSON.stringify(value) }))

test('[SW1] every commit that is acknowledged is synced, also after the unsynced slices of a checkpoint', () => {
  const paths = storePaths(folders.folder())
  const standing = openStore(paths, inspect(paths), { folder: paths.folder, durable: true, maxPages: null })
  const append = createAppending(standing)
  const { begin, keep, finish, sweep } = createCheckpointing(standing)
  append([toBatch(sampleEntries(1, 10, standing.meta.epoch), standing.meta.epoch, 0)])
  const steps = [
    () => begin(10),
    () => keep(documentsOf(10)),
    () => begin(10),
    () => keep(documentsOf(10)),
    () => finish(10),
    sweep,
  ]
  for (const step of steps) {
    expect(synchronous(standing)).toBe(FULL)
    step()
  }
  expect(() => keep([{ id: 'tally/x', version: Number.NaN, json: '{}' }])).toThrow()
  expect(synchronous(standing)).toBe(FULL)
  standing.close()
})

test('[SW2] a checkpoint that was begun and never finished counts for nothing, and leaves nothing behind', () => {
  const folder = folders.folder()
  const paths = storePaths(folder)
  const settings = { folder, durable: true, maxPages: null }
  const standing = openStore(paths, inspect(paths), settings)
  createAppending(standing)([toBatch(sampleEntries(1, 20, standing.meta.epoch), standing.meta.epoch, 0)])
  const { begin, keep, finish } = createCheckpointing(standing)
  begin(10)
  keep(documentsOf(10))
  finish(10)
  begin(20)
  keep(documentsOf(20))
  standing.close()
  const again = openKeeper(folder)
  const { documents, checkpointSeq, entries } = again.answers.load(null)
  expect({ documents, checkpointSeq }).toEqual({ documents: documentsOf(10), checkpointSeq: 10 })
  expect(entries).toHaveLength(10)
  again.answers.close(null)
  const unswept = inspect(paths)
  expect(unswept.unfinished).toEqual([])
})

test('[SW3] under load without a pause the log stays small', () => {
  const folder = folders.folder()
  const keeper = openKeeper(folder)
  const { epoch } = keeper.answers.load(null)
  const entriesAtOnce = 500
  for (let first = 1; first < 60_000; first += entriesAtOnce) {
    const batch = toBatch(sampleEntries(first, first + entriesAtOnce - 1, epoch), epoch, 0)
    expect(keeper.append([batch])).toEqual([null])
  }
  expect(statSync(log(folder)).size).toBeLessThan(24_000_000)
  keeper.answers.close(null)
}, 30_000)

test('[SW4] a transaction that fails half-way leaves nothing, and the next one is not disturbed', () => {
  const paths = storePaths(folders.folder())
  const standing = openStore(paths, inspect(paths), { folder: paths.folder, durable: true, maxPages: null })
  const { epoch } = standing.meta
  const count = () => standing.database.prepare('SELECT count(*) AS entries FROM journal').get()?.entries
  const half = () => {
    standing.database.exec("INSERT INTO journal(seq, top_at, crc, json) VALUES(1, 0, 0, '')")
    throw new Error('half-way')
  }
  expect(() => inTransaction(standing.database, half)).toThrow('half-way')
  expect(count()).toBe(0)
  expect(createAppending(standing)([toBatch(sampleEntries(1, 3, epoch), epoch, 0)])).toEqual([null])
  standing.close()
})

test('[SW5] a journal that cannot be written anew goes on, and is asked again to forget', () => {
  const keeper = openKeeper(folders.folder())
  const { epoch } = keeper.answers.load(null)
  const of = (first: number) => toBatch(sampleEntries(first, first + 9, epoch), epoch, 0)
  keeper.append([of(1)])
  keeper.answers.beginCheckpoint({ seq: 10 })
  keeper.answers.finishCheckpoint({ seq: 10 })
  const forgetting = { ids: ['player1'], externalIds: [], documents: [], lists: [], nameFields: [] }
  const exec = DatabaseSync.prototype.exec
  const refused = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql === 'VACUUM') throw Object.assign(new Error('unable to open database file'), { errcode: 14 })
    exec.call(this, sql)
  })
  expect(() => keeper.answers.forget(forgetting)).toThrow('could not be written anew')
  refused.mockRestore()
  expect(keeper.append([of(11)])).toEqual([null])
  keeper.answers.forget(forgetting)
  expect(keeper.answers.tail({ seq: 0, limit: 1 })[0]).toContain('"input":null')
  keeper.answers.close(null)
})
