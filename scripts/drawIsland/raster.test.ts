import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paint, sample } from '../../server/game/island/grid.ts'
import { mulberry32 } from '../../shared/engine/mulberry32.ts'
import { hillShade } from './ground.ts'
import { blurred, distanceTo, doubled, fillRings } from './raster.ts'

describe('fields', () => {
  test('[DR4] a slope is the same on a grid of twice the resolution', () => {
    const fine = doubled(paint(64, (x, y) => 3 * x - 2 * y))
    expect(fine.cells).toBe(128)
    for (const [x, y] of [
      [1000, 1000],
      [2210, 3333],
      [3000, 700],
    ] as const)
      expect(sample(fine, x, y)).toBeCloseTo(3 * x - 2 * y, 0)
  })

  test('[DR5] blurring keeps constant areas and flattens small features', () => {
    const spike = paint(64, (x, y) => (Math.hypot(x - 2048, y - 2048) < 60 ? 100 : 10))
    const soft = blurred(spike, 3)
    expect(soft.values[0]).toBeCloseTo(10, 3)
    expect(Math.max(...soft.values)).toBeLessThan(40)
  })

  test('[DR6] distances are to the nearest marked place', () => {
    const random = mulberry32(5)
    const cells = 48
    const isHere = Uint8Array.from({ length: cells * cells }, () => (random() < 0.01 ? 1 : 0))
    const found = distanceTo(isHere, cells)
    const here = [...isHere.keys()].filter((cell) => isHere[cell] === 1)
    for (let cell = 0; cell < isHere.length; cell += 7) {
      const away = here.map((other) =>
        Math.hypot((cell % cells) - (other % cells), Math.floor(cell / cells) - Math.floor(other / cells)),
      )
      expect(found.values[cell]).toBeCloseTo(Math.min(...away) * found.step, 2)
    }
  })

  test('[DR7] the light comes from the north-west: that side of a hill is lighter than flat ground, the other darker', () => {
    const hill = paint(128, (x, y) => 400 * Math.exp(-((x - 2048) ** 2 + (y - 2048) ** 2) / 400 ** 2))
    const shade = hillShade(hill)
    expect(sample(shade, 1800, 1800)).toBeGreaterThan(0.02)
    expect(sample(shade, 2300, 2300)).toBeLessThan(-0.05)
    expect(Math.abs(sample(shade, 300, 300))).toBeLessThan(0.01)
    expect(Math.min(...shade.values)).toBeGreaterThan(-1)
  })
})

const size = 512

const total = (cover: Uint8Array) => cover.reduce((sum, part) => sum + part / 255, 0)

const box = (x: number, y: number, width: number, height: number) => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

describe('fillRings', () => {
  test("[DR1] a pixel's coverage is the share of its area inside the ring", () => {
    const cover = fillRings([box(10.25, 20.5, 2, 1)], size)
    const at = (x: number, y: number) => Math.round(((cover[y * size + x] ?? 0) / 255) * 1000) / 1000
    expect([at(9, 20), at(10, 20), at(11, 20), at(12, 20), at(13, 20)]).toEqual([0, 0.376, 0.502, 0.125, 0])
    expect(at(10, 21)).toBeCloseTo(0.375, 1)
  })

  test('[DR2] the total coverage equals the area of the shape, for edges in any direction', { tags: 'slow' }, () => {
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

  test('[DR3] a ring of opposite direction cuts a hole', () => {
    expect(total(fillRings([box(50, 50, 40, 40), box(60, 60, 10, 10).reverse()], size))).toBeCloseTo(1500, 0)
  })
})
