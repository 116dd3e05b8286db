import { expect, test } from 'vitest'
import * as commands from '../../../shared/features/serverControl/commands.ts'
import { undoSetting } from '../../../shared/features/settings/changes.ts'
import { openControl } from './testing/openControl.ts'

const minuteMs = 60_000
/** 04:00 UTC of the first day. */
const four = Date.UTC(2026, 0, 1, 4)
const dayMs = 24 * 60 * minuteMs
const daily = { zone: 'UTC', apartMinutes: 0 }
const cancelled = 'The restart of the server is cancelled.'

test.each([
  ['is removed', null, null],
  ['has another time', { ...daily, time: '04:30' }, four + 30 * minuteMs],
])(
  '[SVC100] the cancellation of a restart that was announced is announced and listed where the schedule %s',
  async (_, schedule, nextAt) => {
    const { ask, said, passMinutes, control, notices, ordered } = await openControl()
    await ask(commands.scheduleRestarts, { schedule: { ...daily, reason: 'Update.' } })
    await passMinutes(226)
    expect(said().at(-1)).toBe('Server restarts in 15 minutes. Update.')
    expect(await ask(commands.scheduleRestarts, { schedule })).toMatchObject({ nextAt })
    expect(said().at(-1)).toBe(cancelled)
    expect(control().past).toMatchObject([{ at: four, outcome: 'cancelled', reason: 'Update.' }])
    expect(notices().restart).toBeNull()
    await passMinutes(18)
    expect(ordered('restart')).toEqual([])
  },
)

test('[SVC101] an undo of the schedule that takes an announced restart away tells players, too', async () => {
  const { ask, said, passMinutes, control } = await openControl()
  const { change } = await ask(commands.scheduleRestarts, { schedule: daily })
  await passMinutes(231)
  await ask(undoSetting, { change })
  expect(said().at(-1)).toBe(cancelled)
  expect(control()).toMatchObject({ next: null, past: [{ at: four, outcome: 'cancelled' }] })
})

test('[SVC102] a restart that waits for an empty server is kept with the new reason where its time stays', async () => {
  const { ask, said, passMinutes, control, reads, notices, ordered } = await openControl()
  const waiting = { ...daily, waitMinutes: 60 }
  await ask(commands.scheduleRestarts, { schedule: waiting })
  await passMinutes(245)
  await reads({ playerCount: 5 })
  expect(await ask(commands.scheduleRestarts, { schedule: { ...waiting, reason: 'Update.' } })).toMatchObject({
    nextAt: four,
  })
  expect(notices().restart).toEqual({ at: four + 60 * minuteMs, from: four, reason: 'Update.' })
  await passMinutes(60)
  expect(said()[0]).toBe('Server restarts in 30 minutes. Update.')
  expect(ordered('restart')).toMatchObject([{ queuedAt: four + 60 * minuteMs, detail: { reason: 'Update.' } }])
  expect(control()).toMatchObject({ next: { at: four + dayMs }, past: [{ at: four, outcome: 'ordered' }] })
})

test('[SVC103] a skipped restart stays skipped where its time stays', async () => {
  const { ask, said, passMinutes, control, ordered } = await openControl()
  await ask(commands.scheduleRestarts, { schedule: daily })
  await ask(commands.skipNextRestart, { at: four })
  await ask(commands.scheduleRestarts, { schedule: { ...daily, reason: 'Update.' } })
  await passMinutes(241)
  expect([said(), ordered('restart')]).toEqual([[], []])
  expect(control().past).toMatchObject([{ at: four, outcome: 'skipped', reason: 'Update.' }])
})
