import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  createClearBoxes,
  edgePlaces,
  edgeTargets,
  ownPlace,
  pingSignMs,
  placeOfTarget,
  signedPings,
} from './edgePlacement.ts'
import { defaultMapStyle } from './mapStyle.ts'
import { createMarkerLayer, markerOf } from './markerLayer.ts'
import { noOverlays } from './overlays.ts'
import type { LabelBox } from './placeLabels.ts'
import type { Scene } from './scene.ts'
import { createTracks } from './tracks.ts'

const room = { width: 1_000, height: 800, taken: [] as LabelBox[] }
const sign = (x: number, y: number) => ({ towards: { x, y }, width: 100, height: 32 })

const doMeet = (a: LabelBox, b: LabelBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
const boxAt = ({ x, y }: { x: number; y: number }) => ({ x: x - 50, y: y - 16, width: 100, height: 32 })

test('[EP1] a sign lies where the line from the middle leaves the view, completely inside the view', () => {
  expect(edgePlaces(room, [sign(5_000, 400)])).toEqual([{ x: 942, y: 400 }])
  expect(edgePlaces(room, [sign(-5_000, 400)])).toEqual([{ x: 58, y: 400 }])
  expect(edgePlaces(room, [sign(500, -90)])).toEqual([{ x: 500, y: 24 }])
  expect(edgePlaces(room, [sign(500, 9_000)])).toEqual([{ x: 500, y: 776 }])
})

test('[EP2] a sign never covers a control: it moves along the edge to the nearest free place', () => {
  const controls = { x: 944, y: 16, width: 40, height: 400 }
  const [place] = edgePlaces({ ...room, taken: [controls] }, [sign(5_000, 380)])
  expect(place).toMatchObject({ x: 942 })
  expect(place?.y).toBeGreaterThan(440)
  expect(place?.y).toBeLessThan(460)
})

test('[EP3] two signs never overlap, and the first keeps its place', () => {
  const [first, second] = edgePlaces(room, [sign(5_000, 400), sign(5_000, 410)])
  expect(first).toEqual({ x: 942, y: 400 })
  expect(second && first && doMeet(boxAt(first), boxAt(second))).toBe(false)
})

test('[EP4] thirteen signs in any directions lie inside the view and overlap neither controls nor each other', () => {
  const far = fc.record({ x: fc.integer({ min: -9_000, max: 9_000 }), y: fc.integer({ min: -9_000, max: 9_000 }) })
  const taken = [
    { x: 944, y: 16, width: 40, height: 260 },
    { x: 16, y: 730, width: 170, height: 54 },
  ]
  fc.assert(
    fc.property(fc.array(far, { maxLength: 13 }), (places) => {
      const boxes = edgePlaces(
        { ...room, taken },
        places.map(({ x, y }) => sign(x, y)),
      ).map(boxAt)
      for (const [index, box] of boxes.entries()) {
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.x + box.width).toBeLessThanOrEqual(room.width)
        expect(box.y + box.height).toBeLessThanOrEqual(room.height)
        for (const other of [...taken, ...boxes.slice(0, index)]) expect(doMeet(box, other)).toBe(false)
      }
    }),
  )
})

test('[EP5] a view too small for any sign still gives each a place', () => {
  expect(edgePlaces({ width: 20, height: 20, taken: [] }, [sign(500, 10), sign(10, 10)])).toEqual([
    { x: 10, y: 10 },
    { x: 10, y: 10 },
  ])
})

const beast = (id: string, slot: number, relation: 'own' | 'pack' | 'other') =>
  markerOf({ id, slot, name: id, species: '', growth: 100, dead: false, relation })

