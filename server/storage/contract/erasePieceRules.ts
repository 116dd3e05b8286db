import { expect, test } from 'vitest'
import type { Erasure } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { sampleEntry } from './sampleEntries.ts'

const steamId = '76561198012345678'
const erasure: Erasure = { ids: ['ann-1'], externalIds: [steamId], documents: [], archives: {} }
const ENTRIES = 8_000

/** An entry of the person, and one of another, in turn. */
const entryOf = (seq: number, epoch: number) => {
  const actor = seq % 2 === 0 ? 'ann-1' : 'bob-1'
  const text = `${seq % 2 === 0 ? steamId : 'free'} ${'x'.repeat(seq % 300)}`
  return sampleEntry(seq, epoch, {
    actor,
    input: { text },
    changes: [],
    archive: [{ kind: 'signIns', about: [actor], row: { text } }],
  })
}

export const erasePieceRules = (place: Place) => {
  test('[DM1] appends are written between the pieces of an erasure, and both are complete', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    for (let first = 1; first <= ENTRIES; first += 500)
      await storage.append(Array.from({ length: 500 }, (_, at) => entryOf(first + at, epoch)))
    await storage.checkpoint(ENTRIES, [])
    let isErased = false
    // What is left in files is rewritten by Redis itself in the background.
    const erased = storage.erase({ ...erasure, skipCompaction: true }).finally(() => {
      isErased = true
    })
    let last = ENTRIES
    while (!isErased) {
      last += 1
      await storage.append([sampleEntry(last, epoch, { actor: 'bob-1', changes: [] })])
    }
    await erased
    await storage.erase(erasure)
    expect(last - ENTRIES).toBeGreaterThan(5)
    expect(await place().raw()).not.toContain(steamId)
    const reopened = await place().reopen()
    await reopened.load()
    const [kept, later] = await Promise.all([reopened.tail(0, ENTRIES), reopened.tail(ENTRIES, ENTRIES)])
    expect(kept.filter(({ input }) => input === null)).toHaveLength(ENTRIES / 2)
    expect(later.map(({ seq }) => seq)).toEqual(Array.from({ length: last - ENTRIES }, (_, at) => ENTRIES + 1 + at))
    const page = await reopened.archivePage({ kind: 'audit', before: null, limit: ENTRIES })
    expect(page.rows.length).toBe(last - ENTRIES)
  })
}
