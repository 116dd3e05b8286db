import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReplaySegment } from '../../../shared/features/replay/queries.ts'
import { createTracks, type Tracks } from '../../map/tracks.ts'
import { createReplayPlayer, type ShownReading } from './replayPlayer.ts'
import { beganAt, everyMs, record } from './testing/record.ts'
import { feedTracks } from './useReplay.ts'

const playerWith = (segments: readonly ReplaySegment[]) => {
  const player = createReplayPlayer()
  for (const segment of segments) player.add(segment)
  return player
}
const tracksFor = (shown: ShownReading): Tracks => {
  const tracks = createTracks({ metresPerUnit: 2.7, reducedMotion: false })
  feedTracks(tracks, shown)
  return tracks
}
const first = <Thing>(things: readonly Thing[]) => things[0] as Thing

test('[RY1] at every moment the replay shows what a live page held', { tags: 'slow' }, () => {
  const { segments, witnessed } = record(7, 100)
  const player = playerWith(segments)
  for (const { at, players, places } of witnessed) {
    const shown = player.show(at)
    expect(shown?.reading.at).toBe(at)
    expect(shown?.reading.players).toEqual(players)
    expect(shown?.reading.places).toEqual(places)
  }
})

test('[RY2] playing to a moment equals seeking to it, in any order of moments', { tags: 'slow' }, () => {
  const { segments, witnessed } = record(11, 90, [40])
  const last = witnessed.at(-1)?.at ?? 0
  const moment = fc.integer({ min: beganAt - 5_000, max: last + 9_000 })
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 8 }), moment, (visited, at) => {
      const travelled = playerWith(segments)
      for (const other of visited) travelled.show(other)
      expect(travelled.show(at)).toEqual(playerWith(segments).show(at))
    }),
    { numRuns: 60 },
  )
})

test('[RY3] between two readings animals move from one to the other, even across segments', () => {
  const { segments, witnessed } = record(3, 70)
  const player = playerWith(segments)
  expect(segments.length).toBeGreaterThan(2)
  for (const [index, { at, places }] of witnessed.entries()) {
    const shown = player.show(at)
    if (!shown) throw new Error('nothing is shown')
    const before = witnessed[index - 1]
    expect(shown.before?.at).toBe(before?.at)
    const tracks = tracksFor(shown)
    for (const [slot, { x, y }] of places) {
      expect(tracks.poseAt(slot, at + everyMs)).toMatchObject({ x, y })
      const came = before?.places.get(slot)
      if (came && Math.hypot(came.x - x, came.y - y) < 30)
        expect(tracks.poseAt(slot, at + everyMs / 2)?.x).toBeCloseTo((came.x + x) / 2)
    }
  }
})

test('[RY4] animals do not move across a gap, and in a gap nothing is shown', () => {
  const { segments, witnessed } = record(5, 20, [9])
  const player = playerWith(segments)
  const [before, after] = [witnessed[9]?.at ?? 0, witnessed[10]?.at ?? 0]
  expect(player.show(before + everyMs)).not.toBeNull()
  expect(player.show(before + 4 * everyMs)).toBeNull()
  expect(player.show(after - 1)).toBeNull()
  const shown = player.show(after)
  expect(shown?.before).toBeNull()
  const tracks = tracksFor(shown as ShownReading)
  for (const [slot, { x, y }] of witnessed[10]?.places ?? []) expect(tracks.poseAt(slot, after)).toMatchObject({ x, y })
})

test('[RY11] animals do not move across a gap within a segment', () => {
  const { segments, witnessed } = record(6, 12)
  const late = structuredClone(first(segments))
  for (const step of late.steps.slice(4)) step.at += 30_000
  late.until += 30_000
  const player = playerWith([late])
  const [came, gone] = [late.steps[4]?.at ?? 0, late.steps[3]?.at ?? 0]
  expect(player.show(gone)?.before).not.toBeNull()
  expect(player.show(came)?.before).toBeNull()
  expect(player.show(came)?.reading.places).toEqual(witnessed[5]?.places)
  expect(player.show(late.steps[5]?.at ?? 0)?.before).not.toBeNull()
})

