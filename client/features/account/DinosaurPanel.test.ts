import { expect, test } from 'vitest'
import { gameStateOf } from './DinosaurPanel.tsx'
import { demoVitals } from './GuestProfile.tsx'

const animal = demoVitals.animal
if (!animal) throw new Error('The sample has a dinosaur')

test.each([
  ['Link Steam to see your dinosaur here.', null, false],
  ['Loading your dinosaur…', null, true],
  ['No data from the game yet', { readAt: null, online: false, animal: null }, true],
  ['Not on the server', { readAt: 5, online: false, animal: null }, true],
  ['Choosing a dinosaur', { readAt: 5, online: true, animal: null }, true],
  ['Alive', { readAt: 5, online: true, animal }, true],
  ['Dead', { readAt: 5, online: true, animal: { ...animal, dead: true } }, true],
])("[GS14] the label of the dinosaur's state is: %s", (label, vitals, isLinked) => {
  expect(gameStateOf(vitals, isLinked, label !== 'No data from the game yet').label).toBe(label)
})

test('[GS15] while the game is read, a missing dinosaur is shown as on its way', () => {
  expect(gameStateOf({ readAt: null, online: false, animal: null }, true, true).label).toBe('Loading your dinosaur…')
  expect(gameStateOf({ readAt: 5, online: false, animal: null }, true, true).label).toBe('Not on the server')
})

test('[RWA3] while the game is not read a dinosaur is not called alive, and a player not called online', () => {
  expect(gameStateOf({ readAt: 5, online: true, animal }, true, false)).toEqual({
    name: 'away',
    label: 'Last seen alive',
  })
  expect(gameStateOf({ readAt: 5, online: true, animal: null }, true, false).label).toBe(
    'Last seen choosing a dinosaur',
  )
  expect(gameStateOf({ readAt: 5, online: true, animal: { ...animal, dead: true } }, true, false).label).toBe('Dead')
})

test('[GS37] a dead dinosaur that was parked is called parked, and a living one alive', () => {
  const dead = { readAt: 5, online: true, animal: { ...animal, dead: true } }
  expect(gameStateOf(dead, true, true, true)).toEqual({ name: 'parked', label: 'Parked' })
  expect(gameStateOf({ ...dead, animal }, true, true, true).label).toBe('Alive')
})
