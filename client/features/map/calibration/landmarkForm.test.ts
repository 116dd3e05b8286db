import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Frame, gatewayFrame, toGame } from '../../../../shared/features/world/frame.ts'
import {
  emptyLandmark,
  gameInput,
  gameProblem,
  landmarkInput,
  landmarkOf,
  movedBy,
  parseNumber,
  previewOf,
  unitsInput,
  unitsProblem,
} from './landmarkForm.ts'

test.each([
  ['-123456', -123456],
  [' 12 345,5 ', 12345.5],
  ['−7', -7],
  ["1'000", 1000],
  ['', null],
  ['12cm', null],
  ['1e5', null],
  ['1,2,3', null],
])('[LF8] "%s" is parsed as %s', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

test('[LF9] an invalid value has a message at its field, an empty field has none', () => {
  expect([gameProblem(''), unitsProblem(' ')]).toEqual([null, null])
  expect(gameProblem('north')).toMatch(/centimetres/)
  expect(gameProblem('99999999999')).toMatch(/outside/)
  expect(unitsProblem('5000')).toMatch(/0 to 4096/)
  expect(unitsProblem('-1')).toMatch(/0 to 4096/)
  expect(landmarkOf(emptyLandmark)).toBeNull()
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

test('[LF12] the preview shows where an animal would be drawn, and how far away that is', () => {
  const east = { ...gatewayFrame, minLong: gatewayFrame.minLong - 10, maxLong: gatewayFrame.maxLong - 10 }
  const { place: there, metres } = movedBy(gatewayFrame, east, { x: 2000, y: 2000 })
  expect(there.x).toBeGreaterThan(2030)
  expect(there.y).toBeCloseTo(2000)
  expect(metres).toBeCloseTo(100, 0)
})
