import { expect, test } from 'vitest'
import { nextAt } from './VirtualGrid.tsx'

test('[IV20] keys move between cards in their columns, and never out of the list', () => {
  const from = (key: string, at: number) => nextAt(key, { at, columns: 3, count: 8 })
  expect([from('ArrowRight', 0), from('ArrowDown', 0), from('ArrowUp', 4), from('ArrowLeft', 4)]).toEqual([1, 3, 1, 3])
  expect([from('ArrowLeft', 0), from('ArrowUp', 2), from('ArrowRight', 7), from('ArrowDown', 6)]).toEqual([0, 2, 7, 6])
  // From the end of a full line to the end of a shorter one.
  expect(from('ArrowDown', 5)).toBe(7)
  expect([from('Home', 5), from('End', 5), from('x', 5)]).toEqual([0, 7, null])
})
