import { expect, test } from 'vitest'
import { createTestClock } from '../testing/clock.ts'
import { openApp } from '../testing/openApp.ts'
import { person } from '../testing/principals.ts'
import { nextRun } from './recurrence.ts'
import { implement } from './rule.ts'
import { timerBucketOf, timers } from './schedule.ts'
import { evening, openTower, ring, take, tower } from './testing/bellTower.ts'
import { createTimers } from './timers.ts'

const ann = person('ann')
const day = 86_400_000

test('[RE9] a command recurs at its wall time, over a change of clocks', async () => {
  const { hang: hangBell, pass, rungAt } = await openTower('2026-10-23T12:00Z')
  await hangBell(evening)
  await pass(3_600_000, 72)
  expect(rungAt()).toEqual(['2026-10-23T18:00', '2026-10-24T18:00', '2026-10-25T19:00'])
})

test.each([
  ['skip', []],
  ['runOnce', ['2026-11-05T12:00']],
] as const)('[RE10] of the runs that were missed while the hub was down: %s', async (missed, late) => {
  const first = await openTower('2026-11-02T12:00Z')
  await first.hang({ ...evening, missed })
  const next = await first.downFor(3 * day)
  expect(next.rungAt()).toEqual(late)
  await next.pass(3_600_000, 8)
  expect(next.rungAt()).toEqual([...late, '2026-11-05T19:00'])
})

test('[RE11] the next run survives a restart, and registering the same recurrence at each start changes nothing', async () => {
  const first = await openTower('2026-11-02T12:00Z')
  await first.hang({ ...evening, missed: 'runOnce' })
  const next = await first.downFor(6 * 3_600_000)
  const journaled = next.memory.journal.length
  await next.hang({ ...evening, missed: 'runOnce' })
  expect(next.memory.journal.at(-1)?.changes).toEqual([])
  expect(next.memory.journal).toHaveLength(journaled + 1)
  await next.pass(3_600_000)
  expect(next.rungAt()).toEqual(['2026-11-02T19:00'])
})

test('[RE31] a recurrence that is registered at a start, before its missed run, still has that run', async () => {
  const first = await openTower('2026-11-02T12:00Z')
  const recurrence = { ...evening, missed: 'runOnce' }
  await first.hang(recurrence)
  first.hub.abandon()
  first.clock.pass(day)
  const next = await openTower('2026-11-02T12:00Z', first.memory, first.clock)
  await next.hang(recurrence)
  await next.pass(0)
  expect(next.rungAt()).toEqual(['2026-11-03T12:00'])
})

test('[RE12] a run that is refused is reported, and the next one takes place', async () => {
  const { hang: hangBell, pass, rungAt, faults } = await openTower('2026-11-02T12:00Z')
  await hangBell({ ...evening, isBroken: true })
  await pass(1_800_000, 15)
  expect([faults, rungAt()]).toEqual([[ring.name], []])
  await hangBell({ ...evening, rule: '0 21 * * *' })
  await pass(3_600_000, 24)
  expect(rungAt()).toEqual(['2026-11-02T20:00'])
})

test('[RE13] a cancelled recurrence does not run again, and one that cannot be read is a fault', async () => {
  const { hang: hangBell, dispatch, pass, rungAt, hub } = await openTower('2026-11-02T12:00Z')
  await hangBell(evening)
  await dispatch(ann, take.name, {})
  await pass(3_600_000, 24)
  expect([rungAt(), hub.read(timers, timerBucketOf('evening')).due]).toEqual([[], {}])
  expect(await hangBell({ ...evening, zone: 'Europe/Nowhere' })).toMatchObject({ code: 'failed' })
})

test('[RE14] a next run by older rules of a zone is computed again when the hub starts', async () => {
  const first = await openTower('2026-11-02T12:00Z')
  await first.hang(evening)
  for (const { changes } of first.memory.journal)
    for (const { patches } of changes)
      for (const { value } of patches as { value?: { due?: Record<string, { at: number }> } }[])
        for (const timer of Object.values(value?.due ?? {})) timer.at += 3_600_000
  const next = await first.downFor(0)
  await next.pass(3_600_000, 8)
  expect(next.rungAt()).toEqual(['2026-11-02T19:00'])
})

const recurrences = [
  { rule: '0 20 * * *', zone: 'Europe/Berlin' },
  { rule: '*/5 * * * *', zone: 'UTC' },
  { rule: '0 20 * * 0', zone: 'America/New_York' },
  { rule: '0 0 1 * *', zone: 'UTC' },
  // At the jump of a spring, and twice on a day of autumn.
  { rule: '30 2 29 3 *', zone: 'Europe/Berlin' },
  { rule: '30 2 25 10 *', zone: 'Europe/Berlin' },
]
const lapses = [
  { behindMs: 5_000, downMs: 3_000 },
  { behindMs: 3_600_000, downMs: 0 },
  { behindMs: 86_400_000, downMs: 3_000 },
]
// A clock that is behind by more than one run is another matter.
const isWithinOneRun = ({ rule, behindMs }: { readonly rule: string; readonly behindMs: number }) =>
  !rule.startsWith('*/5') || behindMs < 300_000
