import { expect, test } from 'vitest'
import { Pack } from '../../../shared/features/packs/pack.ts'
import { PackLife } from '../../../shared/features/packs/packLife.ts'
import { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { ownMarkers, packMarkers, withKinds } from './usePack.ts'

const member = (name: string, sharedSince: number | null = 1) => ({ name, joinedAt: 1, sharedSince })
const pack = Pack.parse({ leader: 'b', members: { a: member('Ash'), b: member('Bram'), c: member('Cleo', null) } })
const seen = (slot: number | null, goneAt: number | null = null) => ({
  species: 'Carnotaurus',
  growth: 50,
  dead: false,
  slot,
  region: null,
  goneAt,
})
const life = (those: object) => PackLife.parse({ seen: those })

test('[PM1] a pack member is drawn if it shares its position, is present and has a slot; the own animal is not drawn twice', () => {
  const drawn = (those: object) => packMarkers('a', { pack, life: life(those) }).map(({ id }) => id)
  expect(drawn({ a: seen(1), b: seen(2) })).toEqual(['b'])
  expect(drawn({ b: seen(null) })).toEqual([])
  expect(drawn({ b: seen(2, 5_000) })).toEqual([])
  expect(drawn({ c: seen(3), outsider: seen(4) })).toEqual([])
  expect(packMarkers('a', null)).toEqual([])
})

test('[PM2] the leader is marked, and all members have the relation pack', () => {
  expect(packMarkers('a', { pack, life: life({ b: seen(2) }) })).toMatchObject([
    { id: 'b', name: 'Bram', slot: 2, relation: 'pack', isLeader: true, kind: 'carnivore' },
  ])
})

test('[PM3] the own animal is drawn in the slot of its own stream while on the island', () => {
  const animal = {
    species: 'Triceratops',
    gender: null,
    growth: 80,
    health: 90,
    stamina: 90,
    hunger: 90,
    thirst: 90,
    dead: false,
    region: null,
  }
  expect(ownMarkers('a', Vitals.parse({ online: true, animal }), pack)).toMatchObject([
    { id: 'a', slot: 0, relation: 'own', isLeader: false, kind: 'herbivore' },
  ])
  expect(ownMarkers('a', Vitals.parse({ online: false, animal }), pack)).toEqual([])
  expect(ownMarkers('a', Vitals.parse({ online: true }), pack)).toEqual([])
  expect(ownMarkers('a', null, null)).toEqual([])
})

test('[HG1] a ping of a recording that has no kind yet is read with the default kind', () => {
  const old = { x: 1, y: 2, by: 'a', name: 'Ash', at: 1 }
  const recorded = { ...PackLife.parse({}), pings: { one: old } } as unknown as PackLife
  expect(withKinds(recorded).pings.one).toEqual({ ...old, kind: 'look' })
  const current = PackLife.parse({ pings: { one: old } })
  expect(withKinds(current)).toBe(current)
})
