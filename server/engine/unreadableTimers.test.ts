import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineCommand } from '../../shared/engine/command.ts'
import { defineDocument, everyone, notPersonal } from '../../shared/engine/document.ts'
import { openApp } from '../testing/openApp.ts'
import { person } from '../testing/principals.ts'
import type { Context } from './rule.ts'
import { implement } from './rule.ts'
import { timerBucketOf, timers } from './schedule.ts'

const bell = defineDocument({
  kind: 'bell',
  schema: z.object({ rung: z.array(z.number()).default([]) }),
  readableBy: everyone,
  memory: 'journaled',
  ...notPersonal('is a test'),
})
const ring = <Field extends string>(field: Field) =>
  defineCommand({
    name: 'bell.ring',
    permission: 'hub',
    input: z.object({ [field]: z.number() } as Record<Field, z.ZodNumber>),
    output: z.object({}),
    refusals: {},
  })
const prepare = defineCommand({
  name: 'bell.prepare',
  permission: 'play',
  input: z.object({}),
  output: z.object({}),
  refusals: {},
})
const hour = 3_600_000
const ann = person('ann')

/** @param field what the input of a ring has in this release; null where it has no such command */
const releaseWith = (field: string | null, prepared: (context: Context) => void = () => {}) => ({
  name: 'tower',
  documents: [bell],
  commands: [
    implement(prepare, (context) => {
      prepared(context)
      return {}
    }),
    ...(field === null
      ? []
      : [
          implement(ring(field), ({ edit }, input) => {
            edit(bell).rung.push(Object.values<number>(input)[0] ?? 0)
            return {}
          }),
        ]),
  ],
  queries: [],
})

async function open(release: ReturnType<typeof releaseWith>, before?: Partial<Awaited<ReturnType<typeof openApp>>>) {
  const app = await openApp([release], before && { memory: before.memory, clock: before.clock })
  return {
    ...app,
    prepare: () => app.dispatch(ann, prepare.name, {}),
    rung: () => app.hub.read(bell).rung,
    async pass(ms: number, steps = 1) {
      for (let step = 0; step < steps; step += 1) {
        app.clock.pass(ms)
        await app.hub.settled()
        await new Promise((resolve) => setImmediate(resolve))
        await app.hub.settled()
      }
    },
  }
}

const threeRings = ({ schedule, now }: Context) => {
  for (const times of [1, 2, 3]) schedule.set(`ring${times}`, now + times * hour, 'bell.ring', { times })
}

/** A newer release has set three timers, and has stopped. */
async function afterNewer() {
  const newer = await open(releaseWith('times', threeRings))
  await newer.prepare()
  newer.hub.abandon()
  return newer
}

test.each([
  ['count', 'whose input this release cannot read'],
  [null, 'which no feature of this release declares'],
])(
  '[RE1300] timers that the leader cannot run (%s) stay, are reported once with their number, and run at one that can',
  async (field, why) => {
    const newer = await afterNewer()
    const older = await open(releaseWith(field), newer)
    await older.pass(hour, 5)
    expect([older.thrown.map(String), older.rung()]).toEqual([
      [`Error: 3 timers are set for the command "bell.ring", ${why}`],
      [],
    ])
    older.hub.abandon()
    const next = await open(releaseWith('times'), newer)
    await next.pass(0, 3)
    expect([next.rung().toSorted(), next.faults]).toEqual([[1, 2, 3], []])
  },
)

test('[RE1301] a timer that was kept runs once it is set again for the same time', async () => {
  const newer = await afterNewer()
  const at = newer.clock.now() + hour
  const setAgain = ({ schedule }: Context) => schedule.set('ring1', at, 'bell.ring', { count: 7 })
  const older = await open(releaseWith('count', setAgain), newer)
  await older.pass(hour)
  expect(older.faults).toEqual(['bell.ring'])
  await older.prepare()
  await older.pass(0)
  expect(older.rung()).toEqual([7])
})

test('[RE1400] a timer that is set again for the same time before it is due runs at that time', async () => {
  const newer = await afterNewer()
  const at = newer.clock.now() + hour
  const setAgain = ({ schedule }: Context) => schedule.set('ring1', at, 'bell.ring', { count: 7 })
  const older = await open(releaseWith('count', setAgain), newer)
  await older.prepare()
  await older.pass(hour)
  expect([older.rung(), older.faults]).toEqual([[7], []])
})

test('[RE1302] a timer that ends because its recurrence cannot be read is reported as dropped', async () => {
  const unreadable = { rule: '0 20 * * *', zone: 'Europe/Nowhere', missed: 'skip' } as const
  const release = releaseWith('count', ({ edit, now }) => {
    const due = { at: now + hour, command: 'bell.ring', input: { count: 1 }, recurrence: unreadable }
    edit(timers, timerBucketOf('evening')).due.evening = due
  })
  const app = await open(release)
  await app.prepare()
  await app.pass(hour, 3)
  expect(app.hub.read(timers, timerBucketOf('evening')).due).toEqual({})
  expect(app.thrown.map(String)).toContain(
    'Error: The timer "evening" of the command "bell.ring" was dropped: its recurrence "0 20 * * *" in "Europe/Nowhere" cannot be read',
  )
})
