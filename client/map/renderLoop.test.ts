import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createClockRate,
  createRenderLoop,
  drawnWhile,
  type Layers,
  msUntilNextFrame,
  type RenderLoop,
} from './renderLoop.ts'

const frameMs = 16

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('requestAnimationFrame', (paint: () => void) => setTimeout(paint, frameMs))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const createCountedLoop = (
  nextFrameInMs: () => number | null,
  beforeFrame: (loop: RenderLoop) => boolean = () => false,
  isOffPage = () => false,
) => {
  const drawn = { ground: 0, regions: 0, markers: 0 }
  const layerOf = (name: keyof typeof drawn) => ({
    draw() {
      drawn[name] += 1
    },
  })
  const layers = { ground: layerOf('ground'), regions: layerOf('regions'), markers: layerOf('markers') }
  const loop: RenderLoop = createRenderLoop({
    layers: layers as unknown as Layers,
    beforeFrame: () => beforeFrame(loop),
    nextFrameInMs,
    isOffPage,
    afterFrame: () => {},
  })
  return { drawn, loop }
}

test('[PA10] two requests before the next frame cause one drawing', () => {
  const { drawn, loop } = createCountedLoop(() => null)
  loop.redrawAll()
  loop.redrawMarkers()
  vi.advanceTimersByTime(1_000)
  expect(drawn).toEqual({ ground: 1, regions: 1, markers: 1 })
})

test('[PA11] while animals move only their layer is drawn, at the visible rate, and then nothing', () => {
  const rests = [50, 50, null]
  const { drawn, loop } = createCountedLoop(() => rests.shift() ?? null)
  loop.redrawMarkers()
  vi.advanceTimersByTime(frameMs + 49)
  expect(drawn.markers).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(drawn).toEqual({ ground: 0, regions: 0, markers: 3 })
})

test('[PA12] a new reading or a drag interrupts the wait for the next frame', () => {
  const { drawn, loop } = createCountedLoop(() => 500)
  loop.redrawMarkers()
  vi.advanceTimersByTime(frameMs)
  loop.redrawAll()
  vi.advanceTimersByTime(frameMs)
  expect(drawn).toEqual({ ground: 1, regions: 1, markers: 2 })
  vi.advanceTimersByTime(499)
  expect(drawn.markers).toBe(2)
})

test('[PA13] after stop nothing is drawn', () => {
  const { drawn, loop } = createCountedLoop(() => 50)
  loop.redrawMarkers()
  vi.advanceTimersByTime(frameMs)
  loop.stop()
  vi.advanceTimersByTime(1_000)
  expect(drawn.markers).toBe(1)
})

test('[PA15] what is asked for after stop, as by a font that arrives late, is not drawn', () => {
  for (const isOffPage of [true, false]) {
    vi.stubGlobal('document', { hidden: false })
    const { drawn, loop } = createCountedLoop(
      () => 50,
      () => false,
      () => isOffPage,
    )
    loop.stop()
    loop.redrawAll()
    loop.redrawMarkers()
    vi.advanceTimersByTime(2_000)
    expect(drawn).toEqual({ ground: 0, regions: 0, markers: 0 })
  }
})

test('[PA14] a request made in beforeFrame is drawn in that frame and in no other', () => {
  const { drawn, loop } = createCountedLoop(
    () => null,
    (asked) => {
      asked.redrawAll()
      return false
    },
  )
  loop.redrawMarkers()
  vi.advanceTimersByTime(1_000)
  expect(drawn).toEqual({ ground: 1, regions: 1, markers: 1 })
})

test('[MQ20] what beforeFrame finds due is drawn in that frame, with the ground', () => {
  const due = [true, false]
  const { drawn, loop } = createCountedLoop(
    () => null,
    () => due.shift() ?? false,
  )
  loop.redrawMarkers()
  vi.advanceTimersByTime(1_000)
  expect(drawn).toEqual({ ground: 1, regions: 1, markers: 1 })
  loop.redrawMarkers()
  vi.advanceTimersByTime(1_000)
  expect(drawn).toEqual({ ground: 1, regions: 1, markers: 2 })
})

