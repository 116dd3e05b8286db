import { expect, test } from 'vitest'
import { openTower } from './testing/bellTower.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const open = () => openTower('2026-11-02T12:00Z')
const by = (rule: string) => ({ rule, zone: 'UTC', missed: 'runOnce' })

test('[RE1303] a leader whose clock is days behind repeats no run that has taken place, and the next one runs again', async () => {
  const first = await open()
  await first.hang(by('0 20 * * *'))
  await first.pass(hour, 5 * 24)
  const done = ['02', '03', '04', '05', '06'].map((date) => `2026-11-${date}T20:00`)
  expect(first.rungAt()).toEqual(done)
  const behind = await first.next(-3 * day)
  await behind.hang(by('0 20 * * *'))
  await behind.pass(hour, 2 * 24)
  expect(behind.rungAt()).toEqual(done)
  const right = await behind.next(3 * day)
  await right.pass(hour, 24)
  // What the leader behind has missed is made up for by one run, as after a time without a hub.
  expect(right.rungAt()).toEqual([...done, '2026-11-09T12:00', '2026-11-09T20:00'])
})

test('[RE1304] runs of a frequent rule are not repeated either, and go on where the clock has passed the last one', {
  tags: 'slow',
}, async () => {
  const first = await open()
  await first.hang(by('*/30 * * * *'))
  await first.pass(30 * minute, 3 * 48)
  expect(first.rungAt()).toHaveLength(144)
  const behind = await first.next(-2 * day)
  await behind.pass(30 * minute, 2 * 48 + 2)
  expect(behind.rungAt().slice(143)).toEqual(['2026-11-05T12:00', '2026-11-05T12:30', '2026-11-05T13:00'])
})

test('[RE1305] a recurrence that is changed runs at its new times, even where the old one has run then', async () => {
  const first = await open()
  await first.hang(by('0 20 * * *'))
  await first.pass(hour, 5 * 24)
  const behind = await first.next(-3 * day)
  await behind.hang(by('0 21 * * *'))
  await behind.pass(hour, 24)
  expect(behind.rungAt().at(-1)).toBe('2026-11-04T21:00')
})

test('[RE1862] a leader whose clock is before the first run runs at its pace, and repeats none of the later runs', async () => {
  const first = await open()
  await first.hang(by('0 20 * * *'))
  await first.pass(hour, 5 * 24)
  const done = first.rungAt()
  expect(done).toHaveLength(5)
  const behind = await first.next(-10 * day)
  await behind.pass(hour, 12 * 24)
  const before = ['10-28', '10-29', '10-30', '10-31', '11-01'].map((date) => `2026-${date}T20:00`)
  expect(behind.rungAt()).toEqual([...done, ...before, '2026-11-07T20:00', '2026-11-08T20:00'])
  const furtherBehind = await behind.next(-12 * day)
  await furtherBehind.pass(hour, 12 * 24)
  expect(furtherBehind.rungAt()).toHaveLength(done.length + before.length + 2)
})

test('[RE1863] a run that was made up for within a day is not repeated, nor are the runs before it', async () => {
  const first = await open()
  await first.hang(by('0 20 * * *'))
  await first.pass(hour, 48)
  const again = await first.downFor(10 * hour)
  await again.pass(hour, 48)
  const done = ['2026-11-02T20:00', '2026-11-03T20:00', '2026-11-04T22:00', '2026-11-05T20:00', '2026-11-06T20:00']
  expect(again.rungAt()).toEqual(done)
  const behind = await again.next(-4 * day)
  await behind.pass(hour, 5 * 24)
  expect(behind.rungAt()).toEqual([...done, '2026-11-07T20:00'])
})

test('[RE1864] after a gap of days the runs before it are not repeated either, and each of the gap runs at most once', async () => {
  const first = await open()
  await first.hang(by('0 20 * * *'))
  await first.pass(hour, 48)
  const again = await first.downFor(3 * day)
  await again.pass(hour, 24)
  const done = ['2026-11-02T20:00', '2026-11-03T20:00', '2026-11-07T12:00', '2026-11-07T20:00']
  expect(again.rungAt()).toEqual(done)
  const behind = await again.next(-6 * day)
  await behind.pass(hour, 7 * 24)
  const gap = ['2026-11-04T20:00', '2026-11-05T20:00', '2026-11-06T20:00']
  expect(behind.rungAt()).toEqual([...done, ...gap, '2026-11-08T20:00'])
})

test('[RE1870] a clock that is days behind for a moment brings no run of its own once it is right again', async () => {
  const first = await open()
  await first.hang(by('0 20 * * *'))
  await first.pass(hour, 5 * 24)
  const done = first.rungAt()
  const behind = await first.next(-10 * day)
  await behind.pass(minute)
  const right = await behind.next(10 * day)
  expect(right.rungAt()).toEqual(done)
  await right.pass(hour, 24)
  expect(right.rungAt()).toEqual([...done, '2026-11-07T20:00'])
})

test('[RE1871] runs of a clock that was years ahead keep no missed run from being made up for', async () => {
  const ahead = await open()
  await ahead.hang(by('0 20 * * *'))
  const years = 730 * day
  const inYears = await ahead.next(years)
  await inYears.pass(hour, 24)
  expect(inYears.rungAt().at(-1)).toBe('2028-11-01T20:00')
  const right = await inYears.next(-years)
  await right.pass(hour)
  const again = await right.downFor(day)
  expect(again.rungAt().slice(2)).toEqual(['2026-11-04T13:00'])
})
