import { expect, test } from 'vitest'
import { rowsOf, type ScreenCosts } from './screens.ts'

const costs = (ms: number): ScreenCosts => ({
  crowd: 20,
  paints: [{ cold: 4 * ms, warm: ms }],
  rosters: [{ nextPaintMs: ms, worst: 'sort', longestTaskMs: ms }],
  tables: [{ nextPaintMs: ms, worst: 'open', longestTaskMs: ms }],
  tasks: [1, ms],
  first: { path: '/', bytes: 1_000 * ms },
  largest: { path: '/map', bytes: 2_000 * ms },
})

test('[BS3] beside an older checkout each figure of the screens has a row that compares the two', () => {
  const rows = rowsOf(costs(60), costs(40))
  const compared = rows.filter(({ against }) => against === 'before')
  expect(compared.map(({ ratio }) => ratio)).toEqual(Array.from({ length: 9 }, () => 1.5))
  expect(compared[0]?.note).toBe('ms: 160 before, 240 now')
  expect(rowsOf(costs(60)).filter(({ against }) => against === 'before')).toEqual([])
  expect(rows.length - compared.length).toBe(rowsOf(costs(60)).length)
})
