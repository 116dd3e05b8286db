import { expect, test } from 'vitest'
import { Roster } from '../../shared/features/roster/roster.ts'
import { createHerd, markerOf, markersOf } from './herd.ts'
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

const createQuietHerd = () => createHerd(createTracks({ metresPerUnit: 2.7, still: false }))

test('[HD1] whoever is choosing a class has no marker; the others stand in a steady order', () => {
  const markers = markersOf(players({ b: animal(2), a: animal(7), c: null }))
  expect(markers.map(({ id }) => id)).toEqual(['a', 'b'])
})

test('[HD5] an animal for which the stream has no slot is not drawn', () => {
  expect(markersOf(players({ a: animal(null), b: animal(0) })).map(({ id }) => id)).toEqual(['b'])
})

test('[HD2] a species that is not known is drawn all the same', () => {
  expect(markersOf(players({ a: animal(1, 'Futurosaurus') }))[0]).toMatchObject({ kind: 'unknown', form: 'unknown' })
})

test('[HD3] a slot that passes to another player takes no way over from the one before', () => {
  const herd = createQuietHerd()
  herd.tracks.receive(1, { x: 10, y: 10, heading: 0 }, 0, 2_000)
  herd.setMarkers(markersOf(players({ a: animal(1) })))
  herd.tracks.receive(1, { x: 14, y: 10, heading: 0 }, 2_000, 2_000)
  herd.setMarkers(markersOf(players({ b: animal(1) })))
  const [marker] = herd.markers()
  expect(marker && herd.at(marker, 2_000)).toMatchObject({ x: 14 })
})

test('[HD4] only animals that have a place are counted', () => {
  const herd = createQuietHerd()
  herd.setMarkers(markersOf(players({ a: animal(1), b: animal(2) })))
  expect(herd.count()).toBe(0)
  herd.tracks.receive(2, { x: 10, y: 10, heading: 0 }, 0, 2_000)
  expect(herd.count()).toBe(1)
  herd.clear()
  expect(herd.count()).toBe(0)
})

const kinsman = (id: string, relation: 'own' | 'pack' | 'other', slot = 1) =>
  markerOf({ id, slot, name: id, species: 'Carnotaurus', growth: 80, dead: false, relation })

test('[HD6] kin are oneself and one’s pack, oneself last, and the same list until one of them changes', () => {
  const herd = createQuietHerd()
  herd.setMarkers([kinsman('me', 'own'), kinsman('fox', 'other'), kinsman('fern', 'pack')])
  const first = herd.kin()
  expect(first.map(({ id }) => id)).toEqual(['fern', 'me'])
  herd.setMarkers([kinsman('me', 'own'), kinsman('fern', 'pack'), kinsman('hare', 'other')])
  expect(herd.kin()).toBe(first)
  herd.setMarkers([kinsman('me', 'own'), kinsman('fern', 'pack', 9)])
  expect(herd.kin()).not.toBe(first)
})

test('[HD7] a marker is written beside with its name, and is somebody else’s, unless told otherwise', () => {
  const told = { id: 'a', slot: 1, name: 'Fern', species: 'Carnotaurus', growth: 80, dead: false }
  expect(markerOf(told)).toMatchObject({ label: 'Fern', relation: 'other', leads: false, kind: 'carnivore' })
  expect(markerOf({ ...told, label: 'You', relation: 'own', leads: true })).toMatchObject({
    ...{ name: 'Fern', label: 'You', relation: 'own', leads: true },
  })
})

test('[HD8] a herd goes by the clock that it was given', () => {
  let now = 5
  const herd = createHerd(createTracks({ metresPerUnit: 2.7, still: false }), () => now)
  expect(herd.now()).toBe(5)
  now = 3
  expect(herd.now()).toBe(3)
})
