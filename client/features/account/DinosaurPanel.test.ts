import { expect, test } from 'vitest'
import { gameStateOf } from './DinosaurPanel.tsx'
import { demoVitals } from './GuestProfile.tsx'

const animal = demoVitals.animal
if (!animal) throw new Error('The sample has a dinosaur')

test.each([
  ['Link Steam to see your dinosaur here.', null, false],
  ['Asking the island …', null, true],
  ['The island has not been read yet.', { readAt: null, online: false, animal: null }, true],
  ['Not in the game', { readAt: 5, online: false, animal: null }, true],
  ['In the game, choosing a dinosaur', { readAt: 5, online: true, animal: null }, true],
  ['Alive', { readAt: 5, online: true, animal }, true],
  ['Dead', { readAt: 5, online: true, animal: { ...animal, dead: true } }, true],
])('[GS14] the label of the dinosaur’s state is: %s', (label, vitals, isLinked) => {
  expect(gameStateOf(vitals, isLinked, false).label).toBe(label)
})

test('[GS15] while the game is read, a missing dinosaur is shown as on its way', () => {
  expect(gameStateOf({ readAt: null, online: false, animal: null }, true, true).label).toBe('Asking the island …')
  expect(gameStateOf({ readAt: 5, online: false, animal: null }, true, true).label).toBe('Not in the game')
})
