import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Archive } from '../../../shared/engine/archive.ts'
import { type MergeSource, mergeSources } from '../audit/mergedArchives.ts'

interface Row {
  readonly seq: number
  readonly position: number
  readonly at: number
  readonly row: object
}

/** A source whose pages may be short or empty although more follows, as a store gives them. */
function sourceOf(kind: string, rows: readonly Row[], emptyEvery: number): MergeSource {
  let asked = 0
  return {
    archive: { kind } as Archive,
    async page({ before, limit }) {
      asked += 1
      const rest = rows.filter(({ position }) => before === null || position < before)
      // Nothing was found among the rows that the store has looked through: one that is not there stands for them.
      if (
        rest.length > 0 &&
        emptyEvery > 0 &&
        asked % emptyEvery === 0 &&
        (before ?? 1e9) > (rest[0]?.position ?? 0) + 1
      )
        return { rows: [], next: (rest[0]?.position ?? 0) + 1 }
      const found = rest.slice(0, Math.min(limit, 7))
      return { rows: found, next: rest.length > found.length ? (found.at(-1)?.position ?? null) : null }
    },
  }
}

test('[TW30] pages of several sources are the rows of all of them by journal entry, as one naive merge gives them', async () => {
  const Seqs = fc.array(fc.nat(300), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(Seqs, { minLength: 1, maxLength: 5 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(3),
      async (given, pageRows, emptyEvery) => {
        const all = given.map((seqs) =>
          seqs
            .toSorted((one, other) => other - one)
            .map((seq, nth, { length }): Row => ({ seq, position: 10 * (length - nth), at: seq, row: {} })),
        )
        const sources = all.map((rows, nth) => sourceOf(`kind${nth}`, rows, emptyEvery))
        const seen: { seq: number; kind: string }[] = []
        let from: string | null = null
        for (;;) {
          let after: string | null = null
          let left = pageRows
          for await (const group of mergeSources(sources, from)) {
            seen.push(...group.rows.map(({ archive, row }) => ({ seq: row.seq, kind: archive.kind })))
            left -= group.rows.length
            if (left > 0) continue
            after = group.after()
            break
          }
          if (after === null) break
          from = after
        }
        const naive = all
          .flatMap((rows, nth) => rows.map(({ seq }) => ({ seq, kind: `kind${nth}` })))
          .sort((one, other) => other.seq - one.seq || (one.kind < other.kind ? -1 : 1))
        expect(seen).toEqual(naive)
      },
    ),
    { numRuns: 60, seed: 18 },
  )
})
