import { expect, test } from 'vitest'
import type { Place } from './openPlace.ts'
import { sampleEntry } from './sampleEntries.ts'

export const answerRules = (place: Place) => {
  test('[ST23] answers since a time are those of entries made then or later, oldest first', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const entries = [
      sampleEntry(1, epoch, { at: 1000 }),
      sampleEntry(2, epoch, { at: 2000, output: { won: true } }),
      sampleEntry(3, epoch, { at: 3000, commandId: null }),
      sampleEntry(4, epoch, { at: 3000, actor: 'someone' }),
    ]
    await storage.append(entries)
    const kept = entries.map(({ actor, commandId, seq, output }) => ({ actor, commandId, seq, output }))
    expect(await storage.answers(2000)).toEqual([kept[1], kept[3]])
    expect(await storage.answers(3001)).toEqual([])
    await storage.checkpoint(4, [])
    expect(await storage.answers(0)).toEqual([kept[0], kept[1], kept[3]])
  })

  test('[ST23] what was refused is told as it was', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    const refused = { code: 'tooPoor', message: 'You did not have that many coins.' }
    const entry = sampleEntry(1, epoch, { ...{ input: null, output: null, changes: [], archive: [] }, refused })
    await storage.append([entry])
    const { actor, commandId, seq } = entry
    expect(await storage.answers(0)).toEqual([{ actor, commandId, seq, output: null, refused }])
    expect(await storage.tail(0, 9)).toEqual([entry])
  })

  test('[ST24] a clock that was put back hides no answer', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append([
      sampleEntry(1, epoch, { at: 9000 }),
      sampleEntry(2, epoch, { at: 100 }),
      sampleEntry(3, epoch, { at: 200 }),
    ])
    expect((await place().storage.answers(5000)).map(({ seq }) => seq)).toEqual([1])
    expect((await place().storage.answers(150)).map(({ seq }) => seq)).toEqual([1, 3])
  })
}
