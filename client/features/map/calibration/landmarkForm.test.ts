import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Frame, gatewayFrame, toGame } from '../../../../shared/features/world/frame.ts'
import { numberProblem } from '../../../ui/textRules.ts'
import {
  emptyLandmark,
  gameInput,
  gameRule,
  landmarkInput,
  landmarkOf,
  movedBy,
  previewOf,
  unitsInput,
  unitsRule,
} from './landmarkForm.ts'

test('[LF8] a coordinate is read as the game writes it, with commas between thousands', () => {
  const input = { gameX: '-123,456.789', gameY: ' 12 345.5 ', unitsX: '1,024', unitsY: '−0' }
  expect(landmarkOf(input)).toEqual({ game: { x: -123456.789, y: 12345.5 }, units: { x: 1024, y: -0 } })
})

test.each([
  ['gameX', 'north'],
  ['gameX', '12cm'],
  ['gameY', '1e5'],
  ['gameY', '1,2,3'],
  // A comma before three digits only: read as a decimal it would place the map elsewhere.
  ['gameX', '123456,5'],
  ['gameX', '99999999999'],
  ['unitsX', '5000'],
  ['unitsY', '-1'],
  ['unitsY', ' '],
] as const)('[LF9] there is no landmark with %s "%s", and its field says why', (key, text) => {
  const input = { gameX: '-123456', gameY: '7', unitsX: '10', unitsY: '20' }
  expect(landmarkOf(input)).not.toBeNull()
  expect(landmarkOf({ ...input, [key]: text })).toBeNull()
  expect(numberProblem(text, key.startsWith('game') ? gameRule : unitsRule)).toMatch(/^(Enter|Use)/)
})

const place = fc.record({ x: fc.integer({ min: 0, max: 4096 }), y: fc.integer({ min: 0, max: 4096 }) })

test('[LF10] two landmarks read from the current map give the current frame', () => {
  fc.assert(
    fc.property(place, place, fc.constantFrom('xLong' as const, 'xLat' as const), (a, b, axes) => {
      fc.pre(Math.abs(a.x - b.x) >= 100 && Math.abs(a.y - b.y) >= 100)
      const frame: Frame = { ...gatewayFrame, axes }
      const inputs = [a, b].map((units) => ({ ...gameInput(frame, units), ...unitsInput(units) }))
      const preview = previewOf(inputs[0] ?? emptyLandmark, inputs[1] ?? emptyLandmark, axes)
      if (!preview || !('frame' in preview)) throw new Error('two good places gave no frame')
      expect(movedBy(frame, preview.frame, { x: 2048, y: 2048 }).metres).toBeLessThan(1)
    }),
  )
})

test('[LF11] an invalid pair of landmarks gives the reason, an incomplete pair gives no preview', () => {
  const at = (x: number, y: number) => landmarkInput({ game: toGame(gatewayFrame, { x, y }), units: { x, y } })
  expect(previewOf(at(100, 100), emptyLandmark, 'xLong')).toBeNull()
  expect(previewOf(at(100, 100), at(120, 3000), 'xLong')).toMatchObject({ error: expect.stringMatching(/apart/) })
  expect(previewOf(at(100, 100), { ...at(3000, 3000), gameX: '-900000' }, 'xLong')).toMatchObject({
    error: expect.stringMatching(/mirror/),
  })
})

test('[LF2709] the reason names axes as the page does, and one unit in the singular', () => {
  const at = (x: number, y: number) => landmarkInput({ game: toGame(gatewayFrame, { x, y }), units: { x, y } })
  expect(previewOf(at(500, 3000), at(3000, 500), 'xLat')).toMatchObject({
    error: expect.stringMatching(
      /axes "game X to the south, Y to the east": .* or try axes "game X to the east, Y to the south"$/,
    ),
  })
  expect(previewOf(at(100, 100), at(101, 3000), 'xLong')).toMatchObject({
    error: expect.stringContaining('are 1 unit apart in x'),
  })
})

test('[LF12] the preview shows where an animal would be drawn, and how far away that is', () => {
  const east = { ...gatewayFrame, minLong: gatewayFrame.minLong - 10, maxLong: gatewayFrame.maxLong - 10 }
  const { place: there, metres } = movedBy(gatewayFrame, east, { x: 2000, y: 2000 })
  expect(there.x).toBeGreaterThan(2030)
  expect(there.y).toBeCloseTo(2000)
  expect(metres).toBeCloseTo(100, 0)
})
