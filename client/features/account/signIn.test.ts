import { expect, test } from 'vitest'
import { demoSignInOf } from './signIn.ts'

test.each([
  ['demo-player', { role: 'player' }],
  ['demo-player-3', { role: 'player', number: 3 }],
  ['demo-owner', { role: 'owner' }],
  ['demo-king', null],
  ['a1b2c3', null],
])('[DW16] %s belongs to the demo sign-in %o', (id, demoSignIn) => {
  expect(demoSignInOf(id)).toEqual(demoSignIn)
})
