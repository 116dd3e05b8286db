import { expect, test } from 'vitest'
import { Vitals } from '../../../shared/features/vitals/vitals.ts'
import {
  endedLabel,
  limitLabel,
  membersInOrder,
  nextLeader,
  ownAnimalLabel,
  pingWaitSeconds,
  seenLabel,
} from './packLabels.ts'

const member = (name: string, joinedAt: number, sharedSince: number | null = 1) => ({ name, joinedAt, sharedSince })
const pack = { leader: 'b', members: { a: member('Ash', 1), b: member('Bram', 5), c: member('Cleo', 3) } }
const seen = (species: string, goneAt: number | null = null) => ({
  species,
  growth: 50,
  dead: false,
  slot: 1,
  isPlaced: true,
  region: null,
  square: null,
  near: null,
  goneAt,
})

test('[PW1] the limits are labelled with what counts towards them', () => {
  expect(limitLabel(pack, {})).toBe('3 of 12 members')
  expect(limitLabel(pack, { a: seen('Carnotaurus'), b: seen('Triceratops'), c: seen('Carnotaurus') })).toBe(
    '3 of 12 members; 2 of 6 carnivores',
  )
})

test('[PW1600] members who are gone from the server, or dead, take no place among the carnivores, as when the hub counts them', () => {
  const dead = { ...seen('Carnotaurus'), dead: true }
  expect(limitLabel(pack, { a: seen('Carnotaurus'), b: seen('Carnotaurus', 90_000), c: dead })).toBe(
    '3 of 12 members; 1 of 6 carnivores',
  )
  expect(limitLabel(pack, { b: seen('Carnotaurus', 90_000), c: dead })).toBe('3 of 12 members')
})

test('[PW2] a label says whether a member is seen, not seen for long, gone, hidden or was never there', () => {
  const label = (...parts: Parameters<typeof seenLabel>) => Object.values(seenLabel(...parts)).join(' | ')
  const [at, here] = [100_000, member('Ash', 1)]
  expect(label(here, seen('Carnotaurus'), at, at + 2_000)).toBe('seen just now | plain')
  expect(label(here, seen('Carnotaurus'), at, at + 30_000)).toBe('seen just now | plain')
  expect(label(here, seen('Carnotaurus'), at, at + 30_001)).toBe('not seen for 30 s | alarm')
  expect(label(here, seen('Carnotaurus', at), at + 5_000, at + 95_000)).toBe(
    'not on the server, last seen 1 min 35 s ago | alarm',
  )
  expect(label(here, undefined, at, at)).toBe('not on the server | soft')
  expect(label(here, seen('Carnotaurus'), null, at)).toBe('no data yet | soft')
  expect(label(member('Ash', 1, null), seen('Carnotaurus'), at, at)).toBe('hidden | soft')
})

test('[PW3] a reading from the future, by a fast server clock, counts as just now', () => {
  expect(seenLabel(member('Ash', 1), seen('Carnotaurus'), 5_000, 4_000).text).toBe('seen just now')
})

test('[PW4] the leader is listed first, then members by time of joining; the first of these becomes leader', () => {
  expect(membersInOrder(pack).map(({ member: { name } }) => name)).toEqual(['Bram', 'Ash', 'Cleo'])
  expect(nextLeader(pack)?.name).toBe('Ash')
  expect(nextLeader({ leader: 'a', members: { a: member('Ash', 1) } })).toBeNull()
})

test('[PW5] the label of how a pack ended contains its name', () => {
  expect(endedLabel({ how: 'removed', name: 'Night Runners' })).toBe('You were removed from Night Runners.')
  expect(endedLabel({ how: 'left', name: 'Night Runners' })).toBe('You left Night Runners.')
  expect(endedLabel({ how: 'disbanded', name: 'Night Runners' })).toBe('Night Runners was disbanded.')
})

test('[PW51] a pack whose name was not kept is called "your pack"', () => {
  expect(endedLabel({ how: 'removed', name: '' })).toBe('You were removed from your pack.')
  expect(endedLabel({ how: 'left', name: '' })).toBe('You left your pack.')
  expect(endedLabel({ how: 'disbanded', name: '' })).toBe('Your pack was disbanded.')
})

test('[PW6] the wait for the next ping is counted down in whole seconds', () => {
  expect(pingWaitSeconds(undefined, 10_000, 0)).toBe(0)
  expect([1_000, 1_001, 10_999, 11_000].map((now) => pingWaitSeconds(1_000, 10_000, now))).toEqual([10, 10, 1, 0])
})

const linked = { steamId: '76561190000000001' }
const animal = {
  species: 'Triceratops',
  gender: null,
  growth: 80,
  health: 91,
  stamina: 90,
  hunger: 90,
  thirst: 90,
  dead: false,
  region: 'swamps',
  square: 'E7',
  near: 'swamps',
}
const label = (vitals: object) => ownAnimalLabel(linked, Vitals.parse({ readAt: 1, ...vitals }))

test('[OW9] the label describes the own dinosaur, or why none is visible', () => {
  expect(label({ online: true, animal })).toBe('Your Triceratops: 80% grown, health 91%, E7, Swamps.')
  expect(label({ online: true, animal: { ...animal, dead: true, region: null } })).toBe(
    'Your Triceratops: dead, E7, near Swamps.',
  )
  expect(label({ online: true })).toMatch("haven't chosen")
  expect(label({})).toBe("You're not on the server.")
  expect(label({ readAt: null })).toBe("The server hasn't reported your dinosaur yet.")
  expect(ownAnimalLabel({ steamId: null }, Vitals.parse({}))).toMatch("isn't linked to a player")
})

test("[OW1600] the own dinosaur has the name by which players know it, as in the pack's list", () => {
  expect(label({ online: true, animal: { ...animal, species: 'Omniraptor' } })).toMatch(/^Your Utahraptor: 80/)
})

test('[GH1] an animal without a legible place is labelled so, and not by a region', () => {
  const unplaced = { ...animal, region: null, isPlaced: false }
  expect(label({ online: true, animal: unplaced })).toBe('Your Triceratops: 80% grown, health 91%, place unknown.')
})

test('[OW10] before the documents are loaded there is no label', () => {
  expect(ownAnimalLabel(null, null)).toBeNull()
  expect(ownAnimalLabel(linked, null)).toBeNull()
})
