import { z } from 'zod'
import { defineCommand } from '../../../shared/engine/command.ts'
import { defineDocument, everyone, notPersonal } from '../../../shared/engine/document.ts'
import { Recurrence } from '../../../shared/engine/recurrence.ts'
import { createTestClock } from '../../testing/clock.ts'
import { createMemoryStorage } from '../../testing/memoryStorage.ts'
import { openApp } from '../../testing/openApp.ts'
import { person } from '../../testing/principals.ts'
import type { Feature } from '../feature.ts'
import { implement } from '../rule.ts'

const bell = defineDocument({
  kind: 'bell',
  schema: z.object({ rungAt: z.array(z.string()).default([]) }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('is a test'),
})
/** What the bell's timer runs. */
export const ring = defineCommand({
  name: 'bell.ring',
  permission: 'hub',
  input: z.object({ isBroken: z.boolean() }),
  output: z.object({}),
  refusals: { broken: 'The bell is broken.' },
})
const hang = defineCommand({
  name: 'bell.hang',
  permission: 'play',
  input: Recurrence.extend({ isBroken: z.boolean().default(false) }),
  output: z.object({}),
  refusals: {},
})
export const take = defineCommand({
  name: 'bell.take',
  permission: 'play',
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})
/** A bell that rings by a recurring timer, and notes when. */
export const tower: Feature = {
  name: 'tower',
  documents: [bell],
  commands: [
    implement(ring, ({ edit, refuse, now }, { isBroken }) => {
      if (isBroken) refuse('broken')
      edit(bell).rungAt.push(new Date(now).toISOString().slice(0, 16))
      return {}
    }),
    implement(hang, ({ schedule }, { isBroken, ...recurrence }) => {
      schedule.every('evening', recurrence, ring.name, { isBroken })
      return {}
    }),
    implement(take, ({ schedule }) => {
      schedule.cancel('evening')
      return {}
    }),
  ],
  queries: [],
}

/** At eight in the evening, wall time of Berlin. */
export const evening = { rule: '0 20 * * *', zone: 'Europe/Berlin', missed: 'skip' }

/** A hub with the tower. @param start of its clock, as 2026-11-02T12:00Z */
export async function openTower(
  start: string,
  memory = createMemoryStorage(),
  clock = createTestClock(Date.parse(start)),
) {
  const app = await openApp([tower], { memory, clock })
  const after = async (change: () => void) => {
    app.hub.abandon()
    change()
    const leader = await openTower(start, memory, clock)
    await leader.pass(0)
    return leader
  }
  return {
    ...app,
    hang: (recurrence: object) => app.dispatch(person('ann'), hang.name, recurrence),
    rungAt: () => app.hub.read(bell).rungAt,
    async pass(ms: number, steps = 1) {
      for (let step = 0; step < steps; step += 1) {
        clock.pass(ms)
        await app.hub.settled()
        await new Promise((resolve) => setImmediate(resolve))
        await app.hub.settled()
      }
    },
    /** The next leader, whose clock is ahead of this one's by so much, or behind. */
    next: (aheadMs: number) => after(() => clock.setWallBy(aheadMs)),
    /** As after a crash: time passes while no hub runs. */
    downFor: (ms: number) => after(() => clock.pass(ms)),
  }
}
