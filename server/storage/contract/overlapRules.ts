import { expect, test } from 'vitest'
import type { Stored } from '../../engine/storage.ts'
import type { Place } from './openPlace.ts'
import { byId, sampleEntries, talliesAt } from './sampleEntries.ts'
import { seededDice } from './seededDice.ts'

export const overlapRules = (place: Place) => {
  test('[ST20] appends go on while a large checkpoint is written, and both are whole', async () => {
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
    const loaded = await (await place().reopen()).load()
    expect(byId(loaded.documents)).toEqual(byId([...talliesAt(100), ...many]))
    expect(loaded.entries).toEqual(sampleEntries(101, 110, epoch))
  })

  test('[ST21] checkpoints that overlap are written one after the other', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 40, epoch))
    await Promise.all([10, 20, 30, 40].map((seq) => storage.checkpoint(seq, talliesAt(seq))))
    const loaded = await (await place().reopen()).load()
    expect(byId(loaded.documents)).toEqual(talliesAt(40))
  })

  test('[ST22] after any course of appends, checkpoints and restarts: documents and entries make up the whole', async () => {
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
        expect(loaded.checkpointSeq + loaded.entries.length).toBe(last)
        expect((await storage.tail(0, last + 1)).map(({ seq }) => seq)).toEqual(
          sampleEntries(1, last, 1).map(({ seq }) => seq),
        )
      }
    }
  })
}
