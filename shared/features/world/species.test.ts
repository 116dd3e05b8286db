import { expect, test } from 'vitest'
import { dinosaurItems } from '../catalogue/dinosaurs.ts'
import { dietOf, species, speciesName } from './species.ts'

test('[SP6] every species is stored under its name and runs faster than it walks', () => {
  for (const [name, kind] of Object.entries(species)) {
    expect(kind.name).toBe(name)
    expect(kind.run).toBeGreaterThan(kind.walk * 2)
  }
})

test('[SP400] users read the name that players use: that of the shop, and otherwise that of the game', () => {
  for (const { species: gameName, name } of dinosaurItems) expect(speciesName(gameName)).toBe(name)
  expect(['Omniraptor', 'Troodon', 'Zorrasaurus', 'constructor'].map(speciesName)).toEqual([
    'Utahraptor',
    'Troodon',
    'Zorrasaurus',
    'constructor',
  ])
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
