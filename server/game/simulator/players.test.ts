import { expect, test } from 'vitest'
import { createPersonas, demoPersonas } from './personas.ts'
import { createRandom } from './random.ts'

test('[PE1] ids look like SteamID64, are all different, and are determined by the seed', () => {
  const personas = createPersonas(400, createRandom(7))
  expect(personas.every(({ id }) => /^7656119\d{10}$/.test(id))).toBe(true)
  expect(personas.every(({ eosId }) => /^[0-9a-f]{32}$/.test(eosId))).toBe(true)
  expect(new Set(personas.map(({ id }) => id)).size).toBe(400)
  expect(createPersonas(400, createRandom(7))).toEqual(personas)
})

test('[PE2] the demo players exist for every seed', () => {
  expect(new Set(demoPersonas.flatMap(({ id, name }) => [id, name])).size).toBe(2 * demoPersonas.length)
  for (const seed of [1, 2, 3]) {
    expect(createPersonas(20, createRandom(seed)).slice(0, demoPersonas.length)).toMatchObject(demoPersonas)
    expect(createPersonas(5, createRandom(seed))).toMatchObject(demoPersonas.slice(0, 5))
  }
})

test('[PE3] some names are hard to parse', () => {
  const names = createPersonas(20, createRandom(1), true).map(({ name }) => name)
  for (const trap of [',', '[', '🦖', ', PlayerID: ']) expect(names.some((name) => name.includes(trap))).toBe(true)
})

test('[MZ1] names contain no comma unless the test asks for them, and the players are otherwise the same', () => {
  const [plain, awkward] = [createPersonas(400, createRandom(1)), createPersonas(400, createRandom(1), true)]
  expect(plain.filter(({ name }) => name.includes(','))).toEqual([])
  expect(awkward.map((one) => ({ ...one, name: one.name.replaceAll(',', ';') }))).toEqual(plain)
})
