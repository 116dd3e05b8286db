import { expect, test } from 'vitest'
import type { Place } from './openPlace.ts'
import { sampleEntries, sampleEntry } from './sampleEntries.ts'

const ALL = 10_000

export const tailRules = (place: Place) => {
  test('[ST6] tail gives what comes after a seq, at most so many, and nothing at the end', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append(sampleEntries(1, 30, epoch))
    expect(await place().storage.tail(10, 5)).toEqual(sampleEntries(11, 15, epoch))
    expect(await place().storage.tail(28, ALL)).toEqual(sampleEntries(29, 30, epoch))
    expect(await place().storage.tail(30, ALL)).toEqual([])
  })

  test('[ST7] any text survives: emoji, zero characters, half characters, line ends, numbers at the edge', async () => {
    const { epoch } = await place().storage.load()
    const strange = ['🦖', '\u0000', '\ud800', '\r\n', '\u2028', '"\\', '', 'Ω'.repeat(70_000)]
    const entry = sampleEntry(1, epoch, {
      at: 1.5,
      actor: strange.join(''),
      input: { strange, edge: [Number.MAX_SAFE_INTEGER, -0.1, 1e300] },
      output: null,
    })
    await place().storage.append([entry])
    expect((await (await place().reopen()).load()).entries).toEqual([entry])
  })

  test('[ST8] an input or output that is undefined comes back as null, not as damage', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append([sampleEntry(1, epoch, { input: undefined, output: undefined })])
    expect((await (await place().reopen()).load()).entries).toEqual([
      sampleEntry(1, epoch, { input: null, output: null }),
    ])
  })

  test('[ST9] an empty batch is nothing', async () => {
    await place().storage.load()
    await place().storage.append([])
    expect(await place().storage.tail(0, ALL)).toEqual([])
  })
}