test('[RY12] while the game is read less often, animals still move from one reading to the next', () => {
  const { segments } = record(8, 12)
  const slow = structuredClone(first(segments))
  for (const [index, step] of slow.steps.entries()) step.at = slow.from + (index + 1) * 10_000
  slow.steps[0]?.patches.push({ op: 'replace', path: ['everyMs'], value: 10_000 })
  slow.until = slow.steps.at(-1)?.at ?? 0
  const shown = playerWith([slow]).show(slow.from + 20_000)
  expect(shown?.before?.at).toBe(slow.from + 10_000)
  const tracks = tracksFor(shown as ShownReading)
  const walker = [...(shown?.reading.places ?? [])].find(([slot, { x }]) => {
    const way = x - (shown?.before?.places.get(slot)?.x ?? x)
    return way !== 0 && Math.abs(way) < 30
  })
  if (!walker) throw new Error('no player walked')
  const [slot, { x }] = walker
  const from = shown?.before?.places.get(slot)?.x ?? 0
  expect(tracks.poseAt(slot, slow.from + 25_000)?.x).toBeCloseTo((from + x) / 2)
})

test('[RY5] a teleported animal is at its new place at once', () => {
  const { segments } = record(2, 3)
  const shown = playerWith(segments).show((segments[0]?.steps[0]?.at ?? 0) + 1) as ShownReading
  const [slot, fix] = first([...(shown.before?.places ?? [])])
  const moved = { ...shown, reading: { ...shown.reading, places: new Map([[slot, { ...fix, x: fix.x + 900 }]]) } }
  expect(tracksFor(moved).poseAt(slot, shown.reading.at)?.x).toBe(fix.x + 900)
})

test('[RY6] an unreadable frame ends its segment with the time reported; earlier readings are shown', () => {
  const { segments, witnessed } = record(13, 20)
  const broken = structuredClone(first(segments))
  const damaged = broken.steps[4]
  if (!damaged) throw new Error('the segment is too short')
  damaged.frame = '%%%'
  const player = playerWith([broken])
  const shown = player.show(broken.until)
  expect(shown?.brokenAt).toBe(damaged.at)
  expect(shown?.reading.places).toEqual(witnessed[4]?.places)
  expect(player.show(witnessed[2]?.at ?? 0)?.reading.places).toEqual(witnessed[2]?.places)
})

test('[RY7] a segment with an unreadable key frame shows nothing', () => {
  const { segments } = record(13, 5)
  expect(playerWith([{ ...first(segments), key: 'AAAA' }]).show(beganAt)).toBeNull()
})

test('[RY8] a patch that does not apply ends the segment like an unreadable frame', () => {
  const { segments } = record(17, 8)
  const broken = structuredClone(first(segments))
  broken.steps[2]?.patches.push({ op: 'replace', path: ['players', 'noPlayers', 'animal', 'growth'], value: 3 })
  expect(playerWith([broken]).show(broken.until)?.brokenAt).toBe(broken.steps[2]?.at)
})

test('[RY9] of two segments with the same start the newer is kept', () => {
  const { segments } = record(19, 20)
  const whole = first(segments)
  const young = { ...whole, steps: whole.steps.slice(0, 3), until: whole.steps[2]?.at ?? 0 }
  const player = playerWith([young])
  expect(player.show(whole.until)).toBeNull()
  player.add(whole)
  expect(player.show(whole.until)?.reading.at).toBe(whole.until)
})

test('[RY10] at most a dozen segments are kept, those nearest to the last added one', { tags: 'slow' }, () => {
  const { segments } = record(23, 600)
  const player = playerWith(segments)
  const held = segments.filter(({ from }) => player.holding(from)?.from === from)
  expect(held).toEqual(segments.slice(-12))
})
