import { expect, test } from 'vitest'
import { nextMeasure } from './useMapTools.ts'

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
