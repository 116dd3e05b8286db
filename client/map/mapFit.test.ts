import { expect, test } from 'vitest'
import { mapSize } from '../../shared/features/world/frame.ts'
import { clearFit, hasRoomBeside } from './mapFit.ts'
import type { LabelBox } from './placeLabels.ts'
import { draggedBy, fittedTo, showingAll, toScreen, type Viewport } from './viewport.ts'

const controlsOf = (width: number, height: number): readonly LabelBox[] => [
  { x: 16, y: 16, width: 200, height: 40 },
  { x: width - 296, y: 16, width: 280, height: 40 },
  { x: 32, y: height - 66, width: 180, height: 50 },
  { x: width - 266, y: height - 48, width: 250, height: 32 },
]
const sizes = [
  [1_192, 1_010],
  [748, 847],
  [748, 747],
  [704, 890],
  [360, 565],
] as const

const viewOf = (width: number, height: number): Viewport => ({ x: 2_200, y: 2_400, zoom: 1, width, height })

test('[MK21] no control covers any of the whole island, which is as large as that allows', () => {
  for (const [width, height] of sizes) {
    const controls = controlsOf(width, height)
    const view = showingAll(fittedTo(viewOf(width, height), { width, height }, clearFit({ width, height }, controls)))
    const [near, far] = [0, mapSize].map((at) => toScreen(view, { x: at, y: at }))
    for (const { x, y, width: wide, height: high } of controls) {
      const isApart =
        x + wide <= (near?.x ?? 0) || x >= (far?.x ?? 0) || y + high <= (near?.y ?? 0) || y >= (far?.y ?? 0)
      expect(isApart, `${width} by ${height}: control at ${x}, ${y}`).toBe(true)
    }
    expect(view.fit?.side ?? 0).toBeGreaterThan(0.8 * Math.min(width, height))
  }
})

test('[MK22] without controls, or where they leave no room, the whole island has the shorter side of the window', () => {
  expect(clearFit({ width: 800, height: 700 }, [])).toEqual({ side: 700, dx: 0, dy: 0 })
  const wall = { x: 0, y: 300, width: 800, height: 100 }
  expect(clearFit({ width: 800, height: 700 }, [wall])).toEqual({ side: 700, dx: 0, dy: 0 })
})

test('[MK23] when the controls change, a view of the whole island stays one and any other place stays where it is', () => {
  const [size, fit] = [
    { width: 748, height: 747 },
    { side: 700, dx: 0, dy: -12 },
  ]
  const whole = showingAll(viewOf(size.width, size.height))
  expect(fittedTo(whole, size, fit)).toEqual(showingAll({ ...whole, fit }))
  expect(toScreen(fittedTo(whole, size, fit), { x: mapSize / 2, y: mapSize / 2 })).toEqual({ x: 374, y: 361.5 })
  const moved = draggedBy(whole, 50, 0)
  expect(fittedTo(moved, size, fit)).toMatchObject({ x: moved.x, y: moved.y, zoom: 0.5 })
})

test('[RWA9] on a phone on its side the controls are a row, since a column would leave the window', () => {
  expect(hasRoomBeside({ width: 676, height: 248 })).toBe(false)
  expect(hasRoomBeside({ width: 980, height: 780 })).toBe(true)
})