test('[MQ46] while a worker paints the animals they are drawn without a frame of the page; a moved view, or a hidden page, has one', () => {
  const frames = vi.fn((paint: () => void) => setTimeout(paint, frameMs))
  vi.stubGlobal('requestAnimationFrame', frames)
  const page = { hidden: false }
  vi.stubGlobal('document', page)
  const rests = [50, null, null, null]
  const { drawn, loop } = createCountedLoop(
    () => rests.shift() ?? null,
    () => false,
    () => true,
  )
  loop.redrawMarkers()
  loop.redrawMarkers()
  vi.advanceTimersByTime(10)
  expect(drawn.markers).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(drawn.markers).toBe(2)
  expect(frames).not.toHaveBeenCalled()
  loop.redrawAll()
  vi.advanceTimersByTime(1_000)
  expect(drawn).toEqual({ ground: 1, regions: 1, markers: 3 })
  expect(frames).toHaveBeenCalledTimes(1)
  page.hidden = true
  loop.redrawMarkers()
  expect(frames).toHaveBeenCalledTimes(2)
})

test('[MQ47] a canvas without content is drawn once more, to clear it, and then no longer', () => {
  const layer = { draw: vi.fn() }
  let hasContent = true
  const drawn = drawnWhile(layer, () => hasContent)
  const drawTwice = () => {
    drawn.draw()
    drawn.draw()
    return layer.draw.mock.calls.length
  }
  expect(drawTwice()).toBe(2)
  hasContent = false
  expect(drawTwice()).toBe(3)
  hasContent = true
  expect(drawTwice()).toBe(5)
})

const tracksAt = (units: number, degrees: number) => ({ isMoving: () => true, topSpeed: () => ({ units, degrees }) })

test('[RS16] the next frame is due when the fastest animal has moved by half a px', () => {
  expect(msUntilNextFrame(tracksAt(0.002, 0), 2, 0)).toBeCloseTo(125)
})

test('[RS17] the next frame is due when an animal has turned by a visible step', () => {
  expect(msUntilNextFrame(tracksAt(0.002, 0.075), 2, 0)).toBeCloseTo(100)
})

test('[RS18] frames are drawn at most twenty times a second and at least twice', () => {
  expect(msUntilNextFrame(tracksAt(1, 0), 2, 0)).toBe(50)
  expect(msUntilNextFrame(tracksAt(0, 0), 2, 0)).toBe(500)
})

test('[RS19] when all animals have arrived no frame is due', () => {
  expect(msUntilNextFrame({ isMoving: () => false, topSpeed: () => ({ units: 1, degrees: 1 }) }, 2, 0)).toBeNull()
})

test('[RS20] frames are drawn more often on a faster clock and rarely on a stopped one', () => {
  expect(msUntilNextFrame(tracksAt(0.001, 0), 2, 0, 2)).toBeCloseTo(125)
  expect(msUntilNextFrame(tracksAt(0.001, 0), 2, 0, -2)).toBeCloseTo(125)
  expect(msUntilNextFrame(tracksAt(0.001, 0), 2, 0, 60)).toBe(50)
  expect(msUntilNextFrame(tracksAt(1, 1), 2, 0, 0)).toBe(500)
})

test("[CR6] the rate is the clock's progress per elapsed ms: sixty, zero, or negative", () => {
  const now = { clock: 0, real: 0 }
  const rate = createClockRate(
    () => now.clock,
    () => now.real,
  )
  expect(rate()).toBe(1)
  Object.assign(now, { clock: 6_000, real: 100 })
  expect(rate()).toBe(60)
  Object.assign(now, { clock: 6_000, real: 200 })
  expect(rate()).toBe(0)
  Object.assign(now, { clock: 5_900, real: 300 })
  expect(rate()).toBe(-1)
})

test('[CR7] a second call without elapsed time returns the previous rate', () => {
  const now = { clock: 0, real: 0 }
  const rate = createClockRate(
    () => now.clock,
    () => now.real,
  )
  rate()
  Object.assign(now, { clock: 500, real: 100 })
  expect([rate(), rate()]).toEqual([5, 5])
})
