import fc from 'fast-check'
import { expect, test } from 'vitest'
import { figuresIn } from './hubFigures.ts'
import { lowsOf, trendOf } from './trend.ts'
import { type Look, verdictOn } from './verdict.ts'

const megabyte = 1e6
/** Sweeps every 7 s: a saw on a level that rises by so much a minute. */
const looksOf = (growth: number, seconds = 600): Look[] =>
  Array.from({ length: seconds / 5 }, (_, look) => {
    const at = look * 5
    const level = (100 + (growth * at) / 60) * megabyte
    const heapBytes = level + ((at * 9_301) % 7) * 5 * megabyte
    const steady = { externalBytes: 20 * megabyte, lagP99Ms: 11, lagMostMs: 30, cpuSeconds: at / 4 }
    return { at, figures: { ...steady, heapBytes, residentBytes: level + 80 * megabyte } }
  })

test('[LD7] a line is found again, whatever its slope', () => {
  const numbers = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(numbers, numbers, (slope, start) => {
      const samples = [0, 3, 4, 9, 20].map((at) => ({ at, value: start + slope * at }))
      expect(trendOf(samples).perSecond).toBeCloseTo(slope, 3)
    }),
  )
  expect(() => trendOf([{ at: 0, value: 1 }])).toThrow('three samples at least, not 1')
})

test('[LD7] of a saw the lows are taken', () => {
  const saw = [5, 9, 2, 8, 3, 7].map((value, at) => ({ at, value }))
  expect(lowsOf(saw, 3)).toEqual([
    { at: 2, value: 2 },
    { at: 4, value: 3 },
  ])
})

test('[LD8] a hub whose heap is swept over and over does not grow; one that keeps something does', () => {
  expect(verdictOn(looksOf(0), 120).holds).toBe(true)
  expect(verdictOn(looksOf(-2), 120).holds).toBe(true)
  const grown = verdictOn(looksOf(4), 120)
  expect(grown.holds).toBe(false)
  expect(grown.lines[0]).toMatch(/^heap: 1\d\d\.\d MB, \+(3\.[5-9]|4\.\d) MB ± .* a minute: GROWS$/)
  expect(grown.lines[1]).toContain('buffers: 20.0 MB, +0.0 kB')
})

test('[LD8] what grew while it warmed up is not held against it; too short a run proves nothing', () => {
  const looks = looksOf(0).map(({ at, figures }) => ({
    at,
    figures: at < 120 ? { ...figures, heapBytes: 1 } : figures,
  }))
  expect(verdictOn(looks, 120).holds).toBe(true)
  expect(verdictOn(looksOf(0, 60), 30)).toMatchObject({ holds: false, lines: [expect.stringContaining('Too short')] })
})

test('[LD8] figures are read from what the hub tells Prometheus, and one that is missing is named', () => {
  expect(() => figuresIn('waterhole_sockets 3\n')).toThrow('no waterhole_process_resident_memory_bytes')
})
