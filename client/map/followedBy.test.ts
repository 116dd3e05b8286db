import fc from 'fast-check'
import { expect, test } from 'vitest'
import { followedBy } from './followedBy.ts'
import { pxPerUnit } from './viewport.ts'

const view = { x: 1_000, y: 1_000, zoom: 1, width: 1_000, height: 1_000 }

test('[FO1] the view comes nearer with every frame and never goes beyond', () => {
  fc.assert(
    fc.property(
      fc.record({ x: fc.integer({ min: 0, max: 4_096 }), y: fc.integer({ min: 0, max: 4_096 }) }),
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 40 }),
      (place, frames) => {
        let now = view
        for (const elapsed of frames) {
          const before = Math.hypot(place.x - now.x, place.y - now.y)
          now = { ...now, ...followedBy(now, place, elapsed).view }
          const after = Math.hypot(place.x - now.x, place.y - now.y)
          expect(after).toBeLessThanOrEqual(before)
        }
      },
    ),
  )
})

test('[FO2] once within half a px it is there, and no more frames are asked for', () => {
  const near = 0.4 / pxPerUnit(view)
  expect(followedBy(view, { x: 1_000 + near, y: 1_000 }, 0)).toEqual({
    view: { ...view, x: 1_000 + near },
    isBehind: false,
  })
  expect(followedBy(view, { x: 1_000, y: 1_000 }, 16).view).toBe(view)
})

test('[FO3] where nothing may move it is there at once', () => {
  expect(followedBy(view, { x: 3_000, y: 200 }, Number.POSITIVE_INFINITY)).toEqual({
    view: { ...view, x: 3_000, y: 200 },
    isBehind: false,
  })
})

test('[FO4] an animal beyond the rim of the map is followed to the rim, and then rested', () => {
  const { view: at } = followedBy(view, { x: -500, y: 1_000 }, Number.POSITIVE_INFINITY)
  expect(at).toMatchObject({ x: 0, y: 1_000 })
  expect(followedBy(at, { x: -500, y: 1_000 }, 16).isBehind).toBe(false)
})

test('[FO5] the zoom is left alone', () => {
  expect(followedBy({ ...view, zoom: 2.3 }, { x: 3_000, y: 200 }, 16).view.zoom).toBe(2.3)
})
