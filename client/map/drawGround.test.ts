import { expect, test } from 'vitest'
import { mapSize } from '../../shared/features/world/frame.ts'
import { drawSquareNames } from './drawGround.ts'

test('[MK2057] letters of columns and numbers of rows do not lie on one another, however small the map is', () => {
  for (let side = 160; side <= 1_000; side += 20) {
    const written: { name: string; x: number; y: number }[] = []
    const context = {
      strokeText: () => {},
      fillText: (name: string, x: number, y: number) => written.push({ name, x, y }),
    } as unknown as CanvasRenderingContext2D
    const view = {
      x: mapSize / 2,
      y: mapSize / 2,
      zoom: 0.5,
      width: side + 40,
      height: side,
      fit: { side, dx: 0, dy: 0 },
    }
    drawSquareNames(context, { mapInk: '', mapHalo: '' }, view, [])
    expect(written.length).toBeGreaterThanOrEqual(15)
    for (const [index, one] of written.entries())
      for (const other of written.slice(index + 1)) {
        const isApart = Math.abs(one.x - other.x) >= 12 || Math.abs(one.y - other.y) >= 12
        expect(isApart, `${side} px: ${one.name} and ${other.name}`).toBe(true)
      }
  }
})
