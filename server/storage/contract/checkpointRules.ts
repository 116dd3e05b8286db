import { expect, test } from 'vitest'
import type { Place } from './openPlace.ts'
import { byId, sampleEntries, talliesAt } from './sampleEntries.ts'

export const checkpointRules = (place: Place) => {
  test('[ST16] a checkpoint gives its documents and the entries after it; the journal keeps them all', async () => {
    const { epoch } = await place().storage.load()
    const entries = sampleEntries(1, 30, epoch)
    await place().storage.append(entries)
    await place().storage.checkpoint(20, talliesAt(20))
    const storage = await place().reopen()
    const loaded = await storage.load()
    expect(byId(loaded.documents)).toEqual(talliesAt(20))
    expect(loaded).toMatchObject({ checkpointSeq: 20, entries: entries.slice(20) })
    expect(await storage.tail(0, 100)).toEqual(entries)
  })

  test('[ST17] a later checkpoint replaces the documents it names and keeps the others', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append(sampleEntries(1, 12, epoch))
    await place().storage.checkpoint(10, talliesAt(10))
    await place().storage.checkpoint(12, talliesAt(12).slice(0, 2))
    const loaded = await (await place().reopen()).load()
    expect(byId(loaded.documents)).toEqual(talliesAt(12))
    expect(loaded).toMatchObject({ checkpointSeq: 12, entries: [] })
  })

  test('[ST18] a checkpoint at the same seq may replace documents', async () => {
    await place().storage.load()
    await place().storage.checkpoint(0, [{ id: 'rules/main', version: 0, value: { form: 1 } }])
    await place().storage.checkpoint(0, [{ id: 'rules/main', version: 0, value: { form: 2 } }])
    const { documents } = await (await place().reopen()).load()
    expect(documents).toEqual([{ id: 'rules/main', version: 0, value: { form: 2 } }])
  })

  test('[ST19] a checkpoint ahead of the journal, or back behind the last one, is refused', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 10, epoch))
    await expect(storage.checkpoint(11, talliesAt(11))).rejects.toThrow()
    await storage.checkpoint(10, talliesAt(10))
    await expect(storage.checkpoint(5, talliesAt(5))).rejects.toThrow()
    const loaded = await (await place().reopen()).load()
    expect(byId(loaded.documents)).toEqual(talliesAt(10))
  })

  test('[ST30] a checkpoint with a document that could not be read again is refused, and the last one stays', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 10, epoch))
    await storage.checkpoint(5, talliesAt(5))
    const bad = [{ id: 'tally/a/b' as const, version: 1, value: {} }]
    await expect(storage.checkpoint(10, [...talliesAt(10), ...bad])).rejects.toThrow('tally/a/b')
    const loaded = await (await place().reopen()).load()
    expect(byId(loaded.documents)).toEqual(talliesAt(5))
  })
}
