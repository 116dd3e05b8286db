import { expect, test } from 'vitest'
import { createPointerTracker, createWheelZoom } from './gestures.ts'
import { toMap, type Viewport } from './viewport.ts'

const createTestView = () => {
  let shown: Viewport = { x: 2048, y: 2048, zoom: 1, width: 1000, height: 1000 }
  let followed: string | null = null
  return {
    followed: () => followed,
    follow: (id: string | null) => {
      followed = id
    },
    get: () => shown,
    target: () => shown,
    set: (next: Viewport) => {
      shown = next
    },
  }
}

test('[HA1] the place under a dragging finger stays under it', () => {
  const view = createTestView()
  const hand = createPointerTracker(view)
  const taken = toMap(view.get(), { x: 300, y: 300 })
  hand.press(1, { x: 300, y: 300 })
  hand.move(1, { x: 350, y: 280 })
  hand.move(1, { x: 420, y: 380 })
  const now = toMap(view.get(), { x: 420, y: 380 })
  expect(now.x).toBeCloseTo(taken.x)
  expect(now.y).toBeCloseTo(taken.y)
})

test('[HA2] two fingers zoom by the change of their distance, around their middle', () => {
  const view = createTestView()
  const hand = createPointerTracker(view)
  hand.press(1, { x: 400, y: 500 })
  hand.press(2, { x: 600, y: 500 })
  const middle = toMap(view.get(), { x: 500, y: 500 })
  for (let step = 1; step <= 100; step++) {
    hand.move(1, { x: 400 - step, y: 500 })
    hand.move(2, { x: 600 + step, y: 500 })
  }
  expect(view.get().zoom).toBe(2)
  expect(toMap(view.get(), { x: 500, y: 500 }).x).toBeCloseTo(middle.x)
})

test('[HA3] a press without movement selects; a drag and a pinch do not', () => {
  const hand = createPointerTracker(createTestView())
  hand.press(1, { x: 400, y: 500 })
  hand.move(1, { x: 402, y: 500 })
  expect(hand.release(1)).toBe(true)
  hand.press(1, { x: 400, y: 500 })
  hand.move(1, { x: 440, y: 500 })
  expect(hand.release(1)).toBe(false)
  hand.press(1, { x: 400, y: 500 })
  hand.press(2, { x: 600, y: 500 })
  expect(hand.release(2)).toBe(false)
  expect(hand.release(1)).toBe(false)
})

test('[HA4] a pointer that is not pressed moves nothing', () => {
  const view = createTestView()
  expect(createPointerTracker(view).move(1, { x: 10, y: 10 })).toBe(false)
  expect(view.get().x).toBe(2048)
})

test('[HA5] a notch of the wheel is one step of 0.1, and so is the same amount from a touch pad', () => {
  const view = createTestView()
  const wheel = createWheelZoom(view)
  const at = { x: 500, y: 500 }
  wheel(-100, at)
  expect(view.get().zoom).toBe(1.1)
  for (let i = 0; i < 12; i++) wheel(-10, at)
  expect(view.get().zoom).toBe(1.3)
  wheel(120, at)
  expect(view.get().zoom).toBe(1.2)
})

test('[HA6] a drag ends following; a press without movement, a pinch and the wheel do not', () => {
  const view = createTestView()
  const hand = createPointerTracker(view)
  view.follow('fern')
  hand.press(1, { x: 400, y: 500 })
  hand.move(1, { x: 402, y: 500 })
  hand.release(1)
  hand.press(1, { x: 400, y: 500 })
  hand.press(2, { x: 600, y: 500 })
  hand.move(2, { x: 800, y: 500 })
  hand.release(1)
  hand.release(2)
  createWheelZoom(view)(-100, { x: 100, y: 100 })
  expect(view.get()).toMatchObject({ x: 2048, y: 2048, zoom: 2.1 })
  expect(view.followed()).toBe('fern')
  hand.press(1, { x: 400, y: 500 })
  hand.move(1, { x: 440, y: 500 })
  expect(view.followed()).toBeNull()
})
