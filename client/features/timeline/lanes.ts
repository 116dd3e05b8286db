import type { TimeSpan } from '../../../shared/features/replay/queries.ts'
import type { TimelineEntry, TimelineKind } from '../../../shared/features/timeline/queries.ts'

interface LaneWords {
  readonly name: string
  /** One entry of it, for screen readers. */
  readonly one: string
  /** A drawing of 16 px, so that no lane rests on its colour alone. */
  readonly drawing: string
}

export const laneWords: Readonly<Record<TimelineKind, LaneWords>> = {
  kills: { name: 'Kills', one: 'Kill', drawing: 'M3 3l10 10M13 3L3 13' },
  chat: { name: 'Chat', one: 'Chat', drawing: 'M2 3h12v8H7l-3 3v-3H2z' },
  visits: { name: 'Joins and leaves', one: 'Visit', drawing: 'M6 2h7v12H6M2 8h7M6.500 5.500L9 8l-2.500 2.500' },
  staff: { name: 'Staff', one: 'Staff', drawing: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z' },
  bans: { name: 'Bans', one: 'Ban', drawing: 'M8 2a6 6 0 1 0 .010 0M4 4l8 8' },
  teleports: { name: 'Teleports', one: 'Teleport', drawing: 'M2 8h9M8 4l4 4-4 4M14 3v10' },
  redemptions: {
    name: 'Redemptions',
    one: 'Redemption',
    drawing: 'M2 6h12v8H2zM8 6v8M8 6C5 6 4 2 6.500 2 8 2 8 6 8 6s0-4 1.500-4C12 2 11 6 8 6',
  },
  money: { name: 'Money', one: 'Money', drawing: 'M8 2a6 6 0 1 0 .010 0M8 5v6M6 6.500h3.500M6 9.500h4' },
  warnings: { name: 'Warnings', one: 'Warning', drawing: 'M8 2l6.500 12h-13zM8 6.500v3.500M8 12v.300' },
}

/** One mark of a lane: the entries that lie too close together to be told apart. */
export interface LaneMarks {
  /** From 0, at the begin of the time, to 1. */
  readonly part: number
  /** Of its first entry, epoch ms. */
  readonly at: number
  readonly count: number
}

/** The marks of each lane. @param buckets how many marks fit side by side */
export function marksOf(
  entries: readonly Pick<TimelineEntry, 'at' | 'kind'>[],
  { from, until }: TimeSpan,
  buckets: number,
): ReadonlyMap<TimelineKind, readonly LaneMarks[]> {
  const lanes = new Map<TimelineKind, Map<number, { at: number; count: number }>>()
  for (const { at, kind } of entries) {
    if (at < from || at > until) continue
    const lane = lanes.get(kind) ?? new Map()
    lanes.set(kind, lane)
    const bucket = Math.min(buckets - 1, Math.floor(((at - from) / Math.max(1, until - from)) * buckets))
    const mark = lane.get(bucket)
    if (mark) mark.count += 1
    else lane.set(bucket, { at, count: 1 })
  }
  return new Map(
    [...lanes].map(([kind, lane]) => [
      kind,
      [...lane].map(([bucket, mark]) => ({ part: (bucket + 0.5) / buckets, ...mark })),
    ]),
  )
}

const minuteMs = 60_000
const stepsMs = [0.25, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1_440].map((minutes) => minutes * minuteMs)
const mostTicks = 8

/** Round times along the axis, a few of them. @param zoneMs of the user's clock from UTC */
export function ticksIn({ from, until }: TimeSpan, zoneMs: number): readonly number[] {
  const step = stepsMs.find((one) => (until - from) / one <= mostTicks) ?? 1_440 * minuteMs
  const first = Math.ceil((from + zoneMs) / step) * step - zoneMs
  const edge = (until - from) * 0.03
  return Array.from({ length: mostTicks + 1 }, (_, nth) => first + nth * step).filter(
    (at) => at > from + edge && at < until - edge,
  )
}
