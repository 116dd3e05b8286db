import { expect, test } from 'vitest'
import { fillShare, regionRows } from './RegionList.tsx'

test('[RR1] all eleven regions are listed, the highest count first, and those without a published count by name', () => {
  const rows = regionRows({ 'south-plains': 3, 'north-lake': 12 })
  expect(rows).toHaveLength(11)
  expect(rows.slice(0, 2).map(({ id }) => id)).toEqual(['north-lake', 'south-plains'])
  expect(rows.map(({ count }) => count)).toEqual([12, 3, ...Array(9).fill(null)])
  const untold = rows.slice(2).map(({ name }) => name)
  expect(untold).toEqual([...untold].sort())
})

test('[RR2] the highest count has a full bar, and a region without a published count has none', () => {
  const rows = regionRows({ 'south-plains': 3, 'north-lake': 12 })
  expect(rows.slice(0, 3).map((row) => fillShare(row, rows))).toEqual([1, 0.25, 0])
})

test('[RR3] an empty island shows no bars', () => {
  const rows = regionRows({})
  expect(rows.map((row) => fillShare(row, rows))).toEqual(Array(11).fill(0))
})
