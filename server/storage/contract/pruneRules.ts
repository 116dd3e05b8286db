import { expect, test } from 'vitest'
import type { Storage } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { sampleEntry } from './sampleEntries.ts'

const dayMs = 86_400_000
const start = 1_700_000_000_000

const rowOf = (n: number) => ({ kind: 'chat', about: [n % 2 === 0 ? 'ann' : 'bob'], row: { text: `said ${n}.` } })

/** One entry a day, with one row of chat and one of another archive each. */
const fill = async (storage: Storage, epoch: number, days: number) => {
  const entries = Array.from({ length: days }, (_, n) =>
    sampleEntry(n + 1, epoch, {
      at: start + n * dayMs,
      changes: [],
      archive: [rowOf(n), { kind: 'kills', about: ['ann'], row: { n } }],
    }),
  )
  for (let first = 0; first < days; first += 500) await storage.append(entries.slice(first, first + 500))
}

const textsOf = async (storage: Storage, kind = 'chat', about?: string) => {
  const page = await storage.archivePage({ kind, before: null, limit: 2_000, ...(about !== undefined && { about }) })
  return page.rows.map(({ row }) => row.text ?? row.n)
}

/** What removing old rows of one archive promises. */
export const pruneRules = (place: Place) => {
  test('[DM22] rows older than a time are removed, from pages by person too, and those of other archives stay', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await fill(storage, epoch, 900)
    expect(await storage.prune('chat', start + 897 * dayMs)).toBe(897)
    expect(await textsOf(storage)).toEqual(['said 899.', 'said 898.', 'said 897.'])
    expect(await textsOf(storage, 'chat', 'ann')).toEqual(['said 898.'])
    expect(await textsOf(storage, 'kills')).toHaveLength(900)
    expect(await storage.prune('chat', start + 897 * dayMs)).toBe(0)
    const again = await place().reopen()
    await again.load()
    expect(await textsOf(again)).toHaveLength(3)
  })

  test('[DM23] a row with a time in the future does not keep the old rows after it', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const days = [0, 9_000, 1, 2, 50]
    await storage.append(
      days.map((day, n) => sampleEntry(n + 1, epoch, { at: start + day * dayMs, changes: [], archive: [rowOf(n)] })),
    )
    expect(await storage.prune('chat', start + 10 * dayMs)).toBe(3)
    expect(await textsOf(storage)).toEqual(['said 4.', 'said 1.'])
  })

  test('[DM24] an archive from which all rows were removed is empty, takes new rows, and can be erased', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await fill(storage, epoch, 5)
    await storage.checkpoint(5, [])
    expect(await storage.prune('chat', start + 100 * dayMs)).toBe(5)
    expect(await storage.prune('unknown', start)).toBe(0)
    await storage.append([sampleEntry(6, epoch, { changes: [], archive: [rowOf(6), rowOf(7)] })])
    await storage.erase({ ids: ['ann'], externalIds: [], documents: [], archives: {} })
    expect(await textsOf(storage)).toEqual(['said 7.'])
    expect(await textsOf(storage, 'chat', 'ann')).toEqual([])
  })

  test('[DM25] entries are appended while old rows are removed, and their rows stay', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await fill(storage, epoch, 1_500)
    const pruned = storage.prune('chat', start + 1_500 * dayMs)
    for (let n = 1_500; n < 1_520; n += 1)
      await storage.append([sampleEntry(n + 1, epoch, { at: start + n * dayMs, changes: [], archive: [rowOf(n)] })])
    expect(await pruned).toBe(1_500)
    expect(await textsOf(storage)).toHaveLength(20)
  })
}
