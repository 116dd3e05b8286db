import { beforeEach, expect, test } from 'vitest'
import type { ReplaySegment } from '../../../shared/features/replay/queries.ts'
import { createReplayClock } from './replayClock.ts'
import { createReplayDriver } from './replayDriver.ts'
import type { ShownReading } from './replayPlayer.ts'
import { beganAt, record } from './testing/record.ts'

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
let real = 0
beforeEach(() => {
  real = 0
})

function playing(segments: readonly ReplaySegment[], begin = beganAt) {
  const clock = createReplayClock(begin, () => real)
  const shown: (ShownReading | null)[] = []
  const troubles: (string | null)[] = []
  const asked: number[] = []
  let why: string | null = null
  const driver = createReplayDriver({
    clock,
    now: () => real,
    onShown: (next) => shown.push(next),
    onProblem: (trouble) => troubles.push(trouble),
    async fetchSegment(at) {
      asked.push(at)
      if (why) return { why }
      const all = [...segments].reverse()
      const held = all.find(({ from, until }) => from <= at && at <= until)
      return { segment: held ?? segments.find(({ from }) => from > at) ?? null }
    },
  })
  return {
    clock,
    driver,
    shown,
    troubles,
    asked,
    fail: (reason: string | null) => {
      why = reason
    },
    /** Advances real time in ticks of 100 ms. */
    async pass(ms: number) {
      for (let passed = 0; passed < ms; passed += 100) {
        real += 100
        driver.tick()
        await settled()
      }
    },
  }
}

test('[RD8] after a seek the moment is fetched and shown while paused', async () => {
  const { segments, witnessed } = record(41, 40)
  const { driver, shown, pass, clock } = playing(segments, (witnessed[10]?.at ?? 0) + 300)
  driver.setSpans([{ from: beganAt, until: witnessed.at(-1)?.at ?? 0 }])
  await pass(300)
  expect(shown.at(-1)?.reading.at).toBe(witnessed[10]?.at)
  await pass(5_000)
  expect(clock.at()).toBe((witnessed[10]?.at ?? 0) + 300)
})

test.each([1, 10, 60] as const)('[RD9] at %i times every reading is shown when due, across segments', async (speed) => {
  const { segments, witnessed } = record(43, 100)
  const until = witnessed.at(-1)?.at ?? 0
  const { driver, shown, clock, pass } = playing(segments)
  driver.setSpans([{ from: beganAt, until }])
  clock.setSpeed(speed)
  clock.play()
  await pass(90_000 / speed)
  const last = shown.at(-1)
  expect(last?.reading.at).toBe(witnessed.findLast(({ at }) => at <= clock.at())?.at)
  expect(clock.at()).toBeGreaterThan(beganAt + 85_000)
})

test('[RD10] playing skips a gap and pauses at the end', async () => {
  const { segments, witnessed } = record(47, 20, [9])
  const [before, after, end] = [9, 10, 19].map((index) => witnessed[index]?.at ?? 0) as [number, number, number]
  const { driver, clock, pass } = playing(segments, before - 1_000)
  driver.setSpans([
    { from: beganAt, until: before },
    { from: after, until: end },
  ])
  clock.play()
  await pass(9_000)
  expect(clock.at()).toBeGreaterThanOrEqual(after)
  clock.setSpeed(60)
  await pass(3_000)
  expect(clock.isPlaying()).toBe(false)
  expect(clock.at()).toBe(end)
})

test('[RD11] after a failed fetch time stops, the reason is reported, and the next attempt waits', async () => {
  const { segments, witnessed } = record(53, 20)
  const { driver, clock, pass, fail, troubles, asked } = playing(segments)
  driver.setSpans([{ from: beganAt, until: witnessed.at(-1)?.at ?? 0 }])
  fail('no connection')
  clock.play()
  await pass(1_900)
  expect(asked.length).toBe(1)
  expect(troubles.at(-1)).toBe('no connection')
  expect(clock.at()).toBeLessThan(beganAt + 500)
  fail(null)
  await pass(3_000)
  expect(troubles.at(-1)).toBeNull()
  expect(clock.at()).toBeGreaterThan(beganAt + 500)
})

test('[RD12] an unreadable segment is reported and skipped', async () => {
  const { segments, witnessed } = record(61, 60)
  const [first, second] = segments
  if (!first || !second) throw new Error('too few segments')
  const { driver, clock, pass, troubles, shown } = playing([{ ...first, key: 'AAAA' }, ...segments.slice(1)])
  driver.setSpans([{ from: beganAt, until: witnessed.at(-1)?.at ?? 0 }])
  await pass(500)
  expect(troubles).toEqual(["The recording of this minute can't be read."])
  expect(shown.every((one) => one === null)).toBe(true)
  clock.play()
  await pass(3_000)
  expect(troubles.at(-1)).toBeNull()
  expect(clock.at()).toBeGreaterThan(second.from)
  expect(shown.at(-1)?.reading.at).toBeGreaterThanOrEqual(second.from)
})

test('[RD13] nothing is fetched in a gap', async () => {
  const { segments } = record(59, 20)
  const { asked, pass, clock, shown } = playing(segments)
  clock.play()
  await pass(500)
  expect(asked).toEqual([])
  expect(shown.filter((one) => one !== null)).toEqual([])
})
