import { describe, expect, test } from 'vitest'
import { writeFigures } from './figures.ts'
import { dayPalette, nightPalette } from './palette.ts'
import { createPlate, createPrint, sheetSize } from './plate.ts'

const plate = createPlate()
const cutAt = (x: number, y: number) => plate.cuts[y * sheetSize + x] ?? 0
const cutPixels = () => plate.cuts.reduce((count, cut) => count + (cut > 128 ? 1 : 0), 0)

describe('plate', () => {
  test('[DR8] a line is as wide as its pen, and crossing itself does not darken it', () => {
    plate.line([
      { x: 100, y: 100.5, width: 3 },
      { x: 160, y: 100.5, width: 3 },
    ])
    expect([98, 99, 100, 101, 102].map((y) => cutAt(130, y))).toEqual([0, 255, 255, 255, 0])
    plate.dot(130, 100.5, 3, 0.5)
    expect(cutAt(130, 100)).toBe(255)
    plate.clear()
  })

  test('[DR9] a hair line is fainter, not broken', () => {
    plate.line([
      { x: 200, y: 200.5, width: 0.4 },
      { x: 220, y: 200.5, width: 0.4 },
    ])
    for (let x = 200; x < 220; x++) expect(cutAt(x, 200)).toBeGreaterThan(60)
    expect(cutAt(210, 200)).toBeLessThan(160)
    plate.clear()
  })

  test('[DR10] ink reaches every sheet in its own colour and only where it is kept', () => {
    const prints = [createPrint(dayPalette), createPrint(nightPalette)]
    plate.dot(50.5, 50.5, 5)
    plate.dot(80.5, 50.5, 5)
    plate.print(
      prints,
      (palette) => ({ colour: palette.paper, strength: 1 }),
      (pixel) => (pixel % sheetSize < 70 ? 1 : 0),
    )
    for (const { pixels, palette } of prints) {
      const at = (x: number) => [...pixels.subarray((50 * sheetSize + x) * 3, (50 * sheetSize + x) * 3 + 3)]
      expect(at(50)).toEqual([...palette.paper])
      expect(at(80)).toEqual([0, 0, 0])
    }
    plate.clear()
  })

  test('[DR11] room can be made in a line for a figure', () => {
    plate.line([
      { x: 300, y: 300.5, width: 2 },
      { x: 400, y: 300.5, width: 2 },
    ])
    plate.erase(350, 300, 12, 6, 0)
    expect([330, 345, 355, 370].map((x) => cutAt(x, 300) > 0)).toEqual([true, false, false, true])
    plate.clear()
  })

  test('[DR12] every figure leaves ink, and no two the same', () => {
    const shapes = new Set<string>()
    for (const digit of '0123456789') {
      writeFigures(plate, digit, { x: 500, y: 500, angle: 0 }, 20, 1.6)
      expect(cutPixels()).toBeGreaterThan(20)
      const rows = Array.from({ length: 24 }, (_, row) =>
        Array.from({ length: 16 }, (_, column) => (cutAt(492 + column, 488 + row) > 128 ? '#' : ' ')).join(''),
      )
      shapes.add(rows.join('\n'))
      plate.clear()
    }
    expect(shapes.size).toBe(10)
  })
})
