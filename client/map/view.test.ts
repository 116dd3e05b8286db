import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createView, followStep } from './view.ts'
import { centredOn, pxPerUnit, showingAll } from './viewport.ts'

const frameMs = 16
let isStill = false

beforeEach(() => {
  isStill = false
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (paint: (now: number) => void) =>
    setTimeout(() => paint(performance.now()), frameMs),
  )
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const createSizedView = () => {
  const view = createView()
  view.set({ x: 1_000, y: 1_000, zoom: 1, width: 1_000, height: 1_000 })
  return view
}

/** Follows frame by frame, as the render loop does. @returns the number of frames */
const keepUp = (view: ReturnType<typeof createView>, place: { x: number; y: number }, most = 500) => {
  for (let frames = 1; frames <= most; frames++) {
    const isBehind = view.stepFollow(place, performance.now())
    if (!isBehind) return frames
    vi.advanceTimersByTime(frameMs)
  }
  return most
}

test('[VW1] a followed animal reaches the middle over some frames and stays there while it moves', () => {
  const view = createSizedView()
  view.follow('fern')
  expect(keepUp(view, { x: 2_000, y: 1_500 })).toBeGreaterThan(5)
  expect(view.get()).toMatchObject({ x: 2_000, y: 1_500, zoom: 1 })
  keepUp(view, { x: 2_010, y: 1_490 })
  expect(view.get()).toMatchObject({ x: 2_010, y: 1_490 })
})

test('[VW2] with reduced motion the followed animal is in the middle at once', () => {
  isStill = true
  const view = createSizedView()
  view.follow('fern')
  expect(keepUp(view, { x: 2_000, y: 1_500 })).toBe(1)
  expect(view.get()).toMatchObject({ x: 2_000, y: 1_500 })
})

test('[VW3] moving elsewhere ends following; zooming and resizing do not', () => {
  const view = createSizedView()
  view.follow('fern')
  view.zoomTo(2)
  view.set({ ...view.get(), width: 800 })
  expect(view.followed()).toBe('fern')
  view.glideTo(centredOn(view.target(), { x: 100, y: 100 }))
  expect(view.followed()).toBeNull()
})

test('[VW4] zooming while following ends at the requested zoom with the animal in the middle', () => {
  const view = createSizedView()
  view.follow('fern')
  keepUp(view, { x: 2_000, y: 1_500 })
  view.zoomTo(1.2)
  view.zoomTo(view.target().zoom + 0.2)
  const seen: number[] = []
  view.subscribe(() => seen.push(view.get().x))
  for (let x = 2_000; x < 2_030; x++) {
    view.stepFollow({ x, y: 1_500 }, performance.now())
    vi.advanceTimersByTime(frameMs)
  }
  expect(seen).toEqual(seen.toSorted((a, b) => a - b))
  keepUp(view, { x: 2_030, y: 1_500 })
  expect(view.get()).toMatchObject({ x: 2_030, y: 1_500, zoom: 1.4 })
})

test('[VW5] ending following during a glide leaves the view where it is', () => {
  const view = createSizedView()
  view.follow('fern')
  view.zoomTo(2)
  vi.advanceTimersByTime(5 * frameMs)
  view.stepFollow({ x: 3_000, y: 3_000 }, performance.now())
  view.follow(null)
  const left = view.get()
  view.subscribe(() => expect(view.get()).toEqual(left))
  vi.advanceTimersByTime(1_000)
  expect(view.get()).toEqual(left)
  expect(view.target()).toEqual(left)
})

test('[VW6] subscribers are notified when the followed animal changes', () => {
  const view = createSizedView()
  const followed: (string | null)[] = []
  view.subscribe(() => followed.push(view.followed()))
  view.follow('fern')
  view.follow('fern')
  view.follow(null)
  expect(followed).toEqual(['fern', null])
})

const view = { x: 1_000, y: 1_000, zoom: 1, width: 1_000, height: 1_000 }

test('[FO11] the view gets closer with every frame and never overshoots', () => {
  fc.assert(
    fc.property(
      fc.record({ x: fc.integer({ min: 0, max: 4_096 }), y: fc.integer({ min: 0, max: 4_096 }) }),
      fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 1, maxLength: 40 }),
      (place, frames) => {
        let now = view
        for (const elapsed of frames) {
          const before = Math.hypot(place.x - now.x, place.y - now.y)
          now = { ...now, ...followStep(now, place, elapsed).view }
          const after = Math.hypot(place.x - now.x, place.y - now.y)
          expect(after).toBeLessThanOrEqual(before)
        }
      },
    ),
  )
})

test('[FO12] within half a px the view has arrived and needs no more frames', () => {
  const near = 0.4 / pxPerUnit(view)
  expect(followStep(view, { x: 1_000 + near, y: 1_000 }, 0)).toEqual({
    view: { ...view, x: 1_000 + near },
    isBehind: false,
  })
  expect(followStep(view, { x: 1_000, y: 1_000 }, 16).view).toBe(view)
})

test('[FO13] with reduced motion the view arrives at once', () => {
  expect(followStep(view, { x: 3_000, y: 200 }, Number.POSITIVE_INFINITY)).toEqual({
    view: { ...view, x: 3_000, y: 200 },
    isBehind: false,
  })
})

test('[FO14] an animal beyond the edge of the map is followed to the edge, and no further frames are needed', () => {
  const { view: at } = followStep(view, { x: -500, y: 1_000 }, Number.POSITIVE_INFINITY)
  expect(at).toMatchObject({ x: 0, y: 1_000 })
  expect(followStep(at, { x: -500, y: 1_000 }, 16).isBehind).toBe(false)
})

test('[FO15] following does not change the zoom', () => {
  expect(followStep({ ...view, zoom: 2.3 }, { x: 3_000, y: 200 }, 16).view.zoom).toBe(2.3)
})

test('[VW12] controls that grow while the map zooms do not end the zoom half-way', () => {
  const view = createSizedView()
  view.glideTo(showingAll(view.get()))
  vi.runAllTimers()
  view.zoomTo(0.7)
  vi.advanceTimersByTime(5 * frameMs)
  expect(view.get().zoom).toBeGreaterThan(0.5)
  expect(view.get().zoom).toBeLessThan(0.7)
  const fit = { side: 700, dx: 20, dy: -30 }
  view.fitTo({ width: 900, height: 800 }, fit)
  vi.runAllTimers()
  expect(view.get()).toMatchObject({ zoom: 0.7, width: 900, height: 800, fit })
  expect(view.target()).toEqual(view.get())
})
