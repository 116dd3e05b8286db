import { expect, test } from 'vitest'
import { isWater, removeSea } from './water.ts'

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
const isWaterColour = (colour: string) => {
  const [red = 0, green = 0, blue = 0] = channels(colour)
  return isWater(red, green, blue)
}

test('[MQ24] sea, lakes and rivers are water by their colour; forest, swamp, rock and shadow are land', () => {
  for (const colour of ['#d5e5e2', '#b9d2d7', '#a3c2cc', '#3f7f9d', '#3c6b82']) expect(isWaterColour(colour)).toBe(true)
  for (const colour of ['#93a673', '#bfcdb6', '#d8d0c6', '#737083', '#f4e2b4', '#8f5a2c'])
    expect(isWaterColour(colour)).toBe(false)
})

test('[MQ25] the sea is removed, a lake stays, and so does a river up to its mouth', () => {
  const rows = [
    '..........................',
    '..........................',
    '..........................',
    '..........................',
    '....##################....',
    '....##################....',
    '....######......######....',
    '....######......######....',
    '....######......######....',
    '....######......######....',
    '....##################....',
    '....##############.###....',
    '....##############.###....',
    '....##############.###....',
    '....##############.###....',
    '....##############.###....',
    '....##############.###....',
    '....##############.###....',
    '....##############.###....',
    '....##############.###....',
    '....##############.###....',
    '....##############.###....',
    '..........................',
    '..........................',
    '..........................',
    '..........................',
  ]
  const side = rows.length
  const water = Uint8Array.from(rows.join(''), (sign) => (sign === '.' ? 1 : 0))
  removeSea(water, side, 2, 3)
  const at = (x: number, y: number) => water[y * side + x]
  expect([at(0, 0), at(25, 25), at(3, 12), at(12, 23)]).toEqual([0, 0, 0, 0])
  expect([at(11, 7), at(14, 8), at(18, 12), at(18, 16)]).toEqual([1, 1, 1, 1])
})
