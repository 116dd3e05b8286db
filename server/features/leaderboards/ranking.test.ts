import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRanking, type Ranked } from './ranking.ts'

const change = fc.record({
  id: fc.integer({ min: 0, max: 400 }).map(String),
  next: fc.option(fc.record({ score: fc.integer({ min: 0, max: 30 }), at: fc.integer({ min: 0, max: 5 }) })),
})

test('[LBD26] a ranking is at all times what sorting all entries gives', () => {
  fc.assert(
    fc.property(fc.array(change, { minLength: 300, maxLength: 1_200, size: 'max' }), (changes) => {
      const ranking = createRanking()
      const all = new Map<string, Ranked>()
      for (const { id, next } of changes) {
        ranking.set(id, next)
        if (next) all.set(id, { id, ...next })
        else all.delete(id)
      }
      const sorted = [...all.values()].sort(
        (one, other) => other.score - one.score || one.at - other.at || (one.id < other.id ? -1 : 1),
      )
      expect(ranking.slice(1, sorted.length + 5)).toEqual(sorted)
      for (const [nth, { id }] of sorted.entries()) if (nth % 17 === 0) expect(ranking.rankOf(id)).toBe(nth + 1)
      expect(ranking.slice(7, 5)).toEqual(sorted.slice(6, 11))
      const filled = createRanking()
      filled.fill([...all.values()])
      expect(filled.slice(1, sorted.length)).toEqual(sorted)
    }),
    { numRuns: 20, seed: 7 },
  )
})
