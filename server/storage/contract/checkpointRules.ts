import { expect, test } from 'vitest'
import type { Stored } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { byId, sampleEntries, seededDice, talliesAt } from './sampleEntries.ts'
import { wholeLoad } from './wholeLoad.ts'

export const checkpointRules = (place: Place) => {
  test('[ST16] a load returns the documents of the checkpoint and the entries after it; the journal keeps all entries for a while', async () => {
    const { epoch } = await place().storage.load()
    const entries = sampleEntries(1, 30, epoch)
    await place().storage.append(entries)
    await place().storage.checkpoint(20, talliesAt(20))
    const storage = await place().reopen()
    const loaded = await wholeLoad(storage)
    expect(byId(loaded.documents)).toEqual(talliesAt(20))
    expect(loaded).toMatchObject({ checkpointSeq: 20, entries: entries.slice(20) })
    expect(await storage.tail(0, 100)).toEqual(entries)
  })

  test('[ST17] a later checkpoint replaces its documents and keeps the others', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append(sampleEntries(1, 12, epoch))
    await place().storage.checkpoint(10, talliesAt(10))
    await place().storage.checkpoint(12, talliesAt(12).slice(0, 2))
    const loaded = await (await place().reopen()).load()
    expect(byId(loaded.documents)).toEqual(talliesAt(12))
    expect(loaded).toMatchObject({ checkpointSeq: 12, lastSeq: 12 })
  })

  test('[ST18] a checkpoint at the same seq may replace documents', async () => {
    await place().storage.load()
    await place().storage.checkpoint(0, [{ id: 'rules/main', version: 0, value: { form: 1 } }])
    await place().storage.checkpoint(0, [{ id: 'rules/main', version: 0, value: { form: 2 } }])
    const { documents } = await (await place().reopen()).load()
    expect(documents).toEqual([{ id: 'rules/main', version: 0, value: { form: 2 } }])
  })

  test('[ST19] a checkpoint after the last entry, or before the last checkpoint, is refused', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 10, epoch))
    await expect(storage.checkpoint(11, talliesAt(11))).rejects.toThrow()
    await storage.checkpoint(10, talliesAt(10))
    await expect(storage.checkpoint(5, talliesAt(5))).rejects.toThrow()
    const loaded = await (await place().reopen()).load()
    expect(byId(loaded.documents)).toEqual(talliesAt(10))
  })

  test('[ST30] a checkpoint with a document that could not be read again is refused, and the last one stays valid', async () => {
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

export const overlapRules = (place: Place) => {
  test('[ST20] appends continue while a large checkpoint is written, and both are complete', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 100, epoch))
    const many: Stored[] = Array.from({ length: 3000 }, (_, number) => ({
      id: `wallet/p${String(number).padStart(4, '0')}`,
      version: 1,
      value: { amount: number, note: 'x'.repeat(300) },
    }))
    let isWritten = false
    const written = storage.checkpoint(100, [...talliesAt(100), ...many]).then(() => {
      isWritten = true
    })
    await storage.append(sampleEntries(101, 101, epoch))
    expect(isWritten).toBe(false)
    await Promise.all([written, storage.append(sampleEntries(102, 110, epoch))])
    const loaded = await wholeLoad(await place().reopen())
    expect(byId(loaded.documents)).toEqual(byId([...talliesAt(100), ...many]))
    expect(loaded.entries).toEqual(sampleEntries(101, 110, epoch))
  })

  test('[ST21] checkpoints that are requested together are written one after the other', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 40, epoch))
    await Promise.all([10, 20, 30, 40].map((seq) => storage.checkpoint(seq, talliesAt(seq))))
    const loaded = await (await place().reopen()).load()
    expect(byId(loaded.documents)).toEqual(talliesAt(40))
  })

  test('[ST22] after any sequence of appends, checkpoints and restarts the documents and entries are complete', async () => {
    const dice = seededDice(22)
    let { storage } = place()
    let { epoch } = await storage.load()
    let last = 0
    for (let step = 0; step < 120; step += 1) {
      const kind = dice(10)
      if (kind < 6) {
        const to = last + 1 + dice(6)
        await storage.append(sampleEntries(last + 1, to, epoch))
        last = to
      } else if (kind < 9) {
        await storage.checkpoint(last, talliesAt(last))
      } else {
        storage = await place().reopen()
        const loaded = await storage.load()
        epoch = loaded.epoch
        expect(byId(loaded.documents)).toEqual(talliesAt(loaded.checkpointSeq))
        expect(loaded.lastSeq).toBe(last)
        expect((await storage.tail(0, last + 1)).map(({ seq }) => seq)).toEqual(
          sampleEntries(1, last, 1).map(({ seq }) => seq),
        )
      }
    }
  })
}
