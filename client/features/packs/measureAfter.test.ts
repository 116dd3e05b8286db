import { expect, test } from 'vitest'
import { measureAfter } from './measureAfter.ts'

test('[MA1] the first press begins, the second ends, the third begins anew', () => {
  const [a, b, c] = [1, 2, 3].map((x) => ({ x, y: 0 }))
  if (!a || !b || !c) throw new Error('three places are missing')
  const first = measureAfter(null, a)
  const second = measureAfter(first, b)
  expect([first, second, measureAfter(second, c)]).toEqual([
    { from: a, to: null },
    { from: a, to: b },
    { from: c, to: null },
  ])
})
