import fc from 'fast-check'
import { expect, test } from 'vitest'
import { headingStep, headingSteps, stepDegrees } from './sprite.ts'

test('[HS14] an animal is drawn within half a step of its heading', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 360, noNaN: true }), (heading) => {
      const step = headingStep(heading)
      const away = Math.abs(((heading - step * stepDegrees + 540) % 360) - 180)
      expect(away).toBeLessThanOrEqual(stepDegrees / 2 + 1e-9)
    }),
  )
})

test('[HS15] a full turn equals step 0, and every step exists', () => {
  expect(headingStep(0)).toBe(0)
  expect(headingStep(360)).toBe(0)
  expect(headingStep(359.9)).toBe(0)
  expect(headingStep(352.5)).toBe(headingSteps - 1)
})
