import { expect, test } from 'vitest'
import { islandSeed } from '../../server/game/island/island.ts'
import { readOrder } from './options.ts'

test('[DR13] without a word the island of the simulator is drawn where the page looks for it', () => {
  expect(readOrder([])).toEqual({ seed: islandSeed, out: 'build/map', preview: null })
})

test('[DR14] seed, folder and preview are taken as given', () => {
  const order = readOrder(['--seed', '42', '--out', 'there', '--preview', 'small.webp'])
  expect(order).toEqual({ seed: 42, out: 'there', preview: 'small.webp' })
})

test.each(['x', '-1', '1.5', '4294967296', ''])('[DR15] the seed "%s" is refused with what a seed is', (seed) => {
  expect(() => readOrder([`--seed=${seed}`])).toThrow(/whole number from 0 to 4294967295/)
})

test('[DR16] an unknown option is named', () => {
  expect(() => readOrder(['--colour', 'red'])).toThrow(/--colour/)
})
