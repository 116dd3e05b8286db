import { expect, test } from 'vitest'
import { createPlayback, createSegmentBuffer } from './segments.ts'
import { createRecordedGame, noCompression, playSegment, type SeenReading } from './testing/recordedGame.ts'

const minute = 60_000
const hour = 60 * minute
const start = Date.UTC(2026, 0, 1)

function open({ keptMs = hour, mostBytes = 64 * 1024 * 1024, animals = 12, seed = 3 } = {}) {
  const clock = { now: start }
  const buffer = createSegmentBuffer({ keptMs, mostBytes, compression: noCompression, now: () => clock.now })
  const playback = createPlayback(buffer)
  const show = createRecordedGame({ buffer, animals, seed })
  /** Readings with these intervals in ms. */
  const read = (...steps: number[]) => {
    for (const step of steps) {
      clock.now += step
      show.read(clock.now)
    }
  }
  const readFor = (ms: number, everyMs = 2_000) => read(...Array.from({ length: ms / everyMs }, () => everyMs))
  /** All segments in order, as a page reads them. */
  const segments = () => {
    const found: ReturnType<typeof playSegment>[] = []
    let next = playback.find(0)
    while (next) {
      found.push(playSegment(next.text()))
      next = playback.find(next.until + 1)
    }
    return found
  }
  return { clock, buffer, playback, show, read, readFor, segments }
}

const sightAt = (seen: readonly SeenReading[], at: number) => seen.find((sight) => sight.at === at)
const withoutFrame = (sight: SeenReading | undefined) => {
  if (!sight) return undefined
  const { frame: _frame, ...rest } = sight
  return rest
}

function expectSame(played: ReturnType<typeof playSegment>[], seen: readonly SeenReading[]) {
  for (const { start: first, sights } of played) {
    expect(first).toEqual(withoutFrame(sightAt(seen, first.at)))
    for (const sight of sights) expect(sight).toEqual(sightAt(seen, sight.at))
  }
}

test('[RP1] the replay equals what was shown live: the same rosters, positions and bytes in every step', () => {
  const { show, readFor, segments } = open()
  readFor(10 * minute)
  const played = segments()
  expectSame(played, show.seen)
  const times = played.flatMap(({ start: first, sights }, at) => [
    ...(at === 0 ? [first.at] : []),
    ...sights.map((sight) => sight.at),
  ])
  expect(times).toEqual(show.seen.map(({ at }) => at))
})

test('[RP2] a segment lasts a minute at most and begins where the one before ends', () => {
  const { readFor, segments } = open()
  readFor(5 * minute + 20_000)
  const played = segments().map(({ segment }) => segment)
  for (const { from, until } of played) expect(until - from).toBeLessThanOrEqual(minute)
  expect(played.slice(1).map(({ from }) => from)).toEqual(played.slice(0, -1).map(({ until }) => until))
  expect(played.length).toBe(6)
})

test('[RP3] the comparison finds a recorder that missed a part of a reading', () => {
  for (const hides of [{ patches: true }, { frame: true }]) {
    const { clock, show, read, segments } = open()
    read(0, 2_000, 2_000)
    clock.now += 2_000
    show.read(clock.now, 2_000, hides)
    read(2_000, 2_000)
    expect(() => expectSame(segments(), show.seen)).toThrow()
  }
})

test('[RP4] where the game was not read there is a gap, and the segment after it plays alone', () => {
  const { show, read, readFor, segments, playback } = open()
  readFor(90_000)
  read(30_000)
  readFor(90_000)
  const spans = playback.spans()
  expect(spans.map(({ from, until }) => [from - start, until - start])).toEqual([
    [2_000, 90_000],
    [120_000, 210_000],
  ])
  expectSame(segments(), show.seen)
  expect(playback.find(start + 100_000)?.from).toBe(start + 120_000)
})

test('[RP5] a late reading, or a rare one while nothing is watched, is not a gap', () => {
  const { clock, show, read, playback, segments } = open()
  read(0, 2_000, 6_000, 2_000)
  for (const everyMs of [10_000, 10_000, 10_000, 2_000]) {
    clock.now += 10_000
    show.read(clock.now, everyMs)
  }
  read(2_000)
  expect(playback.spans()).toHaveLength(1)
  expectSame(segments(), show.seen)
})

