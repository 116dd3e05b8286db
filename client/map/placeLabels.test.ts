import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areOverlapping, createLabelSpace, type LabelBox } from './placeLabels.ts'

const wish = (...corners: readonly (readonly [number, number])[]) => ({
  width: 100,
  height: 20,
  corners: corners.map(([x, y]) => ({ x, y })),
})

test('[PL26] a label whose only place is taken is left out', () => {
  const space = createLabelSpace()
  expect(space.place(wish([0, 0]))).toEqual({ x: 0, y: 0, width: 100, height: 20 })
  expect(space.place(wish([50, 10]))).toBeNull()
  expect(space.place(wish([0, 40]))).not.toBeNull()
})

test('[PL27] a label takes its first free place: beside a marker, a control or an earlier label', () => {
  const control = { x: 0, y: 0, width: 300, height: 40 }
  const space = createLabelSpace([control])
  expect(space.place(wish([10, 10], [10, 50]))).toMatchObject({ x: 10, y: 50 })
  expect(space.place(wish([10, 10], [10, 50], [10, 71]))).toMatchObject({ x: 10, y: 71 })
})

test('[PL28] no label overlaps another or what was taken, and each that was left out has no free place', () => {
  const place = fc.double({ min: -600, max: 600, noNaN: true })
  const side = fc.integer({ min: 1, max: 400 })
  const boxes = fc.array(fc.record({ x: place, y: place, width: side, height: side }), { maxLength: 40 })
  fc.assert(
    fc.property(boxes, boxes, (taken, wanted) => {
      const space = createLabelSpace(taken)
      const placed: LabelBox[] = [...taken]
      for (const { x, y, width, height } of wanted) {
        const corners = [
          { x, y },
          { x: x + 90, y },
        ]
        const found = space.place({ width, height, corners })
        const isFree = (corner: (typeof corners)[number]) =>
          !placed.some((other) => areOverlapping(other, { ...corner, width, height }))
        expect(found === null).toBe(!corners.some(isFree))
        if (!found) continue
        expect(placed.some((other) => areOverlapping(other, found))).toBe(false)
        placed.push(found)
      }
    }),
  )
})
