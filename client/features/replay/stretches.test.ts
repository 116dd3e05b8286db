import { expect, test } from 'vitest'
import { createReplayPlayer } from './replayPlayer.ts'
import { gapsIn, nearestMoment, nextMoment, stretchAt, wholeOf } from './stretches.ts'
import { beganAt, record } from './testing/record.ts'
import { wantedMoment } from './wantedMoment.ts'

const stretches = [
  { from: 100, until: 200 },
  { from: 300, until: 400 },
]

test('[RS1] a moment lies in a stretch or in a gap', () => {
  expect(stretchAt(stretches, 200)).toEqual({ from: 100, until: 200 })
  expect(stretchAt(stretches, 201)).toBeUndefined()
  expect(wholeOf(stretches)).toEqual({ from: 100, until: 400 })
  expect(wholeOf([])).toBeNull()
})

test.each([
  [150, 150],
  [0, 100],
  [240, 200],
  [260, 300],
  [999, 400],
])('[RS2] whoever wants the moment %d gets %d', (wanted, given) => {
  expect(nearestMoment(stretches, wanted)).toBe(given)
})

test('[RS3] playing goes on after a gap, and ends after all', () => {
  expect(nextMoment(stretches, 250)).toBe(300)
  expect(nextMoment(stretches, 401)).toBeNull()
})

test('[RS4] what was not read is a gap, before, between and after', () => {
  expect(gapsIn(stretches, { from: 50, until: 450 })).toEqual([
    { from: 50, until: 100 },
    { from: 200, until: 300 },
    { from: 400, until: 450 },
  ])
  expect(gapsIn(stretches, { from: 150, until: 350 })).toEqual([{ from: 200, until: 300 }])
  expect(gapsIn([], { from: 1, until: 2 })).toEqual([{ from: 1, until: 2 }])
})

test('[RS5] segments are fetched from the moment on, ahead of it, and never beyond what there is', () => {
  const { segments } = record(29, 150)
  const until = segments.at(-1)?.until ?? 0
  const all = [{ from: beganAt, until }]
  const player = createReplayPlayer()
  const fetched: number[] = []
  const at = beganAt + 90_000
  for (let turn = 0; turn < 20; turn++) {
    const wanted = wantedMoment(player, all, at, 150_000)
    if (wanted === null) break
    const segment = segments.findLast(({ from, until: end }) => from <= wanted && wanted <= end)
    if (!segment) throw new Error('a moment was wanted that was never read')
    fetched.push(segments.indexOf(segment))
    player.add(segment)
  }
  expect(fetched).toEqual([1, 2, 3, 4])
  expect(wantedMoment(player, all, until + 1, 60_000)).toBeNull()
})

test('[RS6] at the beginning of a segment the one before it is fetched as well', () => {
  const { segments } = record(31, 80)
  const [, second] = segments
  if (!second) throw new Error('too few segments')
  const player = createReplayPlayer()
  player.add(second)
  const all = [{ from: beganAt, until: segments.at(-1)?.until ?? 0 }]
  expect(wantedMoment(player, all, second.from + 100, 1_000)).toBe(second.from - 1)
  expect(wantedMoment(player, all, second.from + 10_000, 1_000)).toBeNull()
})

test('[RS7] the last segment is asked for again when there is more of it', () => {
  const { segments } = record(37, 20)
  const [whole] = segments
  if (!whole) throw new Error('no segment')
  const player = createReplayPlayer()
  player.add({ ...whole, steps: whole.steps.slice(0, 5), until: whole.steps[4]?.at ?? 0 })
  const wanted = wantedMoment(player, [{ from: beganAt, until: whole.until }], beganAt, 20_000)
  expect(wanted).toBe((whole.steps[4]?.at ?? 0) + 1)
})
