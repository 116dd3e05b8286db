import { expect, test, vi } from 'vitest'
import { boxOfLabel, drawPackPlaces, pingRestMs, ringPart } from './drawPackPlaces.ts'
import { areOverlapping } from './placeLabels.ts'
import type { Scene } from './scene.ts'

test('[PR11] the ring of a ping spreads for two seconds and disappears', () => {
  expect([10_000, 11_000, 11_999, 12_000, 99_000].map((now) => ringPart({ at: 10_000 }, now))).toEqual([
    ...[0, 0.5, 0.9995, null, null],
  ])
})

test('[PR12] with a slow local clock the ring starts when the ping arrives', () => {
  expect(ringPart({ at: 10_000 }, 9_400)).toBe(0)
})

test('[PR13] frames are requested while a ring spreads and not afterwards', () => {
  expect(pingRestMs([{ at: 1_000 }, { at: 10_000 }], 11_500)).toBe(16)
  expect(pingRestMs([{ at: 1_000 }, { at: 10_000 }], 12_000)).toBeNull()
  expect(pingRestMs([], 0)).toBeNull()
})

test('[RM6] the label of a ping gives way to names: below it, else above, right or left of it', () => {
  const [at, width, view] = [{ x: 100, y: 100 }, 80, { width: 300, height: 300 }]
  const name = { x: 80, y: 118, width: 40, height: 16 }
  const label = (...taken: readonly (typeof name)[]) =>
    boxOfLabel({ at, belowPx: 24, abovePx: 24, view, taken: [...taken] }, width)
  const above = { ...name, y: 70 }
  const right = { ...name, x: 130, y: 92 }
  const left = { ...name, x: 30, y: 92 }
  expect(label()).toEqual({ x: 60, y: 116, width, height: 16 })
  expect(label(name)).toEqual({ x: 60, y: 68, width, height: 16 })
  expect(label(name, above).x).toBe(118)
  expect(label(name, above, right).x).toBe(2)
  expect(label(name, above, right, left)).toEqual(label())
})

test('[RM2055] the label of a ping at the edge of the view is within the view, even where a name is in its way', () => {
  const view = { width: 300, height: 200 }
  const boxAt = (x: number, y: number, taken: { x: number; y: number; width: number; height: number }[] = []) =>
    boxOfLabel({ at: { x, y }, belowPx: 24, abovePx: 24, view, taken }, 80)
  expect(boxAt(150, 190)).toEqual({ x: 110, y: 158, width: 80, height: 16 })
  expect(boxAt(20, 100).x).toBeGreaterThan(20)
  expect(boxAt(280, 100).x).toBeLessThan(200)
  expect(boxAt(150, 190, [{ x: 100, y: 150, width: 100, height: 20 }]).y).toBe(182)
})

test('[MK24] the labels of a waypoint and of pings close to it cover neither one another nor the flag and the pings', () => {
  class Path {
    arc() {}
    moveTo() {}
    lineTo() {}
  }
  vi.stubGlobal('Path2D', Path)
  const width = 90
  const written = new Map<string, { x: number; y: number }>()
  const own: Record<string, unknown> = {
    measureText: () => ({ width }),
    fillText: (text: string, x: number, y: number) => written.set(text, { x, y }),
  }
  const context = new Proxy(own, {
    get: (of, name) => of[String(name)] ?? (() => {}),
    set: () => true,
  }) as unknown as CanvasRenderingContext2D
  const ping = { by: 'a', kind: 'look', at: 0, x: 1_000, y: 1_000 } as const
  const scene = {
    view: { get: () => ({ x: 1_000, y: 1_000, zoom: 3, width: 800, height: 800 }) },
    markerLayer: { friendly: () => [], now: () => 0 },
    placement: { current: () => ({ isFar: false, markers: [], clusters: [] }) },
    labels: { names: () => [], regions: () => [], events: () => [] },
    layers: { pack: true },
    overlays: {
      pings: [
        { ...ping, name: 'Ash' },
        { ...ping, name: 'Bee', x: 950 },
      ],
      waypoint: { x: 1_060, y: 1_010 },
      measure: null,
      dangerAt: null,
    },
    mapStyle: { teammateColor: 'accent', pingColor: 'accent' },
    tokens: {},
    metresPerUnit: 2.72,
    serverNow: () => 100_000,
    clearBoxes: () => [],
  } as unknown as Scene
  drawPackPlaces(context, scene)
  vi.unstubAllGlobals()
  const boxes = [...written.values()].map(({ x, y }) => ({ x: x - width / 2, y: y - 8, width, height: 16 }))
  expect(boxes).toHaveLength(3)
  for (const [index, box] of boxes.entries())
    for (const other of boxes.slice(index + 1)) expect(areOverlapping(box, other), JSON.stringify(boxes)).toBe(false)
  // The flag on its pole: 60 map units right of the middle and 10 below it are 70 and 12 px.
  const flag = { x: 470, y: 384, width: 18, height: 28 }
  for (const box of boxes) expect(areOverlapping(box, flag)).toBe(false)
})
