import { expect, test } from 'vitest'
import type { ArchiveListPage } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { sampleEntries, sampleEntry, tallyOf } from './sampleEntries.ts'

const line = (n: number, key = 'a') => ({ archive: 'ledger', key, line: { n } })

const numbersOf = ({ lines }: ArchiveListPage) => lines.map(({ line: { n } }) => n)

export const archiveRules = (place: Place) => {
  const page = (key: string, before: number | null, limit: number) =>
    place().storage.readArchive('ledger', key, { before, limit })

  test('[ST25] an archive is read newest first by pages that neither repeat nor leave out a line', async () => {
    const { epoch } = await place().storage.load()
    const many = Array.from({ length: 7 }, (_, n) => line(n + 1))
    await place().storage.append([
      sampleEntry(1, epoch, { archive: many.slice(0, 3) }),
      sampleEntry(2, epoch, { archive: [line(99, 'b')] }),
      sampleEntry(3, epoch, { archive: many.slice(3) }),
    ])
    const first = await page('a', null, 3)
    const second = await page('a', first.next, 3)
    const third = await page('a', second.next, 3)
    expect([first, second, third].map(numbersOf)).toEqual([[7, 6, 5], [4, 3, 2], [1]])
    expect(third.next).toBeNull()
    expect(first.lines[0]).toEqual({ seq: 3, at: sampleEntry(3, epoch).at, line: { n: 7 } })
    expect((await page('a', null, 7)).next).toBeNull()
  })

  test('[ST26] new lines do not shift a page that is being read', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append([sampleEntry(1, epoch, { archive: [line(1), line(2), line(3)] })])
    const { next } = await page('a', null, 1)
    await place().storage.append([sampleEntry(2, epoch, { archive: [line(4)] })])
    expect(numbersOf(await page('a', next, 5))).toEqual([2, 1])
  })

  test('[ST27] archives and keys are apart, and an unknown one is empty', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 10, epoch))
    const audit = await storage.readArchive('audit', tallyOf(1), { before: null, limit: 10 })
    expect(audit.lines.map(({ seq }) => seq)).toEqual([6, 1])
    expect(await page(tallyOf(1), null, 10)).toEqual({ lines: [], next: null })
  })

  test('[ST28] a batch that is refused leaves no line in an archive', async () => {
    const { epoch } = await place().storage.load()
    const bad = [sampleEntry(1, epoch, { archive: [line(1)] }), sampleEntry(3, epoch, { archive: [line(3)] })]
    await expect(place().storage.append(bad)).rejects.toThrow()
    await expect(place().storage.append([sampleEntry(2, epoch, { archive: [line(2)] })])).rejects.toThrow()
    expect(await page('a', null, 10)).toEqual({ lines: [], next: null })
  })
}
