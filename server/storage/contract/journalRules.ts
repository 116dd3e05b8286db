import { expect, test } from 'vitest'
import type { Place } from './openPlace.ts'
import { sampleEntries, sampleEntry } from './sampleEntries.ts'

const ALL = 10_000

export const journalRules = (place: Place) => {
  test('[ST1] an empty place loads as nothing, with an epoch', async () => {
    const loaded = await place().storage.load()
    expect(loaded).toEqual({ epoch: loaded.epoch, documents: [], checkpointSeq: 0, entries: [] })
    expect(loaded.epoch).toBeGreaterThan(0)
    expect(place().storage.durability).not.toBe('')
  })

  test('[ST2] what was appended is read back in order, by tail and by the next load', async () => {
    const { epoch } = await place().storage.load()
    const entries = sampleEntries(1, 20, epoch)
    await place().storage.append(entries.slice(0, 7))
    await place().storage.append(entries.slice(7))
    expect(await place().storage.tail(0, ALL)).toEqual(entries)
    expect((await (await place().reopen()).load()).entries).toEqual(entries)
  })

  test('[ST3] appends that are under way together keep the order in which they were asked for', async () => {
    const { epoch } = await place().storage.load()
    const entries = sampleEntries(1, 300, epoch)
    await Promise.all(entries.map((entry) => place().storage.append([entry])))
    expect(await place().storage.tail(0, ALL)).toEqual(entries)
  })

  test('[ST4] a batch that does not follow the journal is refused whole: gap before it, gap within it, repeated', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 3, epoch))
    await expect(storage.append([sampleEntry(5, epoch)])).rejects.toThrow()
    await expect(storage.append([sampleEntry(4, epoch), sampleEntry(6, epoch)])).rejects.toThrow()
    await expect(storage.append([sampleEntry(3, epoch)])).rejects.toThrow()
    await expect(storage.append([sampleEntry(3, epoch), sampleEntry(4, epoch)])).rejects.toThrow()
    expect(await storage.tail(0, ALL)).toEqual(sampleEntries(1, 3, epoch))
    await storage.append([sampleEntry(4, epoch)])
    expect(await storage.tail(3, ALL)).toEqual([sampleEntry(4, epoch)])
  })

  test('[ST5] an entry that could not be read again is refused before it is written', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const nameless = { changes: [{ id: 'tally/a/b' as const, version: 1, patches: [] }] }
    await expect(storage.append([sampleEntry(1, epoch), sampleEntry(2, epoch, nameless)])).rejects.toThrow('tally/a/b')
    await expect(storage.append([sampleEntry(1, epoch, { at: Number.NaN })])).rejects.toThrow()
    expect(await storage.tail(0, ALL)).toEqual([])
  })
}
