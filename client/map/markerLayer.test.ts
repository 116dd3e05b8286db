import { expect, test } from 'vitest'
import { Roster } from '../../shared/features/roster/roster.ts'
import { createMarkerLayer, markerOf, markersOf } from './markerLayer.ts'
import { createTracks } from './tracks.ts'

const animal = (slot: number | null, species = 'Carnotaurus') => ({
  species,
  gender: null,
  growth: 80,
  health: 100,
  stamina: 100,
  hunger: 50,
  thirst: 50,
  dead: false,
  slot,
  region: null,
})

const players = (entries: Record<string, ReturnType<typeof animal> | null>) =>
  Roster.parse({
    players: Object.fromEntries(
      Object.entries(entries).map(([id, own]) => [id, { id, name: `Player ${id}`, animal: own }]),
    ),
  }).players

const createQuietHerd = () => createMarkerLayer(createTracks({ metresPerUnit: 2.7, reducedMotion: false }))

test('[HD1] a player who is choosing a class has no marker; the others are in a stable order', () => {
  const markers = markersOf(players({ b: animal(2), a: animal(7), c: null }))
  expect(markers.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('[HD5] an animal without a slot in the stream is not drawn', () => {
  expect(markersOf(players({ a: animal(null), b: animal(0) })).map(({ id }) => id)).toEqual(['b'])
})

test('[HD2] an unknown species is drawn', () => {
  expect(markersOf(players({ a: animal(1, 'Futurosaurus') }))[0]).toMatchObject({
    kind: 'unknown',
    species: 'Futurosaurus',
  })
})

test("[HD3] a slot that passes to another player does not continue the previous animal's track", () => {
  const markerLayer = createQuietHerd()
  markerLayer.tracks.receive(1, { x: 10, y: 10, heading: 0 }, 0, 2_000)
  markerLayer.setMarkers(markersOf(players({ a: animal(1) })))
  markerLayer.tracks.receive(1, { x: 14, y: 10, heading: 0 }, 2_000, 2_000)
  markerLayer.setMarkers(markersOf(players({ b: animal(1) })))
  const [marker] = markerLayer.markers()
  expect(marker && markerLayer.at(marker, 2_000)).toMatchObject({ x: 14 })
})

test('[HD4] only animals with a position are counted', () => {
  const markerLayer = createQuietHerd()
  markerLayer.setMarkers(markersOf(players({ a: animal(1), b: animal(2) })))
  expect(markerLayer.count()).toBe(0)
  markerLayer.tracks.receive(2, { x: 10, y: 10, heading: 0 }, 0, 2_000)
  expect(markerLayer.count()).toBe(1)
  markerLayer.clear()
  expect(markerLayer.count()).toBe(0)
})

const kinsman = (id: string, relation: 'own' | 'pack' | 'other', slot = 1) =>
  markerOf({ id, slot, name: id, species: 'Carnotaurus', growth: 80, dead: false, relation })

test("[HD6] friendly markers are the pack's and the own, the own last; the list keeps its identity until one of them changes", () => {
  const markerLayer = createQuietHerd()
  markerLayer.setMarkers([kinsman('me', 'own'), kinsman('fox', 'other'), kinsman('fern', 'pack')])
  const first = markerLayer.friendly()
  expect(first.map(({ id }) => id)).toEqual(['fern', 'me'])
  markerLayer.setMarkers([kinsman('me', 'own'), kinsman('fern', 'pack'), kinsman('hare', 'other')])
  expect(markerLayer.friendly()).toBe(first)
  markerLayer.setMarkers([kinsman('me', 'own'), kinsman('fern', 'pack', 9)])
  expect(markerLayer.friendly()).not.toBe(first)
})

test('[HD7] by default a marker is labelled with its name and belongs to another player', () => {
  const source = { id: 'a', slot: 1, name: 'Fern', species: 'Carnotaurus', growth: 80, dead: false }
  expect(markerOf(source)).toMatchObject({ label: 'Fern', relation: 'other', isLeader: false, kind: 'carnivore' })
  expect(markerOf({ ...source, label: 'You', relation: 'own', isLeader: true })).toMatchObject({
    name: 'Fern',
    label: 'You',
    relation: 'own',
    isLeader: true,
  })
})

test('[HD8] a marker layer uses the clock that it was given', () => {
  let now = 5
  const markerLayer = createMarkerLayer(createTracks({ metresPerUnit: 2.7, reducedMotion: false }), () => now)
  expect(markerLayer.now()).toBe(5)
  now = 3
  expect(markerLayer.now()).toBe(3)
})
