import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type LabelBox, placeLabels } from './placeLabels.ts'

const box = (x: number, y: number): LabelBox => ({ x, y, width: 100, height: 20 })

test('[PL1] of two labels that lie on each other the earlier one is kept', () => {
  expect(placeLabels([box(0, 0), box(50, 10), box(0, 40)])).toEqual([box(0, 0), box(0, 40)])
})

test('[PL2] every label that is left out lies on one that is kept', () => {
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
