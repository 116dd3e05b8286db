import { expect, test } from 'vitest'
import { dietOf, species } from './species.ts'

test('[SP6] every species is stored under its name and runs faster than it walks', () => {
  for (const [name, kind] of Object.entries(species)) {
    expect(kind.name).toBe(name)
    expect(kind.run).toBeGreaterThan(kind.walk * 2)
  }
})

test('[BH7] the 22 playable species of the game are listed, the newest two with their diet', () => {
  expect(Object.keys(species)).toHaveLength(22)
  expect([dietOf('Kentrosaurus'), dietOf('Austroraptor')]).toEqual(['herbivore', 'carnivore'])
})

test('[SP7] the diet of a listed species is known, that of another is unknown', () => {
  expect(dietOf('Carnotaurus')).toBe('carnivore')
  expect(dietOf('Gallimimus')).toBe('omnivore')
  for (const name of ['Unicorn', '', 'constructor', '__proto__']) expect(dietOf(name)).toBe('unknown')
})
