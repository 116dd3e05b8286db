import { expect, test } from 'vitest'
import { fullness, regionRows } from './regionRows.ts'

test('[RR1] all eleven regions are told, the fullest first, few before none', () => {
  const rows = regionRows({ swamps: null, 'south-plains': 3, 'north-lake': 12 })
  expect(rows).toHaveLength(11)
  expect(rows.slice(0, 4).map(({ id }) => id)).toEqual(['north-lake', 'south-plains', 'swamps', 'central-river'])
  expect(rows.map(({ count }) => count).slice(0, 4)).toEqual([12, 3, null, 0])
})

test('[RR2] the bar of the fullest is full, and few is less than any number', () => {
  const rows = regionRows({ swamps: null, 'south-plains': 3, 'north-lake': 12 })
  const [most, some, few, none] = rows.map((row) => fullness(row, rows))
  expect(most).toBe(1)
  expect(some).toBe(0.25)
  expect(few).toBeLessThan(0.25)
  expect(none).toBe(0)
})

test('[RR3] an empty island makes no bar', () => {
  const rows = regionRows({})
  expect(rows.map((row) => fullness(row, rows))).toEqual(Array(11).fill(0))
})
