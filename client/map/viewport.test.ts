import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mapSize } from '../../shared/features/world/frame.ts'
import {
  buttonStep,
  clampZoom,
  draggedBy,
  fittedTo,
  fitting,
  packMargins,
  pxPerUnit,
  showingAll,
  startPlace,
  toMap,
  toScreen,
  type Viewport,
  viewAfterKey,
  viewBetween,
  wheelStep,
  zoomedTo,
} from './viewport.ts'

const start: Viewport = { ...startPlace, zoom: 1, width: 1200, height: 750 }

const views = fc.record({
  x: fc.integer({ min: 0, max: mapSize }),
  y: fc.integer({ min: 0, max: mapSize }),
  zoom: fc.integer({ min: 50, max: 300 }).map((hundredths) => hundredths / 100),
  width: fc.integer({ min: 200, max: 3_000 }),
  height: fc.integer({ min: 200, max: 2_000 }),
})

test('[VP1] at zoom 1 a window of 750 px shows the map 1500 px wide, at 0.5 all of it', () => {
  expect(pxPerUnit(start) * mapSize).toBeCloseTo(1500)
  const all = showingAll(start)
  expect(toScreen(all, { x: 2048, y: 0 })).toEqual({ x: 600, y: 0 })
  expect(toScreen(all, { x: 2048, y: mapSize }).y).toBeCloseTo(750)
})

test('[VP2] zoom stays between 0.5 and 3, and steps do not drift', () => {
  expect(clampZoom(0.1)).toBe(0.5)
  expect(clampZoom(9)).toBe(3)
  let view = showingAll(start)
  for (let i = 0; i < 25; i++) view = zoomedTo(view, view.zoom + wheelStep)
  expect(view.zoom).toBe(3)
  view = zoomedTo(view, view.zoom - buttonStep)
  expect(view.zoom).toBe(2.8)
})

test('[VP3] converting pixels to places and back gives the same pixels', () => {
  fc.assert(
    fc.property(views, fc.integer({ min: 0, max: mapSize }), fc.integer({ min: 0, max: mapSize }), (view, x, y) => {
      const back = toMap(view, toScreen(view, { x, y }))
      expect(back.x).toBeCloseTo(x, 6)
      expect(back.y).toBeCloseTo(y, 6)
    }),
  )
})

test('[VP4] the place under the pointer stays under it while zooming', () => {
  const anchor = { x: 500, y: 300 }
  const before = toMap(start, anchor)
  const after = toMap(zoomedTo(start, 1.6, anchor), anchor)
  expect(after.x).toBeCloseTo(before.x)
  expect(after.y).toBeCloseTo(before.y)
})

test('[VP5] dragging moves the map with the pointer, and its middle never leaves the map', () => {
  const moved = draggedBy(start, 100, -50)
  expect(moved.x).toBeCloseTo(start.x - 100 / pxPerUnit(start))
  expect(moved.y).toBeCloseTo(start.y + 50 / pxPerUnit(start))
  fc.assert(
    fc.property(
      views,
      fc.integer({ min: -9_999, max: 9_999 }),
      fc.integer({ min: -9_999, max: 9_999 }),
      (view, x, y) => {
        const after = draggedBy(view, x, y)
        expect(after.x).toBeGreaterThanOrEqual(0)
        expect(after.x).toBeLessThanOrEqual(mapSize)
        expect(after.y).toBeGreaterThanOrEqual(0)
        expect(after.y).toBeLessThanOrEqual(mapSize)
      },
    ),
  )
})

test('[VP6] resizing the window keeps its middle', () => {
  const resized = fittedTo(start, { width: 400, height: 900 }, { side: 400, dx: 0, dy: 0 })
  expect(resized).toMatchObject({ x: start.x, y: start.y, zoom: start.zoom, width: 400, height: 900 })
})

test('[VP7] a glide starts at its start and ends at its end', () => {
  const target = showingAll(start)
  expect(viewBetween(start, target, 0)).toEqual(start)
  expect(viewBetween(start, target, 1)).toEqual(target)
})

test('[VP8] all places fit with a margin, at the largest possible zoom', () => {
  const place = fc.record({ x: fc.integer({ min: 0, max: mapSize }), y: fc.integer({ min: 0, max: mapSize }) })
  fc.assert(
    fc.property(views, fc.array(place, { minLength: 1, maxLength: 12 }), (view, places) => {
      const fitted = fitting(view, places, 64)
      expect(fitted.zoom).toBeGreaterThanOrEqual(0.5)
      expect(fitted.zoom).toBeLessThanOrEqual(2)
      if (fitted.zoom === 0.5) return
      for (const { x, y } of places.map((one) => toScreen(fitted, one))) {
        expect(x).toBeGreaterThanOrEqual(63.9)
        expect(y).toBeGreaterThanOrEqual(63.9)
        expect(x).toBeLessThanOrEqual(view.width - 63.9)
        expect(y).toBeLessThanOrEqual(view.height - 63.9)
      }
    }),
  )
})

test('[VP9] without places nothing changes, and a single place is shown at zoom 2', () => {
  expect(fitting(start, [], 64)).toBe(start)
  expect(fitting(start, [{ x: 100, y: 3_000 }], 64)).toMatchObject({ x: 100, y: 3_000, zoom: 2 })
})

const view = { x: 2000, y: 2000, zoom: 1, width: 1000, height: 1000 }

test('[MK1] plus and minus zoom by 0.2, zero shows the whole map', () => {
  expect(viewAfterKey(view, '+', false)?.zoom).toBe(1.2)
  expect(viewAfterKey(view, '=', false)?.zoom).toBe(1.2)
  expect(viewAfterKey(view, '-', false)?.zoom).toBe(0.8)
  expect(viewAfterKey(view, '0', false)).toEqual(showingAll(view))
})

test('[MK2] arrow keys move the view in their direction, with Shift three times as far', () => {
  const east = viewAfterKey(view, 'ArrowRight', false)
  const far = viewAfterKey(view, 'ArrowRight', true)
  expect(east?.x).toBeGreaterThan(view.x)
  expect((far?.x ?? 0) - view.x).toBeCloseTo(((east?.x ?? 0) - view.x) * 3)
  expect(viewAfterKey(view, 'ArrowUp', false)?.y).toBeLessThan(view.y)
})

test('[MK3] other keys are not handled', () => {
  for (const key of ['Tab', 'a', 'PageDown', 'F5']) expect(viewAfterKey(view, key, false)).toBeNull()
})

test.each([
  [360, 400, 128, 96],
  [616, 617, 128, 96],
  [740, 250, 85, 64],
])(
  '[MK1934] in a map of %i by %i px the pack is shown between the controls, %i px above, and the scale, %i px below',
  (width, height, top, bottom) => {
    const view: Viewport = { ...start, width, height }
    const pack = [
      { x: 2_792, y: 1_644 },
      { x: 3_018, y: 2_339 },
      { x: 2_252, y: 2_429 },
    ]
    const fitted = fitting(view, pack, packMargins(view))
    const places = pack.map((one) => toScreen(fitted, one))
    expect(Math.min(...places.map(({ y }) => y))).toBeGreaterThanOrEqual(top)
    expect(Math.max(...places.map(({ y }) => y))).toBeLessThanOrEqual(height - bottom)
    expect(Math.min(...places.map(({ x }) => x))).toBeGreaterThanOrEqual(79.9)
    expect(Math.max(...places.map(({ x }) => x))).toBeLessThanOrEqual(width - 79.9)
  },
)
