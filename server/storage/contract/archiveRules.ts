import { expect, test } from 'vitest'
import type { ArchivePage, ArchiveQuery } from '../../engine/storage.ts'
import type { Place } from './place.ts'
import { sampleEntries, sampleEntry, tallyOf } from './sampleEntries.ts'

const row = (n: number, ...about: readonly string[]) => ({
  kind: 'ledger',
  about: [...about],
  row: { n, parity: n % 2 },
})
const numbersOf = ({ rows }: ArchivePage) => rows.map(({ row: { n } }) => n)

/** What archives promise. */
export const archiveRules = (place: Place) => {
  const page = (query: Partial<ArchiveQuery> = {}) =>
    place().storage.archivePage({ kind: 'ledger', before: null, limit: 10, ...query })
  /** All pages of a query. */
  const pages = async (query: Partial<ArchiveQuery>) => {
    const all: unknown[][] = []
    for (let before: number | null = null; ; ) {
      const next = await page({ ...query, before })
      all.push(numbersOf(next))
      if (next.next === null) return all
      before = next.next
    }
  }
  pageRules(place, page)
  queryRules(place, page, pages)
}

type ReadPage = (query?: Partial<ArchiveQuery>) => Promise<ArchivePage>

const pageRules = (place: Place, page: ReadPage) => {
  test('[ST25] an archive is read newest first by pages that neither repeat nor skip a row', async () => {
    const { epoch } = await place().storage.load()
    const many = Array.from({ length: 7 }, (_, n) => row(n + 1, 'ann'))
    await place().storage.append([
      sampleEntry(1, epoch, { archive: many.slice(0, 3) }),
      sampleEntry(2, epoch, { archive: [{ kind: 'other', about: [], row: { n: 99 } }] }),
      sampleEntry(3, epoch, { archive: many.slice(3) }),
    ])
    const first = await page({ limit: 3 })
    const second = await page({ limit: 3, before: first.next })
    const third = await page({ limit: 3, before: second.next })
    expect([first, second, third].map(numbersOf)).toEqual([[7, 6, 5], [4, 3, 2], [1]])
    expect(third.next).toBeNull()
    expect(first.rows[0]).toMatchObject({
      seq: 3,
      at: sampleEntry(3, epoch).at,
      about: ['ann'],
      row: { n: 7, parity: 1 },
    })
    expect((await page({ limit: 7 })).next).toBeNull()
  })

  test('[ST26] new rows do not shift a page that is being read', async () => {
    const { epoch } = await place().storage.load()
    await place().storage.append([sampleEntry(1, epoch, { archive: [row(1), row(2), row(3)] })])
    const { next } = await page({ limit: 1 })
    await place().storage.append([sampleEntry(2, epoch, { archive: [row(4)] })])
    expect(numbersOf(await page({ before: next, limit: 5 }))).toEqual([2, 1])
  })

  test('[ST27] kinds of archives are separate, and an unknown kind or person has no rows', async () => {
    const { storage } = place()
    const { epoch } = await storage.load()
    await storage.append(sampleEntries(1, 10, epoch))
    const audit = await page({ kind: 'audit', about: tallyOf(1) })
    expect(audit.rows.map(({ seq }) => seq)).toEqual([6, 1])
    expect(await page()).toEqual({ rows: [], next: null })
    expect(await page({ kind: 'audit', about: 'nobody' })).toEqual({ rows: [], next: null })
  })

  test('[ST28] a refused batch leaves no row in an archive', async () => {
    const { epoch } = await place().storage.load()
    const bad = [sampleEntry(1, epoch, { archive: [row(1)] }), sampleEntry(3, epoch, { archive: [row(3)] })]
    await expect(place().storage.append(bad)).rejects.toThrow()
    await expect(place().storage.append([sampleEntry(2, epoch, { archive: [row(2)] })])).rejects.toThrow()
    expect(await page()).toEqual({ rows: [], next: null })
  })
}

