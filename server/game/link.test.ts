import { expect, test } from 'vitest'
import { presentAnimals } from './link.ts'
import { animalsOf } from './simulator/game.ts'
import { createTestGame } from './testing/testSimulator.ts'

const [one, two, three] = animalsOf(createTestGame())
const online = [one, two].flatMap((sighting) => (sighting ? [{ id: sighting.id, name: sighting.name }] : []))

test('[PR21] dead animals and those of absent players do not count', () => {
  if (!one || !two || !three) throw new Error('the test game is too small')
  expect(presentAnimals([{ ...one, health: 0 }, two, three], online)).toEqual([two])
})

test('[PR22] a player who died and respawned counts once, alive', () => {
  if (!one) throw new Error('the test game is too small')
  const body = { ...one, health: 0 }
  expect(presentAnimals([one, body], online)).toEqual([one])
  expect(presentAnimals([body, one], online)).toEqual([one])
})
