import { expect, test } from 'vitest'
import { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { ownWords } from './ownWords.ts'

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
}
const told = (vitals: object) => ownWords(linked, Vitals.parse({ readAt: 1, ...vitals }))

test('[OW1] one is told of one’s own dinosaur, or why there is none to be seen', () => {
  expect(told({ online: true, animal })).toBe('Your Triceratops: 80 % grown, health 91 %, Swamps.')
  expect(told({ online: true, animal: { ...animal, dead: true, region: null } })).toBe(
    'Your Triceratops: dead, in the wild.',
  )
  expect(told({ online: true })).toMatch('have not chosen')
  expect(told({})).toBe('You are not on the island.')
  expect(told({ readAt: null })).toBe('The island has not been read yet.')
  expect(ownWords({ steamId: null }, Vitals.parse({}))).toMatch('linked to no player')
})

test('[OW2] before anything is known nothing is said', () => {
  expect(ownWords(null, null)).toBeNull()
  expect(ownWords(linked, null)).toBeNull()
})