test.each(
  recurrences.flatMap((recurrence) => lapses.map((lapse) => ({ ...recurrence, ...lapse }))).filter(isWithinOneRun),
)(
  '[RE200] a run that took place does not take place again at a start with a clock that is $behindMs ms behind: $rule',
  async ({ behindMs, downMs, ...recurrence }) => {
    const firstAt = nextRun(recurrence, Date.parse('2026-01-02T12:00Z')) ?? 0
    const first = await openTower(new Date(firstAt - 60_000).toISOString())
    await first.hang({ ...recurrence, missed: 'runOnce' })
    await first.pass(60_000)
    expect(first.rungAt()).toHaveLength(1)
    first.clock.setWallBy(-behindMs)
    const next = await first.downFor(downMs)
    await next.pass(behindMs / 4 + 15_000, 4)
    expect(next.rungAt()).toHaveLength(1)
    next.clock.setWallBy((nextRun(recurrence, firstAt) ?? 0) - next.clock.now())
    await next.pass(5_000)
    expect(next.rungAt()).toHaveLength(2)
    expect(next.faults).toEqual([])
  },
)

test('[RE201] a run before its time, by a leader whose clock was ahead, is not made up for by the next leader', async () => {
  const first = await openTower('2026-11-02T18:59:50Z')
  await first.hang({ ...evening, missed: 'runOnce' })
  first.clock.setWallBy(10_000)
  await first.pass(5_000)
  first.clock.setWallBy(-10_000)
  const next = await first.downFor(0)
  await next.pass(3_600_000, 3)
  expect(next.rungAt()).toEqual(['2026-11-02T19:00'])
})

test('[RE202] a clock that was set forward by two years and back puts no run off by years', async () => {
  const first = await openTower('2026-11-02T12:00Z')
  await first.hang({ ...evening, missed: 'runOnce' })
  first.clock.setWallBy(730 * day)
  const ahead = await first.downFor(0)
  expect(ahead.rungAt()).toEqual(['2028-11-01T12:00'])
  ahead.clock.setWallBy(-730 * day)
  const next = await ahead.downFor(0)
  await next.pass(3_600_000, 8)
  expect(next.rungAt()).toEqual(['2028-11-01T12:00', '2026-11-02T19:00'])
})

test('[RE205] after a leader whose clock was half a day ahead, runs of every half hour go on at their pace, in the same process, too', async () => {
  const halfHourly = { rule: '*/30 * * * *', zone: 'UTC' }
  const first = await openTower('2026-11-02T12:10Z')
  await first.hang({ ...halfHourly, missed: 'runOnce' })
  first.clock.setWallBy(day / 2)
  const ahead = await first.downFor(0)
  await ahead.pass(1_800_000)
  expect(ahead.rungAt()).toEqual(['2026-11-03T00:10', '2026-11-03T00:30'])
  ahead.clock.setWallBy(-day / 2)
  await ahead.pass(300_000, 24)
  expect(ahead.rungAt().slice(2)).toEqual([
    '2026-11-02T13:00',
    '2026-11-02T13:30',
    '2026-11-02T14:00',
    '2026-11-02T14:30',
  ])
  ahead.clock.setWallBy(day / 2)
  await ahead.pass(1_800_000)
  ahead.clock.setWallBy(-day / 2)
  const next = await ahead.downFor(0)
  await next.pass(300_000, 24)
  expect(next.rungAt().slice(-4)).toEqual([
    '2026-11-02T15:30',
    '2026-11-02T16:00',
    '2026-11-02T16:30',
    '2026-11-02T17:00',
  ])
})

test('[RE203] a timer whose command the leader does not know stays, is reported once in a term, and runs at a leader that knows it', async () => {
  const first = await openTower('2026-11-02T12:00Z')
  await first.hang({ ...evening, missed: 'runOnce' })
  first.hub.abandon()
  first.clock.pass(day)
  const { memory, clock } = first
  const older = { ...tower, commands: tower.commands.filter(({ command }) => command.name !== ring.name) }
  const earlier = await openApp([older], { memory, clock })
  for (let hour = 0; hour < 5; hour += 1) {
    clock.pass(3_600_000)
    await earlier.hub.settled()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect([earlier.faults, String(earlier.thrown[0])]).toEqual([
    [ring.name],
    'Error: A timer is set for the command "bell.ring", which no feature of this release declares',
  ])
  earlier.hub.abandon()
  const next = await openTower('2026-11-02T12:00Z', memory, clock)
  await next.pass(0)
  expect(next.rungAt()).toEqual(['2026-11-03T17:00'])
  await next.pass(3_600_000, 3)
  expect([next.rungAt().at(-1), next.faults]).toEqual(['2026-11-03T19:00', []])
})

test('[MA3] timers that become known after the stop are not waited for: a leader whose term has ended leaves nothing that runs', () => {
  const clock = createTestClock()
  const ran: string[] = []
  const execute = async (name: string) => void ran.push(name)
  const own = createTimers({
    clock,
    registry: { commands: new Map([[ring.name, implement(ring, () => ({}))]]) },
    execute,
    onFault() {},
  })
  const due = { supper: { at: clock.now() + 1_000, command: 'bell.ring', input: {}, recurrence: null } }
  own.follow(`${timers.kind}/${timerBucketOf('supper')}`, { due })
  own.stop()
  own.follow(`${timers.kind}/${timerBucketOf('tea')}`, { due: { tea: due.supper } })
  expect(clock.waits()).toBe(0)
  clock.pass(60_000)
  expect(ran).toEqual([])
})
