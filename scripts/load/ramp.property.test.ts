import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRamp } from './runLoad.ts'

test('[LD3] exactly the requested viewers and players connect, mixed, and never faster than requested', () => {
  const sizes = fc.record({
    viewers: fc.nat(3_000),
    players: fc.nat(500),
    rampPerSecond: fc.integer({ min: 1, max: 1_000 }),
  })
  fc.assert(
    fc.property(sizes, (size) => {
      fc.pre(size.viewers + size.players > 0)
      const ramp = createRamp(size)
      const come = { viewers: 0, players: 0 }
      const plannedMs = ((size.viewers + size.players) / size.rampPerSecond) * 1_000
      for (let ms = 0; ms <= plannedMs + 1_000; ms += 250) {
        const due = ramp.due(ms)
        expect(Math.min(due.viewers, due.players)).toBeGreaterThanOrEqual(0)
        come.viewers += due.viewers
        come.players += due.players
        expect(come.viewers + come.players).toBeLessThanOrEqual(Math.ceil((size.rampPerSecond * ms) / 1_000) + 1)
        ramp.update(come)
      }
      expect(come).toEqual({ viewers: size.viewers, players: size.players })
      expect(ramp.isOver(plannedMs)).toBe(true)
    }),
  )
})

test('[LD22] a hub that admits no connection gets no more, and the ramp ends after a time limit', () => {
  const ramp = createRamp({ viewers: 5_000, players: 0, rampPerSecond: 100 })
  let come = 0
  for (let ms = 0; ms <= 60_000; ms += 250) come += ramp.due(ms).viewers
  expect(come).toBe(300)
  expect(ramp.isOver(60_000)).toBe(false)
  expect(ramp.isOver(121_000)).toBe(true)
})
