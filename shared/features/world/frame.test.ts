import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { calibrate } from './calibrate.ts'
import { Frame, gatewayFrame, mapSize, metresPerUnit, toGame, toUnits } from './frame.ts'

/** Places measured on a published map of 7800 by 7817 pixels: [name, Lat, Long, pixel x, pixel y]. */
const anchors = [
  ['Water Access Salt Lick', -231654.353, 52099.673, 3907.71, 2629.1],
  ['Falls Pond Salt Lick', -159923.37, 293325.38, 5599.76, 3131.54],
  ['Highlands Salt Lick', 41151.966, -88576.924, 2920.95, 4539.97],
  ['Delta Salt Lick', -51899.767, 158669.822, 4655.24, 3888.19],
  ['Vein Island', 404868.089, 436554.633, 6604.43, 7087.61],
  ["Hell's Mouth, outside the map", 608519.832, -178543.339, 2289.89, 8514.09],
] as const

const centimetres = fc.double({ min: -2_000_000, max: 2_000_000, noNaN: true })
const frames = fc
  .record({
    minLong: fc.double({ min: -900, max: 0, noNaN: true }),
    wide: fc.double({ min: 100, max: 2000, noNaN: true }),
    minLat: fc.double({ min: -900, max: 0, noNaN: true }),
    high: fc.double({ min: 100, max: 2000, noNaN: true }),
    axes: fc.constantFrom('xLong' as const, 'xLat' as const),
  })
  .map(({ minLong, wide, minLat, high, axes }) =>
    Frame.parse({ minLong, maxLong: minLong + wide, minLat, maxLat: minLat + high, axes }),
  )

describe('frame', () => {
  test.each(anchors)('[FR1] %s is where the published map has it', (_, lat, long, px, py) => {
    const place = toUnits(gatewayFrame, { x: long, y: lat })
    const onePixel = mapSize / 7800
    expect(Math.abs(place.x - (px / 7800) * mapSize)).toBeLessThan(onePixel)
    expect(Math.abs(place.y - (py / 7817) * mapSize)).toBeLessThan(onePixel)
  })

  test('[FR2] converting a place to units and back returns it, in any frame', () => {
    fc.assert(
      fc.property(frames, centimetres, centimetres, (frame, x, y) => {
        const back = toGame(frame, toUnits(frame, { x, y }))
        expect(back.x).toBeCloseTo(x, 2)
        expect(back.y).toBeCloseTo(y, 2)
      }),
    )
  })

  test('[FR3] a place outside the map stays outside', () => {
    expect(toUnits(gatewayFrame, { x: -178543, y: 608519 }).y).toBeGreaterThan(mapSize)
    expect(toUnits(gatewayFrame, { x: -900_000, y: 0 }).x).toBeLessThan(0)
  })

  test('[FR4] swapped axes give the same place for swapped numbers', () => {
    const swapped: Frame = { ...gatewayFrame, axes: 'xLat' }
    expect(toUnits(swapped, { x: 12, y: 34_000 })).toEqual(toUnits(gatewayFrame, { x: 34_000, y: 12 }))
  })

  test('[FR5] one unit of Gateway is a little under three metres', () => {
    expect(metresPerUnit(gatewayFrame)).toBeCloseTo(2.72, 2)
  })

  test('[FR6] a frame with reversed edges is refused with the name of the wrong edge', () => {
    const message = (frame: object) =>
      Frame.safeParse(frame)
        .error?.issues.map((issue) => issue.message)
        .join()
    expect(message({ ...gatewayFrame, maxLong: -600 })).toContain('maxLong is not east of minLong')
    expect(message({ ...gatewayFrame, maxLat: -700 })).toContain('maxLat is not south of minLat')
  })

  test('[FR7] a frame without axes takes X as longitude', () => {
    expect(Frame.parse({ minLong: 0, maxLong: 1, minLat: 0, maxLat: 1 }).axes).toBe('xLong')
  })
})

describe('calibrate', () => {
  test('[FR8] two landmarks give the frame in which they were measured', () => {
    const apart = fc.tuple(fc.integer({ min: -500, max: 1900 }), fc.integer({ min: 2100, max: 5000 }))
    fc.assert(
      fc.property(frames, apart, apart, fc.boolean(), (frame, [west, east], [north, south], crossed) => {
        const corners = [
          { x: west, y: crossed ? south : north },
          { x: east, y: crossed ? north : south },
        ] as const
        const [a, b] = corners
        const found = calibrate({ units: a, game: toGame(frame, a) }, { units: b, game: toGame(frame, b) }, frame.axes)
        if ('error' in found) throw new Error(found.error)
        for (const edge of ['minLong', 'maxLong', 'minLat', 'maxLat'] as const)
          expect(found.frame[edge]).toBeCloseTo(frame[edge], 4)
      }),
    )
  })

  const at = (x: number, y: number) => ({ units: { x, y }, game: toGame(gatewayFrame, { x, y }) })

  test('[FR9] landmarks too close to each other are refused with the distance', () => {
    expect(calibrate(at(100, 100), at(140, 3000))).toEqual({ error: expect.stringContaining('40 units apart in x') })
    expect(calibrate(at(100, 100), at(3000, 100))).toEqual({ error: expect.stringContaining('0 units apart in y') })
  })

  test('[FR10] landmarks that would mirror the map are refused with a suggestion', () => {
    const a = at(500, 3000)
    const b = at(3000, 500)
    expect(calibrate({ ...a, game: b.game }, { ...b, game: a.game })).toEqual({
      error: expect.stringContaining('mirror the map'),
    })
    expect(calibrate(a, b, 'xLat')).toEqual({ error: expect.stringContaining('"xLong"') })
  })

  test('[FR11] landmarks with values that are not numbers are refused', () => {
    expect(calibrate(at(Number.NaN, 1), at(3000, 500))).toEqual({ error: expect.stringContaining('not a number') })
  })
})
