import { expect, test } from 'vitest'
import { createHerd, markerOf } from './herd.ts'
import { landmarksOf, ownPlace, placeOfLandmark } from './landmarks.ts'
import { plainLook } from './look.ts'
import { noOverlays } from './overlays.ts'
import type { Scene } from './scene.ts'
import { createTracks } from './tracks.ts'

const beast = (id: string, slot: number, relation: 'own' | 'pack' | 'other') =>
  markerOf({ id, slot, name: id, species: '', growth: 100, dead: false, relation })

const sceneOf = (waypoint: Scene['overlays']['waypoint']) => {
  const herd = createHerd(createTracks({ metresPerUnit: 2.7, still: false }))
  herd.setMarkers([beast('me', 0, 'own'), beast('fern', 1, 'pack'), beast('fox', 2, 'other')])
  const scene = { herd, overlays: { ...noOverlays, waypoint }, look: plainLook } as Scene
  return { herd, scene }
}

test('[LM1] signs point to oneself, to one’s pack and to the waypoint, never to others', () => {
  const { herd } = sceneOf(null)
  expect(landmarksOf(herd.kin(), true)).toEqual([
    { id: 'me', label: 'me', relation: 'own' },
    { id: 'fern', label: 'fern', relation: 'pack' },
    { id: 'waypoint', label: 'Waypoint', relation: 'waypoint' },
  ])
  expect(landmarksOf(herd.kin(), false)).toHaveLength(2)
})

test('[LM2] a landmark is where its animal was last read, or nowhere', () => {
  const { herd, scene } = sceneOf({ x: 7, y: 8 })
  const [me, fern, waypoint] = landmarksOf(herd.kin(), true)
  herd.tracks.receive(1, { x: 5, y: 6, heading: 0 }, 0, 2_000)
  expect(fern && placeOfLandmark(scene, fern)).toMatchObject({ x: 5, y: 6 })
  expect(me && placeOfLandmark(scene, me)).toBeNull()
  expect(waypoint && placeOfLandmark(scene, waypoint)).toEqual({ x: 7, y: 8 })
})

test('[LM3] one is where one’s own animal is, and not where somebody of the pack is', () => {
  const { herd, scene } = sceneOf(null)
  herd.tracks.receive(1, { x: 5, y: 6, heading: 0 }, 0, 2_000)
  expect(ownPlace(scene)).toBeNull()
  herd.tracks.receive(0, { x: 1, y: 2, heading: 0 }, 0, 2_000)
  expect(ownPlace(scene)).toMatchObject({ x: 1, y: 2 })
  herd.setMarkers([beast('fern', 1, 'pack')])
  expect(ownPlace(scene)).toBeNull()
})
