import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ConfigError } from '../config/configError.ts'
import type { Entry } from '../engine/entry.ts'
import { openSqliteStorage } from '../storage/sqlite/sqlite.ts'
import { tightenDataDir } from '../storage/tightenDataDir.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { makeDataDir, notingLastEntry } from './node.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Each call opens the same store. */
function onDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
  folders.push(folder)
  return () => openSqliteStorage({ folder })
}
function inMemory() {
  const { storage } = createMemoryStorage()
  return async () => storage
}
const entry = (seq: number, epoch: number, at: number): Entry => ({
  seq,
  epoch,
  at,
  actor: 'test',
  command: 'test.note',
  commandId: null,
  input: null,
  output: null,
  changes: [{ id: 'note/x', version: seq, patches: [{ op: 'replace', path: [], value: { seq } }] }],
  archive: [],
})

describe.each([
  ['on a disk', onDisk],
  ['in memory', inMemory],
])('%s', (_where, place) => {
  test('[LE1] the time of the last entry before a start is known, with or without a checkpoint', {
    tags: 'slow',
  }, async () => {
    const open = place()
    const run = async (work: (storage: Awaited<ReturnType<typeof open>>, epoch: number) => Promise<unknown>) => {
      const { storage, lastEntryAt } = notingLastEntry(await open())
      const { epoch } = await storage.load()
      await work(storage, epoch)
      await storage.close()
      return lastEntryAt()
    }
    expect(await run((storage, epoch) => storage.append([entry(1, epoch, 1_000), entry(2, epoch, 2_000)]))).toBeNull()
    expect(await run((storage) => storage.checkpoint(2, [{ id: 'note/x', version: 2, value: { seq: 2 } }]))).toBe(2_000)
    expect(await run((storage, epoch) => storage.append([entry(3, epoch, 3_000)]))).toBe(2_000)
    expect(await run(async () => {})).toBe(3_000)
  })
})

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'waterhole-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('[DD1] the data folder is created with its parents, and an existing one is left as it is', () => {
  const deep = join(folder, 'a/b/c')
  makeDataDir(deep)
  makeDataDir(deep)
  expect(existsSync(deep)).toBe(true)
})

test('[DD2] a file in its place or above it is named', () => {
  const file = join(folder, 'notes')
  writeFileSync(file, 'x')
  for (const path of [file, join(file, 'data'), join(file, 'deeper/data')]) {
    expect(() => makeDataDir(path)).toThrow(ConfigError)
    expect(() => makeDataDir(path)).toThrow(`DATA_DIR holds "${path}"; ${file} is not a folder`)
  }
})

test('[DD3] a folder that cannot be created is reported at once', () => {
  expect(() => makeDataDir('/proc/waterhole/data')).toThrow('/proc/waterhole cannot be made there')
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('[V14.2.4] [DD4] files of the hub are readable only for its user, also files that were readable for others before', () => {
  const made = join(folder, 'a/data')
  makeDataDir(made)
  expect([modeOf(join(folder, 'a')), modeOf(made)]).toEqual(['700', '700'])
  const ours = [
    ...['journal.db', 'journal.db-wal', 'journal.db-shm', 'journal.mark'],
    ...['replay/main-5.segment', 'fixtures/lost-pack-2.jsonl'],
  ]
  for (const name of ['replay', 'fixtures']) mkdirSync(join(made, name), { mode: 0o755 })
  for (const name of [...ours, 'notes.txt']) {
    writeFileSync(join(made, name), 'x')
    chmodSync(join(made, name), 0o644)
  }
  chmodSync(made, 0o755)
  tightenDataDir(made)
  expect(ours.map((name) => modeOf(join(made, name)))).toEqual(ours.map(() => '600'))
  expect(['replay', 'fixtures'].map((name) => modeOf(join(made, name)))).toEqual(['700', '700'])
  // Files and permissions that the owner set are kept.
  expect([modeOf(join(made, 'notes.txt')), modeOf(made)]).toEqual(['644', '755'])
})

test('[DD5] a symbolic link changes no permissions of its target', () => {
  const elsewhere = join(folder, 'elsewhere')
  writeFileSync(elsewhere, 'x')
  chmodSync(elsewhere, 0o644)
  const made = join(folder, 'data')
  mkdirSync(made)
  symlinkSync(elsewhere, join(made, 'journal.db'))
  symlinkSync(folder, join(made, 'replay'))
  tightenDataDir(made)
  expect(modeOf(elsewhere)).toBe('644')
})
