import { expect, test } from 'vitest'
import { measurementBoxes } from './drawMeasurements.ts'
import { areOverlapping } from './placeLabels.ts'

const viewAt = (zoom: number) => ({ get: () => ({ x: 2_048, y: 2_048, zoom, width: 360, height: 580 }) })
const scene = { metresPerUnit: 2.72, layers: { danger: true } }
const place = { x: 2_048, y: 2_048 }

test('[MK31] the labels of danger zones and of a measured line keep room that other labels leave free', () => {
  for (const zoom of [0.5, 3]) {
    const overlays = { measure: { from: { x: 1_000, y: 1_000 }, to: { x: 2_000, y: 1_000 } }, dangerAt: place }
    const boxes = measurementBoxes({ ...scene, view: viewAt(zoom), overlays })
    expect(boxes).toHaveLength(4)
    for (const [index, box] of boxes.entries())
      for (const other of boxes.slice(index + 1)) expect(areOverlapping(box, other)).toBe(false)
  }
})

test('[MK32] without a danger zone, a whole line or the layer no room is kept', () => {
  const started = { from: place, to: null }
  const boxes = measurementBoxes({ ...scene, view: viewAt(1), overlays: { measure: started, dangerAt: null } })
  const hidden = { metresPerUnit: 2.72, layers: { danger: false }, view: viewAt(1) }
  expect([boxes, measurementBoxes({ ...hidden, overlays: { measure: null, dangerAt: place } })]).toEqual([[], []])
})