const sceneOf = (waypoint: Scene['overlays']['waypoint']) => {
  const markerLayer = createMarkerLayer(createTracks({ metresPerUnit: 2.7, reducedMotion: false }))
  markerLayer.setMarkers([beast('me', 0, 'own'), beast('fern', 1, 'pack'), beast('fox', 2, 'other')])
  const scene = { markerLayer, overlays: { ...noOverlays, waypoint }, mapStyle: defaultMapStyle } as Scene
  return { markerLayer, scene }
}

test('[LM1] signs point to the own animal, the pack and the waypoint, never to other animals', () => {
  const { markerLayer } = sceneOf(null)
  expect(edgeTargets(markerLayer.friendly(), true)).toEqual([
    { id: 'me', label: 'me', relation: 'own' },
    { id: 'fern', label: 'fern', relation: 'pack' },
    { id: 'waypoint', label: 'Waypoint', relation: 'waypoint' },
  ])
  expect(edgeTargets(markerLayer.friendly(), false)).toHaveLength(2)
})

test("[LM2] an animal's target is at its last read position, or has none", () => {
  const { markerLayer, scene } = sceneOf({ x: 7, y: 8 })
  const [me, fern, waypoint] = edgeTargets(markerLayer.friendly(), true)
  markerLayer.tracks.receive(1, { x: 5, y: 6, heading: 0 }, 0, 2_000)
  expect(fern && placeOfTarget(scene, fern)).toMatchObject({ x: 5, y: 6 })
  expect(me && placeOfTarget(scene, me)).toBeNull()
  expect(waypoint && placeOfTarget(scene, waypoint)).toEqual({ x: 7, y: 8 })
})

test('[LM3] the own place is that of the own animal, not of a pack member', () => {
  const { markerLayer, scene } = sceneOf(null)
  markerLayer.tracks.receive(1, { x: 5, y: 6, heading: 0 }, 0, 2_000)
  expect(ownPlace(scene)).toBeNull()
  markerLayer.tracks.receive(0, { x: 1, y: 2, heading: 0 }, 0, 2_000)
  expect(ownPlace(scene)).toMatchObject({ x: 1, y: 2 })
  markerLayer.setMarkers([beast('fern', 1, 'pack')])
  expect(ownPlace(scene)).toBeNull()
})

const ping = (by: string, at: number) => ({ x: 9, y: 8, kind: 'danger', by, name: by, at }) as const

test('[LM300] a sign points to the latest ping of each member for a minute, the newest first', () => {
  const now = 1_000_000
  const pings = [
    ping('fern', now - 30_000),
    ping('fern', now - 20_000),
    ping('oak', now),
    ping('ash', now - pingSignMs),
  ]
  expect(signedPings(pings, now)).toEqual([ping('oak', now), ping('fern', now - 20_000)])
  expect(signedPings(pings, now + pingSignMs)).toEqual([])
})

test('[LM301] a sign for a ping says its kind and points to its place', () => {
  const { markerLayer, scene } = sceneOf(null)
  const [target] = edgeTargets(markerLayer.friendly(), false, [ping('fern', 5)])
  expect(target).toMatchObject({ label: 'Danger', relation: 'ping' })
  expect(target && placeOfTarget(scene, target)).toMatchObject({ x: 9, y: 8 })
})

test('[EP300] the controls are measured twice a second, and at once where the view has another size', () => {
  let top = 10
  const control = { getBoundingClientRect: () => ({ x: 5, y: top, width: 20, height: 8 }) }
  const frame = { getBoundingClientRect: () => ({ x: 0, y: 0 }), querySelectorAll: () => [control] }
  const clearBoxes = createClearBoxes(() => frame as unknown as HTMLElement)
  const topAt = (now: number, height: number) => clearBoxes(now, { width: 100, height })[0]?.y
  expect(topAt(0, 100)).toBe(10)
  top = 30
  expect(topAt(100, 100)).toBe(10)
  expect(topAt(500, 100)).toBe(30)
  top = 50
  expect(topAt(510, 80)).toBe(50)
  top = 70
  expect(topAt(520, 80)).toBe(50)
})
