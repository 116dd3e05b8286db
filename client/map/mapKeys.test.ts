import { expect, test } from 'vitest'
import { viewAfterKey } from './mapKeys.ts'
import { showingAll } from './viewport.ts'

const view = { x: 2000, y: 2000, zoom: 1, width: 1000, height: 1000 }

test('[MK1] plus and minus zoom by 0.2, zero shows all', () => {
  expect(viewAfterKey(view, '+', false)?.zoom).toBe(1.2)
  expect(viewAfterKey(view, '=', false)?.zoom).toBe(1.2)
  expect(viewAfterKey(view, '-', false)?.zoom).toBe(0.8)
  expect(viewAfterKey(view, '0', false)).toEqual(showingAll(view))
})

test('[MK2] arrows go that way over the map, with Shift three times as far', () => {
  const east = viewAfterKey(view, 'ArrowRight', false)
  const far = viewAfterKey(view, 'ArrowRight', true)
  expect(east?.x).toBeGreaterThan(view.x)
  expect((far?.x ?? 0) - view.x).toBeCloseTo(((east?.x ?? 0) - view.x) * 3)
  expect(viewAfterKey(view, 'ArrowUp', false)?.y).toBeLessThan(view.y)
})

test('[MK3] every other key is left to the page', () => {
  for (const key of ['Tab', 'a', 'PageDown', 'F5']) expect(viewAfterKey(view, key, false)).toBeNull()
})