const queryRules = (place: Place, page: ReadPage, pages: (query: Partial<ArchiveQuery>) => Promise<unknown[][]>) => {
  const hour = 3_600_000
  const start = 1_700_000_000_000
  /** Forty rows, one an hour, about ann, bob, or both. */
  const fill = async () => {
    const { epoch } = await place().storage.load()
    const persons = [['ann'], ['bob'], ['ann', 'bob'], []]
    const entries = Array.from({ length: 40 }, (_, at) =>
      sampleEntry(at + 1, epoch, { at: start + at * hour, archive: [row(at, ...(persons[at % 4] ?? []))] }),
    )
    await place().storage.append(entries)
    return epoch
  }
  const numbers = (holds: (n: number) => boolean) =>
    Array.from({ length: 40 }, (_, at) => 39 - at).filter((n) => holds(n))

  test('[ST39] rows are found by a person that they are about, page by page, even after the place was opened again', async () => {
    await fill()
    const ofAnn = numbers((n) => n % 4 === 0 || n % 4 === 2)
    expect((await pages({ about: 'ann', limit: 6 })).flat()).toEqual(ofAnn)
    expect(await pages({ about: 'ann', limit: 10 })).toHaveLength(2)
    expect((await page({ about: 'ann', limit: 1 })).rows[0]?.about).toEqual(['ann', 'bob'])
    const again = await place().reopen()
    await again.load()
    const { rows } = await again.archivePage({ kind: 'ledger', about: 'bob', before: null, limit: 3 })
    expect(rows.map(({ row: { n } }) => n)).toEqual([38, 37, 34])
  })

  test('[ST40] rows are found by time, both ends included, also together with a person', async () => {
    await fill()
    const between = { from: start + 7 * hour, to: start + 21 * hour }
    expect((await pages({ ...between, limit: 4 })).flat()).toEqual(numbers((n) => n >= 7 && n <= 21))
    expect(numbersOf(await page({ ...between, about: 'bob', limit: 3 }))).toEqual([21, 18, 17])
    expect((await pages({ from: start + 38 * hour })).flat()).toEqual([39, 38])
    expect((await pages({ to: start })).flat()).toEqual([0])
    expect((await pages({ to: start - 1 })).flat()).toEqual([])
    expect((await pages({ from: start + 40 * hour })).flat()).toEqual([])
  })

  test('[ST41] rows are found by the values of their fields', async () => {
    await fill()
    expect((await pages({ filter: { parity: 1 }, limit: 6 })).flat()).toEqual(numbers((n) => n % 2 === 1))
    expect(numbersOf(await page({ filter: { n: 12, parity: 0 }, about: 'ann' }))).toEqual([12])
    expect(await page({ filter: { n: 12, parity: 1 } })).toEqual({ rows: [], next: null })
    expect(await page({ filter: { n: '12' } })).toEqual({ rows: [], next: null })
  })

  test('[ST48] a page looks through a bounded number of rows, and the next pages find the rest', async () => {
    const { epoch } = await place().storage.load()
    for (let seq = 1; seq <= 12; seq += 1)
      await place().storage.append([
        sampleEntry(seq, epoch, { changes: [], archive: Array.from({ length: 500 }, (_, n) => row(seq * 1_000 + n)) }),
      ])
    const first = await page({ filter: { n: 1_000 } })
    expect(first.rows).toEqual([])
    expect(first.next).not.toBeNull()
    expect((await pages({ filter: { n: 1_000 } })).flat()).toEqual([1_000])
  })

  test('[ST42] a clock that was set back by less than an hour hides no row from a query by time', async () => {
    const { epoch } = await place().storage.load()
    const times = [0, 50, 10, 20, 120, 70, 80, 190]
    await place().storage.append(
      times.map((minutes, at) => sampleEntry(at + 1, epoch, { at: start + minutes * 60_000, archive: [row(minutes)] })),
    )
    const minutes = (from: number, to: number) => ({ from: start + from * 60_000, to: start + to * 60_000 })
    expect(numbersOf(await page(minutes(20, 60)))).toEqual([20, 50])
    expect(numbersOf(await page(minutes(70, 120)))).toEqual([80, 70, 120])
    expect(numbersOf(await page(minutes(0, 10)))).toEqual([10, 0])
  })
}
