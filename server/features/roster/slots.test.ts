import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

test('[RO1] an animal keeps its slot for as long as it is here, and no two share one', () => {
  const slots = createSlots(10)
  expect([...slots.assign(['a', 'b'], 0).slots]).toEqual([
    ['a', 0],
    ['b', 1],
  ])
  expect([...slots.assign(['b', 'c'], 1).slots]).toEqual([
    ['b', 1],
    ['c', 2],
  ])
})

test('[RO2] a freed slot rests a minute, so that no old frame names the wrong animal', () => {
  const slots = createSlots(10)
  slots.assign(['a'], 0)
  expect(slots.assign([], 1_000).freed).toEqual([0])
  expect(slots.assign(['b'], 30_000).slots.get('b')).toBe(1)
  expect(slots.assign(['b', 'c'], 61_000).slots.get('c')).toBe(0)
})

test('[RO3] when all slots are taken an animal has none, and gets one when there is', () => {
  const slots = createSlots(1)
  expect(slots.assign(['a', 'b'], 0).slots.has('b')).toBe(false)
  expect(slots.assign(['b'], 1).slots.has('b')).toBe(false)
  expect(slots.assign(['b'], 61_001).slots.get('b')).toBe(0)
})
