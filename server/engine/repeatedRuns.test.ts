import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { defineDocument, everyone, notPersonal } from '../../shared/engine/document.ts'
import { createTestClock } from '../testing/clock.ts'
import { createMemoryStorage } from '../testing/memoryStorage.ts'
import { openApp } from '../testing/openApp.ts'
import { person } from '../testing/principals.ts'
import { implement } from './rule.ts'

const bell = defineDocument({
  kind: 'bell',
  schema: z.object({ rungAt: z.array(z.string()).default([]) }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('is a test'),
})
const command = (name: 'bell.ring' | 'bell.hang', permission: 'hub' | 'play') =>
  defineCommand({ name, permission, input: z.object({ rule: z.string() }), output: z.object({}), refusals: {} })
const [ring, hang] = [command('bell.ring', 'hub'), command('bell.hang', 'play')]
const tower = {
  name: 'tower',
  documents: [bell],
  commands: [
    implement(ring, ({ edit, now }) => {
      edit(bell).rungAt.push(new Date(now).toISOString().slice(0, 16))
      return {}
    }),
    implement(hang, ({ schedule }, { rule }) => {
      schedule.every('evening', { rule, zone: 'UTC', missed: 'runOnce' }, ring.name, { rule })
      return {}
    }),
  ],
  queries: [],
}
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

async function open(memory = createMemoryStorage(), clock = createTestClock(Date.parse('2026-11-02T12:00Z'))) {
  const app = await openApp([tower], { memory, clock })
  return {
    rungAt: () => app.hub.read(bell).rungAt,
    hang: (rule: string) => app.dispatch(person('ann'), hang.name, { rule }),
    async pass(ms: number, steps = 1) {
      for (let step = 0; step < steps; step += 1) {
        clock.pass(ms)
        await app.hub.settled()
        await new Promise((resolve) => setImmediate(resolve))
        await app.hub.settled()
      }
    },
    /** The next leader, whose clock is ahead of this one's by so much. */
    async next(aheadMs: number) {
      app.hub.abandon()
      clock.setWallBy(aheadMs)
      const leader = await open(memory, clock)
      await leader.pass(0)
      return leader
    },
  }
}

test('[RE1303] a leader whose clock is days behind repeats no run that has taken place, and the next one runs again', async () => {
  const first = await open()
  await first.hang('0 20 * * *')
  await first.pass(hour, 5 * 24)
  const done = ['02', '03', '04', '05', '06'].map((date) => `2026-11-${date}T20:00`)
  expect(first.rungAt()).toEqual(done)
  const behind = await first.next(-3 * day)
  await behind.hang('0 20 * * *')
  await behind.pass(hour, 2 * 24)
  expect(behind.rungAt()).toEqual(done)
  const right = await behind.next(3 * day)
  await right.pass(hour, 24)
  // What the leader behind has missed is made up for by one run, as after a time without a hub.
  expect(right.rungAt()).toEqual([...done, '2026-11-09T12:00', '2026-11-09T20:00'])
})

test('[RE1304] runs of a frequent rule are not repeated either, and go on where the clock has passed the last one', async () => {
  const first = await open()
  await first.hang('*/30 * * * *')
  await first.pass(30 * minute, 3 * 48)
  expect(first.rungAt()).toHaveLength(144)
  const behind = await first.next(-2 * day)
  await behind.pass(30 * minute, 2 * 48 + 2)
  expect(behind.rungAt().slice(143)).toEqual(['2026-11-05T12:00', '2026-11-05T12:30', '2026-11-05T13:00'])
})

test('[RE1305] a recurrence that is changed runs at its new times, also where the old one has run then', async () => {
  const first = await open()
  await first.hang('0 20 * * *')
  await first.pass(hour, 5 * 24)
  const behind = await first.next(-3 * day)
  await behind.hang('0 21 * * *')
  await behind.pass(hour, 24)
  expect(behind.rungAt().at(-1)).toBe('2026-11-04T21:00')
})
