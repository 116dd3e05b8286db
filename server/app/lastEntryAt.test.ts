import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Entry } from '../engine/entry.ts'
import { openSqliteStorage } from '../storage/sqlite.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { notingLastEntry } from './lastEntryAt.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Gives the same store again each time it is opened. */
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
  ...{ seq, epoch, at, actor: 'test', command: 'test.note', commandId: null, input: null, output: null },
  changes: [{ id: 'note/x', version: seq, patches: [{ op: 'replace', path: [], value: { seq } }] }],
  archive: [],
})

describe.each([
  ['on a disk', onDisk],
  ['in memory', inMemory],
])('%s', (_where, place) => {
  test('[LE1] it is known when the last run wrote last, whether that is in a checkpoint or not', async () => {
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
