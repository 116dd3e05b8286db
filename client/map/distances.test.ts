import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  accuracyOf,
  bearingLabel,
  compassOf,
  courseLabel,
  courseOf,
  dangerLabels,
  dangerZoneOf,
  distanceLabel,
  scaleBar,
  spokenCourse,
} from './distances.ts'

const degree = fc.double({ min: 0, max: 359.99, noNaN: true })
const coordinate = fc.double({ min: 0, max: 4_096, noNaN: true })
const place = fc.record({ x: coordinate, y: coordinate })

test('[CO1] a course has the straight-line length in metres and a bearing clockwise from north', () => {
  expect(courseOf({ x: 100, y: 100 }, { x: 100, y: 0 }, 2.7)).toEqual({ metres: 270, degrees: 0 })
  expect(courseOf({ x: 100, y: 100 }, { x: 200, y: 100 }, 2.7)).toMatchObject({ degrees: 90 })
  expect(courseOf({ x: 100, y: 100 }, { x: 100, y: 200 }, 2.7)).toMatchObject({ degrees: 180 })
  expect(courseOf({ x: 100, y: 100 }, { x: 0, y: 100 }, 2.7)).toMatchObject({ degrees: 270 })
  expect(courseOf({ x: 0, y: 0 }, { x: 30, y: 40 }, 2).metres).toBe(100)
})

test('[CO2490] a place is shown to 5 m on the island, and no more exactly than a map unit on a larger map', () => {
  expect([2.72, 1, 5, 5.1, 12].map(accuracyOf)).toEqual([5, 5, 5, 10, 15])
})

test('[CO2] the course back has the same length and the opposite bearing', () => {
  fc.assert(
    fc.property(place, place, (from, to) => {
      fc.pre(Math.hypot(from.x - to.x, from.y - to.y) > 1)
      const [there, back] = [courseOf(from, to, 2.7), courseOf(to, from, 2.7)]
      expect(back.metres).toBeCloseTo(there.metres)
      expect(Math.abs(Math.abs(there.degrees - back.degrees) - 180)).toBeLessThan(1e-6)
    }),
  )
})

test('[CO3] walking the distance along the bearing reaches the target', () => {
  fc.assert(
    fc.property(place, degree, fc.double({ min: 1, max: 2_000, noNaN: true }), (from, degrees, units) => {
      const angle = (degrees * Math.PI) / 180
      const to = { x: from.x + Math.sin(angle) * units, y: from.y - Math.cos(angle) * units }
      const course = courseOf(from, to, 2.7)
      expect(course.metres).toBeCloseTo(units * 2.7)
      expect(Math.abs(((course.degrees - degrees + 540) % 360) - 180)).toBeLessThan(1e-4)
    }),
  )
})

test('[CO4] each of the eight compass points covers an eighth of the circle', () => {
  expect([0, 45, 90, 135, 180, 225, 270, 315].map(compassOf)).toEqual(['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'])
  expect(compassOf(22)).toBe('N')
  expect(compassOf(23)).toBe('NE')
  expect(compassOf(337)).toBe('NW')
  expect(compassOf(338)).toBe('N')
})

test('[CO5] distances are rounded to 10 m, from 1 km to tenths, from 10 km to whole kilometres', () => {
  expect([0, 4, 336, 994, 996, 1_249, 9_940, 9_960, 11_120].map(distanceLabel)).toEqual([
    ...['0 m', '0 m', '340 m', '990 m', '1.0 km', '1.2 km', '9.9 km', '10 km', '11 km'],
  ])
})

test('[CO6] a bearing has three digits and a compass point, and is never 360', () => {
  expect(bearingLabel(43)).toBe('043° NE')
  expect(bearingLabel(0)).toBe('000° N')
  expect(bearingLabel(359.7)).toBe('000° N')
  fc.assert(fc.property(degree, (degrees) => /^[0-3]\d\d° [NESW]{1,2}$/.test(bearingLabel(degrees))))
})

test('[CO7] a course has a short label and a spoken form', () => {
  expect(courseLabel({ metres: 1_204, degrees: 43 })).toBe('1.2 km · 043° NE')
  expect(courseLabel({ metres: 0, degrees: 0 })).toBe('0 m')
  expect(spokenCourse({ metres: 336, degrees: 225 })).toBe('340 m to the south-west')
})

test('[SL7] the scale bar has a round length, labelled in metres or kilometres', () => {
  expect(scaleBar(0.2, 120)).toEqual({ metres: 500, px: 100, label: '500 m' })
  expect(scaleBar(0.03, 120)).toEqual({ metres: 2_000, px: 60, label: '2 km' })
})

test('[SL8] the scale bar fits, and fills at least a third of the width, at every zoom', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.025, max: 1, noNaN: true }), (pxPerMetre) => {
      const { px, metres } = scaleBar(pxPerMetre, 120)
      expect(px).toBeLessThanOrEqual(120)
      expect(px).toBeGreaterThanOrEqual(40)
      expect(px).toBeCloseTo(metres * pxPerMetre)
    }),
  )
})

test('[DZ1] up to 200 m is lethal, up to 500 m is a high risk, beyond is safe', () => {
  expect([0, 199, 200].map(dangerZoneOf)).toEqual(['lethal', 'lethal', 'lethal'])
  expect([200.1, 499, 500].map(dangerZoneOf)).toEqual(['highRisk', 'highRisk', 'highRisk'])
  expect([500.1, 11_000].map(dangerZoneOf)).toEqual(['safe', 'safe'])
})

test('[DZ2] each zone has its own label', () => {
  expect(Object.values(dangerLabels)).toEqual(['Lethal', 'High risk', 'Safe beyond 500 m'])
})
