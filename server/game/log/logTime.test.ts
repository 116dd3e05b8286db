import { expect, test } from 'vitest'
import { createLogClock } from './logTime.ts'

const hour = 3_600_000
const noon = Date.UTC(2026, 6, 1, 12)
const later = noon + 100 * hour

test("[LG60] the engine's own stamp needs no zone; a wall clock is read in the zone of the game's machine", () => {
  const clock = createLogClock('Europe/Berlin')
  expect(clock.at({ utc: noon, local: null }, later)).toBe(noon)
  expect(clock.at({ utc: null, local: noon }, later)).toBe(noon - 2 * hour)
  expect(clock.at({ utc: null, local: Date.UTC(2026, 0, 1, 12) }, later)).toBe(Date.UTC(2026, 0, 1, 11))
})

test('[LG61] a line with both stamps shows the zone, even where another one is configured', () => {
  const clock = createLogClock('Europe/Berlin')
  expect(clock.at({ utc: noon, local: noon - 7 * hour + 300 }, later)).toBe(noon)
  expect(clock.at({ utc: null, local: noon }, later)).toBe(noon + 7 * hour)
  // Stamps that fit no zone show none.
  expect(clock.at({ utc: noon, local: noon + 100_000 }, later)).toBe(noon)
  expect(clock.at({ utc: null, local: noon }, later)).toBe(noon + 7 * hour)
})

test('[LG62] no event is in the future of the hub, and one without a day is as old as its reading', () => {
  const clock = createLogClock('UTC')
  expect(clock.at({ utc: null, local: null }, later)).toBe(later)
  expect(clock.at({ utc: null, local: later + hour }, later)).toBe(later)
  // A wall clock east of Greenwich that a server started with -LocalLogTimes writes as if it were UTC.
  expect(clock.at({ utc: later + 7 * hour, local: later + 7 * hour }, later)).toBe(later)
})

test('[LG63] at the change of the clocks a wall clock is one of the hours that it may be', () => {
  const clock = createLogClock('Europe/Berlin')
  const twice = clock.at({ utc: null, local: Date.UTC(2026, 9, 25, 2, 30) }, Date.UTC(2027, 0))
  expect([Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)]).toContain(twice)
  expect(clock.at({ utc: null, local: Date.UTC(2026, 9, 25, 3, 30) }, Date.UTC(2027, 0))).toBe(
    Date.UTC(2026, 9, 25, 2, 30),
  )
  expect(() => createLogClock('Middle/Earth')).toThrow(RangeError)
})
