import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LabelBox, placeLabels } from './placeLabels.ts'

const box = (x: number, y: number): LabelBox => ({ x, y, width: 100, height: 20 })
const lieOnEachOther = (a: LabelBox, b: LabelBox) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

test('[PL26] of two overlapping labels the earlier one is kept', () => {
  expect(placeLabels([box(0, 0), box(50, 10), box(0, 40)])).toEqual([box(0, 0), box(0, 40)])
})

test('[PL27] every dropped label overlaps a kept one', () => {
  const boxes = fc.array(
    fc.record({ x: fc.integer({ max: 500 }), y: fc.integer({ max: 500 }) }).map(({ x, y }) => box(x, y)),
  )
  fc.assert(
    fc.property(boxes, (labels) => {
      const kept = placeLabels(labels)
      for (const label of labels) {
        const covers = kept.filter(
          (other) => Math.abs(other.x - label.x) < 100 && Math.abs(other.y - label.y) < 20,
        ).length
        expect(covers).toBeGreaterThanOrEqual(1)
        if (kept.includes(label)) expect(covers).toBe(1)
      }
    }),
  )
})

test('[PL28] with many labels the result equals that of comparing each label with every earlier one', () => {
  const side = fc.integer({ min: 0, max: 60 })
  const place = fc.double({ min: -300, max: 300, noNaN: true })
  const labels = fc.array(fc.record({ x: place, y: place, width: side, height: side }), { maxLength: 80 })
  fc.assert(
    fc.property(labels, (given) => {
      const kept: LabelBox[] = []
      for (const label of given) if (!kept.some((other) => lieOnEachOther(other, label))) kept.push(label)
      expect(placeLabels(given)).toEqual(kept)
    }),
  )
})
