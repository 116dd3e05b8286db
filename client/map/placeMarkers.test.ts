import { expect, test } from 'vitest'
import { createMarkerLayer, markerOf, type Relation } from './markerLayer.ts'
import {
  clusterHolding,
  createMarkerPlacement,
  kindsInWords,
  type PlacedCluster,
  type PlacedMarker,
  type Placement,
  placedAround,
  spreadAnchors,
  underPixel,
} from './placeMarkers.ts'
import { createTracks } from './tracks.ts'
import { opening } from './viewport.ts'

const view = { x: 2048, y: 2048, zoom: 0.5, width: 1_024, height: 1_024 }

const marker = (id: string, species = 'Carnotaurus', relation: Relation = 'other', slot = 0) =>
  markerOf({ id, slot, name: id, species, growth: 80, dead: false, relation })

type Wanted = readonly [id: string, x: number, y: number, relation?: Relation]

/** The placement of animals at places in map units; 4 units are a px. */
const placementOf = (wanted: readonly Wanted[], chosen: string | null = null) => {
  const markerLayer = createMarkerLayer(createTracks({ metresPerUnit: 2.7, reducedMotion: true }))
  markerLayer.setMarkers(wanted.map(([id, , , relation], slot) => marker(id, 'Carnotaurus', relation, slot)))
  for (const [slot, [, x, y]] of wanted.entries()) markerLayer.tracks.receive(slot, { x, y, heading: 0 }, 0, 1)
  const placement = createMarkerPlacement()
  placement.update(
    {
      view: { get: () => view },
      markerLayer,
      chosen: chosen === null ? null : { kind: 'animal', id: chosen },
      hovered: null,
    },
    0,
  )
  return placement.current()
}

test('[MQ11] an animal is drawn where it is, and a cluster counts those that would cover each other', () => {
  const { markers, clusters, isFar } = placementOf([
    ['a', 2048, 2048],
    ['b', 2060, 2048],
    ['c', 3048, 2048],
  ])
  expect(isFar).toBe(true)
  expect(markers.map(({ marker: { id }, x, y }) => [id, x, y])).toEqual([['c', 762, 512]])
  expect(clusters.map(({ markers: counted, x }) => [counted.map(({ id }) => id), x])).toEqual([[['a', 'b'], 513.5]])
})

test('[MQ12] the chosen animal is drawn by itself at its own place, with the number of those it covers', () => {
  const { markers, clusters } = placementOf(
    [
      ['a', 2048, 2048],
      ['b', 2060, 2048],
      ['c', 2052, 2060],
    ],
    'b',
  )
  expect(markers.map(({ marker: { id }, x, y }) => [id, x, y])).toEqual([['b', 515, 512]])
  expect(clusters).toMatchObject([{ isBadge: true, markers: [{ id: 'a' }, { id: 'c' }] }])
})

test('[MQ13] pack members at one place are all drawn, beside each other, the own animal on top at its place', () => {
  const { markers, clusters } = placementOf([
    ['me', 2048, 2048, 'own'],
    ['fern', 2048, 2048, 'pack'],
    ['moss', 2048, 2050, 'pack'],
  ])
  expect(clusters).toEqual([])
  expect(markers.at(-1)).toMatchObject({ marker: { id: 'me' }, x: 512, y: 512 })
  for (const [index, a] of markers.entries())
    for (const b of markers.slice(index + 1)) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(12 - 1e-9)
})

test('[MQ14] anchors that are apart are not moved', () => {
  const anchors = [
    { id: 'a', x: 0, y: 0, radius: 6 },
    { id: 'b', x: 12, y: 0, radius: 6 },
  ]
  expect(spreadAnchors(anchors, 12)).toEqual(anchors)
})

const placed = (id: string, x: number): PlacedMarker => ({ marker: marker(id), x, y: 0, heading: 0, radius: 6 })
const cluster: PlacedCluster = { key: 9, x: 100, y: 0, radius: 12, isBadge: false, markers: [marker('c'), marker('d')] }
const drawn: Placement = { isFar: true, markers: [placed('a', 0), placed('b', 14)], clusters: [cluster] }

test('[MQ15] a press means the animal or the cluster under it, and nothing on bare ground', () => {
  expect(underPixel(drawn, { x: 1, y: 1 }, 5)).toMatchObject({ kind: 'marker', marker: { id: 'a' } })
  expect(underPixel(drawn, { x: 15, y: 0 }, 5)).toMatchObject({ kind: 'marker', marker: { id: 'b' } })
  expect(underPixel(drawn, { x: 110, y: 0 }, 5)).toMatchObject({ kind: 'cluster', cluster: { key: 9 } })
  expect(underPixel(drawn, { x: 50, y: 0 }, 5)).toBeNull()
  expect(underPixel(drawn, { x: -15, y: 0 }, 5)).toBeNull()
  expect(underPixel(drawn, { x: -15, y: 0 }, 14)).toMatchObject({ kind: 'marker', marker: { id: 'a' } })
})

test('[MQ16] a press between two animals asks which is meant', () => {
  expect(underPixel(drawn, { x: 7, y: 0 }, 5)).toMatchObject({ kind: 'several', markers: [{ id: 'a' }, { id: 'b' }] })
})

test('[MQ17] the keyboard goes through everything in sight from the middle outwards', () => {
  const around = placedAround(drawn, { x: 0, y: 0, zoom: 1, width: 200, height: 10 })
  expect(around.map((one) => ('marker' in one ? one.marker.id : one.key))).toEqual([9, 'b', 'a'])
})

test('[MQ33] the animals of a group that was regrouped are found where most of them are now, and not once they came apart', () => {
  const cluster = (key: number, ...ids: readonly string[]): PlacedCluster => ({
    key,
    x: 0,
    y: 0,
    radius: 10,
    isBadge: false,
    markers: ids.map((id) => marker(id)),
  })
  const now = [cluster(1, 'a', 'x'), cluster(2, 'b', 'c', 'y'), cluster(3, 'z', 'w')]
  expect(clusterHolding(now, ['a', 'b', 'c'])?.key).toBe(2)
  expect(clusterHolding(now, ['a', 'b'])).toBeUndefined()
})

test('[MQ18] a cluster says its diets in words', () => {
  expect(kindsInWords([marker('a'), marker('b'), marker('c', 'Triceratops')])).toBe('2 carnivores, 1 herbivore')
  expect(kindsInWords([marker('a', 'Gallimimus'), marker('b', 'Unicorn')])).toBe('1 omnivore, 1 unknown dinosaur')
})

test('[MQ19] opening a cluster zooms to its animals; animals at one place cannot be opened', () => {
  const opened = opening(view, [
    { x: 1_000, y: 1_000 },
    { x: 1_200, y: 1_000 },
  ])
  expect(opened).toMatchObject({ x: 1_100, y: 1_000, zoom: 3 })
  expect(
    opening(view, [
      { x: 1_000, y: 1_000 },
      { x: 1_004, y: 1_000 },
    ]),
  ).toBeNull()
  if (opened)
    expect(
      opening(opened, [
        { x: 1_000, y: 1_000 },
        { x: 1_200, y: 1_000 },
      ]),
    ).toBeNull()
})
