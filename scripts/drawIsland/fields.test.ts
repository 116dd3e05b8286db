import { describe, expect, test } from 'vitest'
import { paint, sample } from '../../shared/features/world/terrain/grid.ts'
import { createDice } from '../../shared/features/world/terrain/noise.ts'
import { distanceTo } from './distance.ts'
import { hillShade } from './hillShade.ts'
import { blurred, doubled } from './smooth.ts'

describe('fields of the drawing', () => {
  test('[DR4] a slope stays the same slope on a grid twice as fine', () => {
    const fine = doubled(paint(64, (x, y) => 3 * x - 2 * y))
    expect(fine.cells).toBe(128)
    for (const [x, y] of [
      [1000, 1000],
      [2210, 3333],
      [3000, 700],
    ] as const)
      expect(sample(fine, x, y)).toBeCloseTo(3 * x - 2 * y, 0)
  })

  test('[DR5] blurring keeps what is even and flattens what is small', () => {
    const spike = paint(64, (x, y) => (Math.hypot(x - 2048, y - 2048) < 60 ? 100 : 10))
    const soft = blurred(spike, 3)
    expect(soft.values[0]).toBeCloseTo(10, 3)
    expect(Math.max(...soft.values)).toBeLessThan(40)
  })

  test('[DR6] distances are those to the nearest place there is', () => {
    const dice = createDice(5)
    const cells = 48
    const isHere = Uint8Array.from({ length: cells * cells }, () => (dice() < 0.01 ? 1 : 0))
    const found = distanceTo(isHere, cells)
    const here = [...isHere.keys()].filter((cell) => isHere[cell] === 1)
    for (let cell = 0; cell < isHere.length; cell += 7) {
      const away = here.map((other) =>
        Math.hypot((cell % cells) - (other % cells), Math.floor(cell / cells) - Math.floor(other / cells)),
      )
      expect(found.values[cell]).toBeCloseTo(Math.min(...away) * found.step, 2)
    }
  })

  test('[DR7] light falls from the north-west: that side of a hill is lighter than flat ground, the other darker', () => {
    const hill = paint(128, (x, y) => 400 * Math.exp(-((x - 2048) ** 2 + (y - 2048) ** 2) / 400 ** 2))
    const shade = hillShade(hill)
    expect(sample(shade, 1800, 1800)).toBeGreaterThan(0.02)
    expect(sample(shade, 2300, 2300)).toBeLessThan(-0.05)
    expect(Math.abs(sample(shade, 300, 300))).toBeLessThan(0.01)
    expect(Math.min(...shade.values)).toBeGreaterThan(-1)
  })
})
