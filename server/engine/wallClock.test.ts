import { expect, test } from 'vitest'
import { elevationLengthMs, endOf, idleLengthMs, isOpen } from '../../shared/features/session/session.ts'
import { createTestClock } from '../testing/clock.ts'
import { freshId, person } from '../testing/principals.ts'
import { purse } from '../testing/sampleFeature.ts'
import { createWallTimes, onWallTimeSet } from './clock.ts'
import { openClubhouse, word } from './testing/clubhouse.ts'

const minute = 60_000
const hour = 3_600_000
const jumps = [-2 * hour, -2 * minute, 2 * minute, 2 * hour]
const ann = person('ann')

test.each(jumps)(
  '[MC2] after the clock is set by %i ms, commands with ids of before and after it are done once',
  async (byMs) => {
    const { hub, clock, ask, faults } = await openClubhouse()
    const [early, late] = [freshId(clock.now()), freshId(clock.now())]
    const give = (id: typeof early) => ask(ann, 'sample.give', { to: 'bob', coins: 1 }, id)
    expect(await give(early)).toMatchObject({ ok: true })
    clock.setWallBy(byMs)
    clock.pass(20_000)
    for (const id of [early, late, early, late, freshId(clock.now())])
      expect(await give(id)).toMatchObject({ ok: true })
    clock.setWallBy(-byMs)
    clock.pass(20_000)
    for (const id of [early, late]) expect(await give(id)).toMatchObject({ ok: true })
    expect(hub.read(purse, 'bob').coins).toBe(103)
    clock.pass(2 * hour)
    expect(await give(freshId(clock.now() - 61 * minute))).toMatchObject({ code: 'badId' })
    expect(faults).toEqual([])
  },
)

test.each(jumps)('[MC3] a limit of attempts lasts a minute, even when the clock is set by %i ms', async (byMs) => {
  const { clock, ask } = await openClubhouse()
  const knock = (said: string) => ask(ann, 'clubhouse.knock', { word: said })
  for (let tries = 0; tries < 5; tries += 1) await knock('wrong')
  clock.setWallBy(byMs)
  clock.pass(minute - 1)
  expect(await knock(word)).toMatchObject({ code: 'tooManyGuesses' })
  clock.pass(1)
  expect(await knock(word)).toMatchObject({ ok: true })
})

test.each(jumps)(
  '[MC4] a timer runs once, at its wall time or within seconds, when the clock is set by %i ms',
  async (byMs) => {
    const { hub, clock, ask } = await openClubhouse()
    const settle = async () => {
      await hub.settled()
      await new Promise((resolve) => setImmediate(resolve))
      await hub.settled()
    }
    const coins = () => hub.read(purse, 'bob').coins
    const dueAt = clock.now() + hour
    await ask(ann, 'sample.giveLater', { to: 'bob', coins: 1, afterMs: hour })
    await settle()
    clock.setWallBy(byMs)
    clock.pass(10_000)
    await settle()
    expect(coins()).toBe(clock.now() >= dueAt ? 101 : 100)
    const left = Math.max(0, dueAt - clock.now())
    clock.pass(Math.max(0, left - 1))
    await settle()
    if (left > 0) expect(coins()).toBe(100)
    clock.pass(1)
    await settle()
    expect(coins()).toBe(101)
    clock.setWallBy(-byMs)
    clock.pass(5 * hour)
    await settle()
    expect(coins()).toBe(101)
  },
)

test.each(jumps)('[MC5] no session that is in use ends when the clock is set by %i ms', (byMs) => {
  const now = Date.UTC(2026, 5, 1)
  const session = { openedAt: now - hour, seenAt: now, endsAt: now + 30 * 24 * hour } as never
  expect(isOpen(session, now + byMs)).toBe(true)
  expect(endOf(session) - now).toBeGreaterThanOrEqual(Math.min(idleLengthMs, elevationLengthMs))
})

test('[MC6] a listener learns within five seconds that wall time was set, and is not called for drift', () => {
  const clock = createTestClock()
  const heard: number[] = []
  const stop = onWallTimeSet(clock, (byMs) => heard.push(byMs))
  return (async () => {
    for (const byMs of [...jumps, 400, -400]) {
      clock.setWallBy(byMs)
      clock.pass(5_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(heard).toEqual(jumps)
    stop()
    expect(clock.waits()).toBe(0)
  })()
})

test('[MC7] former wall times are remembered for as long as a command id lives, and a few at most', () => {
  const clock = createTestClock()
  const times = createWallTimes(clock, hour)
  const start = clock.now()
  times()
  clock.setWallBy(2 * hour)
  expect(times()).toEqual([start + 2 * hour, start])
  clock.pass(hour - 1)
  expect(times()).toHaveLength(2)
  clock.pass(1)
  expect(times()).toHaveLength(1)
  for (let set = 0; set < 50; set += 1) {
    clock.setWallBy(minute)
    times()
  }
  expect(times().length).toBeLessThan(10)
})
