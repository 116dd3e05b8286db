import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeMemory, type MemoryReading, metricsIn, minimaOf, trendOf } from './memoryTrend.ts'

const megabyte = 1e6
/** A garbage collection every 7 s: a sawtooth on a level that grows by MB a minute. */
const readingsOf = (growth: number, seconds = 600): MemoryReading[] =>
  Array.from({ length: seconds / 5 }, (_, reading) => {
    const at = reading * 5
    const level = (100 + (growth * at) / 60) * megabyte
    const heapBytes = level + ((at * 9_301) % 7) * 5 * megabyte
    const steady = { externalBytes: 20 * megabyte, lagP99Ms: 11, lagMaxMs: 30, cpuSeconds: at / 4 }
    return { at, metrics: { ...steady, heapBytes, residentBytes: level + 80 * megabyte } }
  })

test('[LD7] the slope of a line is found', () => {
  const numbers = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(numbers, numbers, (slope, start) => {
      const samples = [0, 3, 4, 9, 20].map((at) => ({ at, value: start + slope * at }))
      expect(trendOf(samples).perSecond).toBeCloseTo(slope, 3)
    }),
  )
  expect(() => trendOf([{ at: 0, value: 1 }])).toThrow('at least three samples, not 1')
})

test('[LD17] the minima of a sawtooth are found', () => {
  const sawtooth = [5, 9, 2, 8, 3, 7].map((value, at) => ({ at, value }))
  expect(minimaOf(sawtooth, 3)).toEqual([
    { at: 2, value: 2 },
    { at: 4, value: 3 },
  ])
})

test('[LD8] a heap with garbage collections does not count as growing, one with a leak does', () => {
  expect(judgeMemory(readingsOf(0), 120).holds).toBe(true)
  expect(judgeMemory(readingsOf(-2), 120).holds).toBe(true)
  const grown = judgeMemory(readingsOf(4), 120)
  expect(grown.holds).toBe(false)
  expect(grown.lines[0]).toMatch(/^heap: 1\d\d\.\d MB, \+(3\.[5-9]|4\.\d) MB ± .* a minute: GROWS$/)
  expect(grown.lines[1]).toContain('buffers: 20.0 MB, +0.0 kB')
  expect(grown.lines.at(-1)).toBe('It keeps growing.')
  expect(judgeMemory(readingsOf(0.5, 3600), 1200).holds).toBe(false)
  expect(judgeMemory(readingsOf(0.1, 3600), 1200).holds).toBe(true)
})

test('[LD18] growth during the warm-up is ignored, and too short a run gives no verdict', () => {
  const readings = readingsOf(0).map(({ at, metrics }) => ({
    at,
    metrics: at < 120 ? { ...metrics, heapBytes: 1 } : metrics,
  }))
  expect(judgeMemory(readings, 120).holds).toBe(true)
  expect(judgeMemory(readingsOf(0, 60), 30)).toMatchObject({
    holds: false,
    lines: [expect.stringMatching(/^Too short for a verdict: .* after the warm-up\.$/)],
  })
})

test('[LD19] a metric that is missing from /metrics is named', () => {
  expect(() => metricsIn('waterhole_sockets 3\n')).toThrow('no waterhole_process_resident_memory_bytes')
})
