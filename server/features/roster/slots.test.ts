import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

test('[RO44] an animal keeps its slot while it is present, and no two animals share one', () => {
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

test('[RO45] a freed slot is reserved for a minute, so that no old frame names the wrong animal', () => {
  const slots = createSlots(10)
  slots.assign(['a'], 0)
  expect(slots.assign([], 1_000).freed).toEqual([0])
  expect(slots.assign(['b'], 30_000).slots.get('b')).toBe(1)
  expect(slots.assign(['b', 'c'], 61_000).slots.get('c')).toBe(0)
})

test('[RO46] while all slots are taken an animal has none, and gets one as soon as possible', () => {
  const slots = createSlots(1)
  expect(slots.assign(['a', 'b'], 0).slots.has('b')).toBe(false)
  expect(slots.assign(['b'], 1).slots.has('b')).toBe(false)
  expect(slots.assign(['b'], 61_001).slots.get('b')).toBe(0)
})

test('[RO18] an animal that returns while its slot is reserved gets it again, and blocks no other slot', () => {
  const slots = createSlots(2, 1)
  for (let now = 0; now < 10_000; now += 2_000) {
    expect([...slots.assign(['a'], now).slots]).toEqual([['a', 1]])
    slots.assign([], now + 1_000)
  }
  expect([...slots.assign(['b', 'a'], 10_000).slots].sort()).toEqual([
    ['a', 1],
    ['b', 2],
  ])
})

test('[RO19] after the reservation a slot may go to another animal, and the first one then gets a different slot', () => {
  const slots = createSlots(1, 1)
  slots.assign(['a'], 0)
  slots.assign([], 1_000)
  expect([...slots.assign(['b'], 61_000).slots]).toEqual([['b', 1]])
  expect(slots.assign(['b', 'a'], 62_000).slots.has('a')).toBe(false)
})
