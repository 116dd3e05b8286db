import { describe, expect, test } from 'vitest'
import { drawDigits } from './figures.ts'
import { createMask, createPicture, pictureSize } from './mask.ts'
import { dayPalette, nightPalette } from './palette.ts'

const mask = createMask()
const coverageAt = (x: number, y: number) => mask.coverage[y * pictureSize + x] ?? 0
const coveredPixels = () => mask.coverage.reduce((count, covered) => count + (covered > 128 ? 1 : 0), 0)

describe('mask', () => {
  test('[DR8] a line is as wide as its pen, and a crossing is not darker', () => {
    mask.line([
      { x: 100, y: 100.5, width: 3 },
      { x: 160, y: 100.5, width: 3 },
    ])
    expect([98, 99, 100, 101, 102].map((y) => coverageAt(130, y))).toEqual([0, 255, 255, 255, 0])
    mask.dot(130, 100.5, 3, 0.5)
    expect(coverageAt(130, 100)).toBe(255)
    mask.clear()
  })

  test('[DR9] a line thinner than a pixel is fainter, not broken', () => {
    mask.line([
      { x: 200, y: 200.5, width: 0.4 },
      { x: 220, y: 200.5, width: 0.4 },
    ])
    for (let x = 200; x < 220; x++) expect(coverageAt(x, 200)).toBeGreaterThan(60)
    expect(coverageAt(210, 200)).toBeLessThan(160)
    mask.clear()
  })

  test('[DR10] printing inks every image in its own colour, only where the mask allows', () => {
    const pictures = [createPicture(dayPalette), createPicture(nightPalette)]
    mask.dot(50.5, 50.5, 5)
    mask.dot(80.5, 50.5, 5)
    mask.print(
      pictures,
      (palette) => ({ colour: palette.paper, strength: 1 }),
      (pixel) => (pixel % pictureSize < 70 ? 1 : 0),
    )
    for (const { pixels, palette } of pictures) {
      const at = (x: number) => [...pixels.subarray((50 * pictureSize + x) * 3, (50 * pictureSize + x) * 3 + 3)]
      expect(at(50)).toEqual([...palette.paper])
      expect(at(80)).toEqual([0, 0, 0])
    }
    mask.clear()
  })

  test('[DR11] a gap for a figure can be erased from a line', () => {
    mask.line([
      { x: 300, y: 300.5, width: 2 },
      { x: 400, y: 300.5, width: 2 },
    ])
    mask.erase(350, 300, 12, 6, 0)
    expect([330, 345, 355, 370].map((x) => coverageAt(x, 300) > 0)).toEqual([true, false, false, true])
    mask.clear()
  })

  test('[DR12] every digit draws pixels, and no two digits are the same', () => {
    const shapes = new Set<string>()
    for (const digit of '0123456789') {
      drawDigits(mask, digit, { x: 500, y: 500, angle: 0 }, 20, 1.6)
      expect(coveredPixels()).toBeGreaterThan(20)
      const rows = Array.from({ length: 24 }, (_, row) =>
        Array.from({ length: 16 }, (_, column) => (coverageAt(492 + column, 488 + row) > 128 ? '#' : ' ')).join(''),
      )
      shapes.add(rows.join('\n'))
      mask.clear()
    }
    expect(shapes.size).toBe(10)
  })
})
