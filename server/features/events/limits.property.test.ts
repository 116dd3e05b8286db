import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/events/commands.ts'
import { mostEvents } from '../../../shared/features/events/events.ts'
import { hunt, openEvents } from './testing/openEvents.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

test('[EV10] of more than 50 events the one that was over first goes, and 50 scheduled ones leave no room', async () => {
  const { ask, all, pass, schedule } = await openEvents()
  for (let nth = 0; nth < mostEvents; nth += 1) await schedule(hunt, `2026-01-02T00:${String(nth).padStart(2, '0')}`)
  const wall = '2026-01-03T00:00'
  expect((await ask(commands.scheduleEvent, { fields: hunt, zone: 'UTC', when: { wall } })).code).toBe('tooMany')
  await pass(24 * hourMs + minuteMs)
  await schedule(hunt, wall)
  expect(all()).toHaveLength(mostEvents)
})
