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

test('[RE1304] runs of a frequent rule are not repeated either, and go on where the clock has passed the last one', async () => {
  const first = await open()
  await first.hang(by('*/30 * * * *'))
  await first.pass(30 * minute, 3 * 48)
  expect(first.rungAt()).toHaveLength(144)
  const behind = await first.next(-2 * day)
  await behind.pass(30 * minute, 2 * 48 + 2)
  expect(behind.rungAt().slice(143)).toEqual(['2026-11-05T12:00', '2026-11-05T12:30', '2026-11-05T13:00'])
})

test('[RE1305] a recurrence that is changed runs at its new times, also where the old one has run then', async () => {
  const first = await open()
  await first.hang(by('0 20 * * *'))
  await first.pass(hour, 5 * 24)
  const behind = await first.next(-3 * day)
  await behind.hang(by('0 21 * * *'))
  await behind.pass(hour, 24)
  expect(behind.rungAt().at(-1)).toBe('2026-11-04T21:00')
})
