import { expect, test } from 'vitest'
import { createHerd, markerOf } from './herd.ts'
import { markersAround, nearestMarker } from './nearestMarker.ts'
import { createTracks } from './tracks.ts'
import { toScreen } from './viewport.ts'

const view = { x: 2048, y: 2048, zoom: 1, width: 1000, height: 1000 }

const herdAt = (places: readonly (readonly [number, number])[]) => {
  const herd = createHerd(createTracks({ metresPerUnit: 2.7, still: false }))
  herd.setMarkers(
    places.map((_, slot) => markerOf({ id: `p${slot}`, slot, name: '', species: '', growth: 100, dead: false })),
  )
  places.forEach(([x, y], slot) => {
    herd.tracks.receive(slot, { x, y, heading: 0 }, 0, 2_000)
  })
  return herd
}

test('[NM1] the nearest animal within reach is meant, and none beyond it', () => {
  const herd = herdAt([
    [2048, 2048],
    [2060, 2048],
  ])
  const pixel = toScreen(view, { x: 2058, y: 2048 })
  expect(nearestMarker(herd, view, pixel, 0, 18)?.id).toBe('p1')
  expect(nearestMarker(herd, view, { x: pixel.x + 100, y: pixel.y }, 0, 18)).toBeNull()
})

test('[NM2] keys go through what is in sight, from the middle outwards', () => {
  const herd = herdAt([
    [2300, 2048],
    [2050, 2048],
    [0, 0],
    [2048, 2100],
  ])
  const ids = markersAround(herd, view, { x: 500, y: 500 }, 0).map(({ id }) => id)
  expect(ids).toEqual(['p1', 'p3', 'p0'])
})
