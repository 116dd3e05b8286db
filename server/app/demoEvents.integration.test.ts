import { expect, onTestFinished, test } from 'vitest'
import { mainServer } from '../../shared/engine/ids.ts'
import { cancelEvent } from '../../shared/features/events/commands.ts'
import { communityEvents } from '../../shared/features/events/communityEvents.ts'
import { events } from '../../shared/features/events/events.ts'
import { ownSessions } from '../../shared/features/session/session.ts'
import { systemClock } from '../engine/clock.ts'
import { openTestApp } from '../testing/testApp.ts'
import { until } from '../testing/testCluster.ts'
import { keepDemoEvents } from './demoEvents.ts'

/** As the system's, with short waits. */
const hurried = { ...systemClock, after: (ms: number, act: () => void) => systemClock.after(ms / 50, act) }

test('[DEM2] a demo has an event within the hour, one on a later day and a community event, even after one was cancelled, and no more', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const faults: unknown[] = []
  const { hub } = app.hub()
  onTestFinished(
    keepDemoEvents({ ...app.hub(), clock: hurried, onFault: (what, error) => void faults.push(what, error) }),
  )
  const all = () => Object.values(hub.read(events, mainServer).events)
  const scheduled = () => all().filter(({ status }) => status === 'scheduled')
  const soon = () => scheduled().filter(({ scheduledTime }) => scheduledTime <= Date.now() + 3_600_000)
  const community = () => Object.values(hub.read(communityEvents, mainServer).events)
  await until(() => soon().length === 1 && scheduled().length === 2 && community().length === 1)
  const admin = await app.visit('admin')
  const first = soon()[0]?.id
  expect(await admin.command(cancelEvent.name, { event: first })).toMatchObject({ ok: true })
  await until(() => soon().some(({ id }) => id !== first))
  await until(() => Object.keys(hub.read(ownSessions, 'demo-admin').open).length === 1)
  expect([soon().length, scheduled().length, community().length, all().length]).toEqual([1, 2, 1, 3])
  expect(faults).toEqual([])
})

test('[DEM3] what a demo is refused is tried again after minutes, and reported as a fault', async () => {
  const app = await openTestApp()
  onTestFinished(() => app.close())
  const { hub, ...rest } = app.hub()
  const refused = { ok: false, code: 'tooMany', message: 'There are 50 already.' } as const
  const waits: number[] = []
  const faults: unknown[] = []
  const clock = {
    ...systemClock,
    after: (ms: number, act: () => void) => systemClock.after(waits.push(ms) > 3 ? ms : 0, act),
  }
  const deaf = { read: hub.read, execute: hub.execute, dispatch: async () => refused }
  onTestFinished(keepDemoEvents({ ...rest, hub: deaf, clock, onFault: (_, error) => void faults.push(String(error)) }))
  await until(() => waits.length > 3)
  expect(waits).toEqual([5_000, 300_000, 300_000, 300_000])
  expect(faults[0]).toContain('events.schedule: There are 50 already.')
})
