import { expect, test } from 'vitest'
import { StoreInUse } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { sampleEntries, sampleEntry } from './sampleEntries.ts'
import { wholeLoad } from './wholeLoad.ts'

export const leaseRules = (place: Place) => {
  test('[ST10] each load has a higher epoch than all before, on the same storage or another', async () => {
    const first = await place().storage.load()
    const second = await place().storage.load()
    const third = await (await place().reopen()).load()
    expect(second.epoch).toBeGreaterThan(first.epoch)
    expect(third.epoch).toBeGreaterThan(second.epoch)
  })

  test('[ST11] entries of another epoch are refused', async () => {
    const { epoch: old } = await place().storage.load()
    await place().storage.append([sampleEntry(1, old)])
    const storage = await place().reopen()
    const { epoch } = await storage.load()
    await expect(storage.append([sampleEntry(2, old)])).rejects.toThrow('epoch')
    await expect(storage.append([sampleEntry(2, epoch + 1)])).rejects.toThrow('epoch')
    await expect(storage.append([sampleEntry(2, epoch), sampleEntry(3, old)])).rejects.toThrow('epoch')
    expect(await storage.tail(1, 10)).toEqual([])
  })

  test('[ST12] while a storage holds the lease another is refused, and the first is not affected', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append(sampleEntries(1, 5, epoch))
    const second = await place().another()
    await expect(second.load()).rejects.toThrow(StoreInUse)
    await place().storage.append([sampleEntry(6, epoch)])
    expect(await place().storage.tail(0, 10)).toEqual(sampleEntries(1, 6, epoch))
  })

  test('[ST13] closing releases the lease', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append(sampleEntries(1, 5, epoch))
    await place().storage.close()
    const second = await place().another()
    expect((await wholeLoad(second)).entries).toEqual(sampleEntries(1, 5, epoch))
  })

  test('[ST14] calls before load and after close fail, and close may be called twice', async () => {
    const { storage } = place()
    await expect(storage.append([sampleEntry(1, 1)])).rejects.toThrow('not loaded')
    await expect(storage.tail(0, 1)).rejects.toThrow('not loaded')
    await storage.load()
    await storage.close()
    await storage.close()
    await expect(storage.append([sampleEntry(1, 1)])).rejects.toThrow('not loaded')
  })

  test('[ST15] close waits for appends in progress', async () => {
    const { epoch } = await place().storage.load()
    const appended = sampleEntries(1, 50, epoch).map((entry) => place().storage.append([entry]))
    await place().storage.close()
    await Promise.all(appended)
    expect((await wholeLoad(await place().reopen())).entries).toHaveLength(50)
  })
}
