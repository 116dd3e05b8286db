import { expect, test } from 'vitest'
import { demoWishOf } from './signIn.ts'

test.each([
  ['demo-player', { role: 'player' }],
  ['demo-player-3', { role: 'player', number: 3 }],
  ['demo-owner', { role: 'owner' }],
  ['demo-king', null],
  ['a1b2c3', null],
])('[DW1] %s came into the demo as %o', (id, wish) => {
  expect(demoWishOf(id)).toEqual(wish)
})
