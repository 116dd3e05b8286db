import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { cleanName, createLineLimit } from './lineLimit.ts'

test('[ED40] a network causes one line per subject and minute, and the next one says how many were left out', () => {
  const clock = createTestClock()
  const lines = createLineLimit(clock)
  expect(lines('refused', '192.0.2.7')).toEqual({ network: '192.0.2.7' })
  for (let time = 0; time < 500; time += 1) expect(lines('refused', '192.0.2.7')).toBeNull()
  expect(lines('failed', '192.0.2.7')).toEqual({ network: '192.0.2.7' })
  expect(lines('refused', '2001:db8::1')).toEqual({ network: '2001:db8:0:0::/64' })
  expect(lines('refused', '2001:db8::2')).toBeNull()
  expect(lines('refused', null)).toEqual({ network: 'unknown' })
  clock.pass(60_000)
  expect(lines('refused', '192.0.2.7')).toEqual({ network: '192.0.2.7', leftOut: 500 })
  clock.pass(60_000)
  expect(lines('refused', '192.0.2.7')).toEqual({ network: '192.0.2.7' })
})

test('[ED41] all networks together cause a bounded number of lines a minute', () => {
  const clock = createTestClock()
  const lines = createLineLimit(clock, 10)
  const written = () => Array.from({ length: 300 }, (_, at) => lines('refused', `192.0.2.${at}`)).filter(Boolean)
  expect(written()).toHaveLength(10)
  clock.pass(59_999)
  expect(written()).toHaveLength(0)
  clock.pass(1)
  expect(written()).toHaveLength(10)
})

test('[ED42] an invented name is cut and cleaned for the log', () => {
  expect(cleanName('market.buyListing')).toBe('market.buyListing')
  expect(cleanName(`x\n{"level":60}\u001b[31m${'y'.repeat(100)}`)).toBe(`x???level??60???31m${'y'.repeat(21)}`)
})
