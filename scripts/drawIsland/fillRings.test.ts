import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillRings } from './fillRings.ts'

const size = 512

const total = (cover: Uint8Array) => cover.reduce((sum, part) => sum + part / 255, 0)

const box = (x: number, y: number, width: number, height: number) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

describe('fillRings', () => {
  test('[DR1] a pixel is covered by as much of it as lies within', () => {
    const cover = fillRings([box(10.25, 20.5, 2, 1)], size)
    const at = (x: number, y: number) => Math.round(((cover[y * size + x] ?? 0) / 255) * 1000) / 1000
    expect([at(9, 20), at(10, 20), at(11, 20), at(12, 20), at(13, 20)]).toEqual([0, 0.376, 0.502, 0.125, 0])
    expect(at(10, 21)).toBeCloseTo(0.375, 1)
  })

  test('[DR2] what is covered is as large as the shape, whatever way its edges run', () => {
    const coordinate = fc.double({ min: 100, max: 400, noNaN: true })
    const corner = fc.record({ x: coordinate, y: coordinate })
    fc.assert(
      fc.property(corner, corner, corner, (a, b, c) => {
        const area = Math.abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
        expect(Math.abs(total(fillRings([[a, b, c]], size)) - area)).toBeLessThan(3 + area * 0.004)
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })

  test('[DR3] a ring that runs the other way round cuts a hole', () => {
    expect(total(fillRings([box(50, 50, 40, 40), box(60, 60, 10, 10).reverse()], size))).toBeCloseTo(1500, 0)
  })
})
