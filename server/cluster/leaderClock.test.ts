import { expect, test } from 'vitest'
import { clockReading } from '../../shared/protocol/clockReading.ts'
import { onWallTimeSet } from '../engine/clock.ts'
import { implementQuery } from '../engine/feature.ts'
import { createTestClock } from '../testing/clock.ts'
import { freshId } from '../testing/principals.ts'
import { purse, sampleFeatures } from '../testing/sampleFeature.ts'
import { createLeaderClock } from './leaderClock.ts'
import { openCluster, userInSession } from './testing/openCluster.ts'

const minute = 60_000

/** A clock of a node, and heartbeats of its leader, whose clock the test sets. */
function follow(aheadMs: number) {
  const clock = createTestClock()
  const warnings: string[] = []
  const leaderClock = createLeaderClock({ clock, onClockApart: (why) => void warnings.push(why) })
  const leader = { name: 'a', aheadMs, delayMs: 0 }
  const beat = (delayMs = leader.delayMs) => leaderClock.note(leader.name, clock.now() + leader.aheadMs - delayMs)
  return {
    ...leaderClock,
    own: clock,
    leader,
    warnings,
    beat,
    off: () => leaderClock.clock.now() - clock.now(),
    pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        clock.pass(1_000)
        beat()
        leaderClock.tick()
      }
    },
  }
}

test('[LK200] the time of the hub is that of the leader, and that of the node where the two are less than a second apart', () => {
  for (const [aheadMs, off] of [
    [900, 0],
    [-900, 0],
    [6 * minute, 6 * minute],
    [-6 * minute, -6 * minute],
  ] as const) {
    const node = follow(aheadMs)
    node.pass(3)
    expect(node.off()).toBe(off)
  }
})

test('[LK201] heartbeats that are late, as after the process was stopped, move no time and are not reported', () => {
  const node = follow(0)
  node.pass(10)
  node.leader.delayMs = 900
  node.pass(10)
  for (let late = 40; late > 0; late -= 1) node.beat(late * 1_000)
  node.beat(10)
  node.tick()
  expect([node.off(), node.warnings]).toEqual([0, []])
})

test('[LK202] a clock that is set, of the leader or of the node, counts within seconds; a new leader counts at once', () => {
  const node = follow(0)
  node.pass(10)
  for (const set of [
    () => {
      node.leader.aheadMs += 10 * minute
    },
    () => {
      node.leader.aheadMs -= 15 * minute
    },
    () => {
      node.own.setWallBy(7 * minute)
      node.leader.aheadMs -= 7 * minute
    },
  ]) {
    set()
    node.pass(6)
    expect(node.off()).toBe(node.leader.aheadMs)
  }
  Object.assign(node.leader, { name: 'b', aheadMs: 2 * minute })
  node.beat()
  expect(node.off()).toBe(2 * minute)
  node.lead()
  expect(node.off()).toBe(0)
})

test('[LK203] from 30 seconds on, the difference is reported once, with what to do, and again once it comes back', () => {
  const node = follow(-29_000)
  node.pass(10)
  expect([node.why(), node.warnings]).toEqual([null, []])
  node.leader.aheadMs = -31_000
  node.pass(20)
  const text =
    'The clock of this node is 31 s ahead of the clock of the leader (a). Set the clocks of all nodes, for example with NTP. Until then this node shows users the time of the leader.'
  expect([node.why(), node.warnings]).toEqual([text, [text]])
  node.leader.aheadMs = 0
  node.pass(10)
  expect(node.why()).toBeNull()
  node.leader.aheadMs = minute
  node.pass(10)
  expect(node.warnings.slice(1)).toEqual([text.replace('31 s ahead of', '60 s behind')])
})

test('[LK204] under a leader of the release before, which does not say its time, the clock of the node counts', () => {
  const node = follow(10 * minute)
  node.pass(5)
  node.note('old', undefined)
  node.tick()
  expect([node.off(), node.why()]).toEqual([0, null])
})

const withClockReading = [
  ...sampleFeatures,
  {
    name: 'reading',
    documents: [],
    commands: [],
    queries: [implementQuery(clockReading, ({ now }) => ({ now }))],
  },
]

test('[LK205] pages of a node whose clock is six minutes ahead get the time of the leader, so that their commands are done', async () => {
  const { open, pass, until, clock, warnings, faults } = openCluster({ features: withClockReading })
  const a = await open('a')
  await pass(2_000)
  const b = await open('b', 6 * minute)
  await pass(2_000)
  expect(b.node.clock.now()).toBe(clock.now())
  const asked = await until(b.hub.query(userInSession('ann'), { name: clockReading.name, input: {} }))
  expect(asked).toMatchObject({ output: { now: clock.now() } })
  expect(await until(b.give('ann', 'bob', 1, freshId(b.node.clock.now())))).toMatchObject({ ok: true })
  await pass(30_000)
  expect(a.node.state().clock).toEqual({ aheadMs: 0, why: null })
  expect(b.node.state()).toMatchObject({ isReady: true, clock: { aheadMs: 6 * minute } })
  expect(b.node.state().clock.why).toContain('360 s ahead of the clock of the leader (a)')
  expect([warnings.length, faults]).toEqual([1, []])
})

test('[LK206] a leader whose clock is behind the one before does commands that pages have named by the former time, once', async () => {
  const { open, pass, until, clock } = openCluster()
  const a = await open('a')
  await pass(2_000)
  const b = await open('b', -20 * minute)
  await pass(2_000)
  const set: number[] = []
  const stop = onWallTimeSet(b.node.clock, (byMs) => set.push(byMs))
  const [early, late] = [freshId(clock.now()), freshId(clock.now())]
  expect(await until(a.give('ann', 'bob', 1, early))).toMatchObject({ ok: true })
  await until(a.node.close())
  await pass(10_000)
  expect([b.node.role(), b.node.clock.now()]).toEqual(['leader', clock.now() - 20 * minute])
  for (const id of [early, late, late, freshId(b.node.clock.now())])
    expect(await until(b.give('ann', 'bob', 1, id))).toMatchObject({ ok: true })
  expect(b.hub.read(purse, 'bob').coins).toBe(103)
  // Pages are greeted with the new time.
  expect(set).toEqual([-20 * minute])
  stop()
})
