import { expect, test } from 'vitest'
import { timeOf } from '../../ui/durations.ts'
import { fullSpan, gapsIn, momentAfterKey, nearestMoment, nextMoment, spanAt, spanSummary } from './recordedSpans.ts'
import { nextFetchAt } from './replayDriver.ts'
import { createReplayPlayer } from './replayPlayer.ts'
import { beganAt, record } from './testing/record.ts'

const spans = [
  { from: 100, until: 200 },
  { from: 300, until: 400 },
]

test('[RS9] a moment lies in a span or in a gap', () => {
  expect(spanAt(spans, 200)).toEqual({ from: 100, until: 200 })
  expect(spanAt(spans, 201)).toBeUndefined()
  expect(fullSpan(spans)).toEqual({ from: 100, until: 400 })
  expect(fullSpan([])).toBeNull()
})

test.each([
  [150, 150],
  [0, 100],
  [240, 200],
  [260, 300],
  [999, 400],
])('[RS10] the recorded moment nearest to %d is %d', (wanted, given) => {
  expect(nearestMoment(spans, wanted)).toBe(given)
})

test('[RS11] playing continues after a gap and ends after the last span', () => {
  expect(nextMoment(spans, 250)).toBe(300)
  expect(nextMoment(spans, 401)).toBeNull()
})

test('[RS12] time without readings is a gap: before, between and after the spans', () => {
  expect(gapsIn(spans, { from: 50, until: 450 })).toEqual([
    { from: 50, until: 100 },
    { from: 200, until: 300 },
    { from: 400, until: 450 },
  ])
  expect(gapsIn(spans, { from: 150, until: 350 })).toEqual([{ from: 200, until: 300 }])
  expect(gapsIn([], { from: 1, until: 2 })).toEqual([{ from: 1, until: 2 }])
})

test('[RS13] segments are fetched ahead of the shown moment, and none beyond the span', () => {
  const { segments } = record(29, 150)
  const until = segments.at(-1)?.until ?? 0
  const all = [{ from: beganAt, until }]
  const player = createReplayPlayer()
  const fetched: number[] = []
  const at = beganAt + 90_000
  for (let turn = 0; turn < 20; turn++) {
    const wanted = nextFetchAt(player, all, at, 150_000)
    if (wanted === null) break
    const segment = segments.findLast(({ from, until: end }) => from <= wanted && wanted <= end)
    if (!segment) throw new Error('a moment was wanted that was never read')
    fetched.push(segments.indexOf(segment))
    player.add(segment)
  }
  expect(fetched).toEqual([1, 2, 3, 4])
  expect(nextFetchAt(player, all, until + 1, 60_000)).toBeNull()
})

test('[RS14] at the beginning of a segment the previous one is fetched as well', () => {
  const { segments } = record(31, 80)
  const [, second] = segments
  if (!second) throw new Error('too few segments')
  const player = createReplayPlayer()
  player.add(second)
  const all = [{ from: beganAt, until: segments.at(-1)?.until ?? 0 }]
  expect(nextFetchAt(player, all, second.from + 100, 1_000)).toBe(second.from - 1)
  expect(nextFetchAt(player, all, second.from + 10_000, 1_000)).toBeNull()
})

test('[RS15] the last segment is fetched again when it has grown', () => {
  const { segments } = record(37, 20)
  const [whole] = segments
  if (!whole) throw new Error('no segment')
  const player = createReplayPlayer()
  player.add({ ...whole, steps: whole.steps.slice(0, 5), until: whole.steps[4]?.at ?? 0 })
  const wanted = nextFetchAt(player, [{ from: beganAt, until: whole.until }], beganAt, 20_000)
  expect(wanted).toBe((whole.steps[4]?.at ?? 0) + 1)
})

const spansWithGap = [
  { from: 0, until: 100_000 },
  { from: 200_000, until: 300_000 },
]
const whole = { from: 0, until: 300_000 }

test.each([
  ['ArrowRight', 50_000, 52_000],
  ['ArrowLeft', 50_000, 48_000],
  ['PageUp', 10_000, 70_000],
  ['PageDown', 290_000, 230_000],
  ['Home', 250_000, 0],
  ['End', 250_000, 300_000],
  ['ArrowLeft', 1_000, 0],
  ['ArrowRight', 299_500, 300_000],
])('[MK4] %s at %d leads to %d', (key, at, to) => {
  expect(momentAfterKey(at, key, whole, spansWithGap)).toBe(to)
})

test.each([
  ['ArrowRight', 99_000, 200_000],
  ['PageUp', 60_000, 200_000],
  ['ArrowLeft', 200_500, 100_000],
  ['PageDown', 240_000, 100_000],
])('[MK5] %s at %d skips the gap to %d', (key, at, to) => {
  expect(momentAfterKey(at, key, whole, spansWithGap)).toBe(to)
})

test('[MK6] other keys have no effect', () => {
  expect(momentAfterKey(1, 'a', whole, spansWithGap)).toBeNull()
  expect(momentAfterKey(1, 'toString', whole, spansWithGap)).toBeNull()
})

const minute = 60_000
const now = 1_700_000_000_000
const window = { from: now - 60 * minute, until: now }

test('[SW10] a complete hour is summarised as complete', () => {
  expect(spanSummary([{ from: now - 61 * minute, until: now - 2_000 }], window, null)).toBe('Kept: the last 1 h.')
})

test('[SW11] a shorter span is summarised with its start, and the reason if the hub gives one', () => {
  const from = now - 12 * minute
  expect(spanSummary([{ from, until: now }], window, 'The disk was full.')).toBe(
    `Kept from ${timeOf(from)} on: 12 min of the last 1 h. The disk was full.`,
  )
})

test('[SW12] gaps are counted, without the time in the future', () => {
  const spans = [
    { from: now - 70 * minute, until: now - 50 * minute },
    { from: now - 40 * minute, until: now - 30 * minute },
    { from: now - 20 * minute, until: now - 5 * minute },
  ]
  expect(spanSummary(spans, window, null)).toBe('Kept: the last 1 h. 2 gaps are hatched: no data from the game.')
  expect(spanSummary([], window, null)).toBe('Nothing is recorded.')
})