test('[RP6] a clock that is set back begins a new span', () => {
  const { show, read, readFor, segments } = open()
  readFor(minute)
  read(-30_500)
  readFor(minute)
  for (const { segment } of segments()) {
    const times = [segment.from, ...segment.steps.map(({ at }) => at)]
    expect(times).toEqual([...times].sort((a, b) => a - b))
  }
  expectSame(segments(), show.seen)
})

test('[RP7] segments older than the limit are removed, and nothing is reported as missing', () => {
  const { clock, readFor, playback } = open({ keptMs: 5 * minute })
  readFor(20 * minute)
  const [first] = playback.spans()
  expect(first?.from).toBeGreaterThanOrEqual(clock.now - 6 * minute)
  expect(first?.from).toBeLessThanOrEqual(clock.now - 5 * minute)
  expect(playback.truncated()).toBeNull()
  clock.now += hour
  expect(playback.spans()).toEqual([])
})

test('[RP8] beyond the byte limit the oldest segments are removed, which is reported until their time is over', () => {
  const mostBytes = 400 * 1024
  const { clock, show, readFor, playback, buffer, segments } = open({ mostBytes, animals: 40 })
  readFor(10 * minute)
  expect(buffer.bytes()).toBeLessThanOrEqual(mostBytes)
  const [first] = playback.spans()
  expect(first?.until).toBe(clock.now)
  expect(first?.from).toBeGreaterThan(start + minute)
  expect(playback.truncated()).toContain('oldest part was dropped')
  expectSame(segments(), show.seen)
  clock.now += hour
  expect(playback.truncated()).toBeNull()
})

test('[RP9] a segment of many changes is shorter, so that its answer stays small', () => {
  const { show, readFor, segments, playback } = open({ animals: 400 })
  readFor(36_000)
  for (let found = playback.find(0); found; found = playback.find(found.until + 1))
    expect(found.text().length).toBeLessThan(512 * 1024)
  expect(segments().length).toBeGreaterThan(1)
  expectSame(segments(), show.seen)
})

test('[RP10] a time is found in its segment; in a gap, in the first one after it; after the last, not at all', () => {
  const { clock, read, readFor, playback } = open()
  expect(playback.find(start)).toBeNull()
  readFor(3 * minute)
  read(minute)
  readFor(minute)
  expect(playback.find(0)?.from).toBe(start + 2_000)
  const met = playback.find(start + 62_000)
  expect(met?.from).toBe(start + 62_000)
  expect(playback.find(start + 200_000)?.from).toBe(start + 240_000)
  expect(playback.find(clock.now)?.until).toBe(clock.now)
  expect(playback.find(clock.now + 1)).toBeNull()
})

test('[RP11] after an error during a reading the replay continues with a new segment', () => {
  const { clock, buffer, show, read, segments } = open()
  read(0, 2_000)
  clock.now += 2_000
  const broken = buffer.open()
  if (broken)
    Object.assign(broken, {
      add: () => {
        throw new Error('a fault')
      },
    })
  expect(() => show.read(clock.now)).toThrow('a fault')
  read(2_000, 2_000)
  expect(segments()).toHaveLength(2)
  expectSame(segments(), show.seen)
})

test('[RP12] with the replay off nothing is kept, and the answer says so', () => {
  const { readFor, playback } = open({ keptMs: 0 })
  readFor(2 * minute)
  expect(playback.spans()).toEqual([])
  expect(playback.find(0)).toBeNull()
  expect(playback.truncated()).toContain('REPLAY_MINUTES=0')
})

test('[RP13] for random readings, the playable part equals what was shown', () => {
  for (let seed = 1; seed <= 12; seed++) {
    const { show, read, segments, playback, clock } = open({ seed, animals: 1 + (seed % 9), keptMs: 10 * minute })
    let state = seed
    const dice = () => {
      state = (state * 48_271) % 2_147_483_647
      return state % 100
    }
    for (let reading = 0; reading < 200; reading++) {
      const chance = dice()
      read(chance < 4 ? 45_000 : chance < 10 ? 5_500 : 2_000)
    }
    const played = segments()
    expectSame(played, show.seen)
    const shown = show.seen.filter(({ at }) => at >= clock.now - 10 * minute).length
    expect(played.reduce((sum, { sights }) => sum + sights.length + 1, 0)).toBeGreaterThanOrEqual(shown)
    expect(playback.truncated()).toBeNull()
  }
})
