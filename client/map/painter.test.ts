import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPainter, type Layers, type Painter } from './painter.ts'

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

const createCountedPainter = (restMs: () => number | null, beforeFrame: (painter: Painter) => void = () => {}) => {
  const drawn = { ground: 0, regions: 0, herd: 0 }
  const layerOf = (name: keyof typeof drawn) => ({
    draw() {
      drawn[name] += 1
    },
  })
  const layers = { ground: layerOf('ground'), regions: layerOf('regions'), herd: layerOf('herd') }
  const painter: Painter = createPainter({
    layers: layers as unknown as Layers,
    beforeFrame: () => beforeFrame(painter),
    restMs,
    onFrame: () => {},
  })
  return { drawn, painter }
}

test('[PA1] what is asked for twice before the next frame is drawn once', () => {
  const { drawn, painter } = createCountedPainter(() => null)
  painter.all()
  painter.herd()
  vi.advanceTimersByTime(1_000)
  expect(drawn).toEqual({ ground: 1, regions: 1, herd: 1 })
})

test('[PA2] while animals walk only they are drawn, as often as can be seen, and then nothing', () => {
  const rests = [50, 50, null]
  const { drawn, painter } = createCountedPainter(() => rests.shift() ?? null)
  painter.herd()
  vi.advanceTimersByTime(frameMs + 49)
  expect(drawn.herd).toBe(1)
  vi.advanceTimersByTime(1_000)
  expect(drawn).toEqual({ ground: 0, regions: 0, herd: 3 })
})

test('[PA3] a reading or a drag does not wait for the rest to end', () => {
  const { drawn, painter } = createCountedPainter(() => 500)
  painter.herd()
  vi.advanceTimersByTime(frameMs)
  painter.all()
  vi.advanceTimersByTime(frameMs)
  expect(drawn).toEqual({ ground: 1, regions: 1, herd: 2 })
  vi.advanceTimersByTime(499)
  expect(drawn.herd).toBe(2)
})

test('[PA4] once stopped nothing is drawn', () => {
  const { drawn, painter } = createCountedPainter(() => 50)
  painter.herd()
  vi.advanceTimersByTime(frameMs)
  painter.stop()
  vi.advanceTimersByTime(1_000)
  expect(drawn.herd).toBe(1)
})

test('[PA5] what is asked for before a frame is drawn in that frame, and in no other', () => {
  const { drawn, painter } = createCountedPainter(
    () => null,
    (asked) => asked.all(),
  )
  painter.herd()
  vi.advanceTimersByTime(1_000)
  expect(drawn).toEqual({ ground: 1, regions: 1, herd: 1 })
})
