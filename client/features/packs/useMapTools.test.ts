import { expect, test } from 'vitest'
import { litTool, nextMeasure } from './useMapTools.ts'

test('[MA1] the first press begins a measure, the second ends it, the third begins a new one', () => {
  const [a, b, c] = [1, 2, 3].map((x) => ({ x, y: 0 }))
  if (!a || !b || !c) throw new Error('three places are missing')
  const first = nextMeasure(null, a)
  const second = nextMeasure(first, b)
  expect([first, second, nextMeasure(second, c)]).toEqual([
    { from: a, to: null },
    { from: a, to: b },
    { from: c, to: null },
  ])
})

test('[MV8] the lit tool is the one in use, otherwise the one whose result is shown', () => {
  const [place, measure] = [
    { x: 1, y: 1 },
    { from: { x: 1, y: 1 }, to: null },
  ]
  expect(litTool('none', null, null)).toBe('none')
  expect(litTool('ping', measure, null)).toBe('ping')
  expect(litTool('none', measure, null)).toBe('measure')
  expect(litTool('none', null, place)).toBe('danger')
})
