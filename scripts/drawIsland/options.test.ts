import { expect, test } from 'vitest'
import { islandSeed } from '../../server/game/island/island.ts'
import { readOptions } from './options.ts'

test("[DR13] without arguments the simulator's island is drawn into the folder that the page uses", () => {
  expect(readOptions([])).toEqual({ seed: islandSeed, out: 'build/map', preview: null })
})

test('[DR14] seed, folder and preview are taken from the arguments', () => {
  const order = readOptions(['--seed', '42', '--out', 'there', '--preview', 'small.webp'])
  expect(order).toEqual({ seed: 42, out: 'there', preview: 'small.webp' })
})

test.each(['x', '-1', '1.5', '4294967296', ''])(
  '[DR15] the seed "%s" is refused with a description of valid seeds',
  (seed) => {
    expect(() => readOptions([`--seed=${seed}`])).toThrow(/whole number from 0 to 4294967295/)
  },
)

test('[DR16] an unknown option is reported by name', () => {
  expect(() => readOptions(['--colour', 'red'])).toThrow(/--colour/)
})
