import type { Permission } from '../../../../shared/engine/permissions.ts'
import { toBase64 } from '../../../../shared/features/fixtures/base64.ts'
import type { ReplaySegment } from '../../../../shared/features/replay/queries.ts'
import { timelinePins } from '../../../../shared/features/timeline/pins.ts'
import { searchTimeline, type TimelineEntry } from '../../../../shared/features/timeline/queries.ts'
import { createPositionsEncoder } from '../../../../shared/protocol/positions/positionsEncoder.ts'
import type { Principal } from '../../../engine/principal.ts'
import { allFeatures } from '../../../testing/allFeatures.ts'
import { person } from '../../../testing/principals.ts'
import { openGameLog } from '../../gameLog/testing/openGameLog.ts'
import type { ReplaySource } from '../../replay/feature.ts'
import { timelineFeature } from '../feature.ts'

/** A segment as the replay gives it, from one moment to another. */
export const segmentOf = (from: number, until: number, players: ReplaySegment['players'] = {}): ReplaySegment => ({
  from,
  until,
  everyMs: 2_000,
  players,
  key: toBase64(createPositionsEncoder().key(from)),
  steps: [],
})

/** A replay with these segments, which a test may change. */
export function replayOf(segments: ReplaySegment[]): ReplaySource {
  const playable = () => segments.map((one) => ({ from: one.from, until: one.until, text: () => JSON.stringify(one) }))
  return {
    server: 'main',
    keptMs: 3_600_000,
    spans: () => segments.map(({ from, until }) => ({ from, until })),
    truncated: () => null,
    find: (at) =>
      playable().findLast(({ from, until }) => from <= at && at <= until) ??
      playable().find(({ from }) => from > at) ??
      null,
  }
}

/** A hub with all features and a timeline over the given replay. */
export async function openTimeline(
  { replay = replayOf([]), pinned = replayOf([]) } = {},
  kept: Parameters<typeof openGameLog>[1] = {},
) {
  const viewers: (string | null)[] = []
  const timeline = timelineFeature({
    replay: () => replay,
    pinnedMap: () => ({
      spans: () => pinned.spans(),
      find: async (at) => JSON.parse(pinned.find(at)?.text() ?? 'null'),
    }),
    onView: ({ id }) => viewers.push(id),
  })
  const features = allFeatures.map((one) => (one.name === 'timeline' ? timeline : one))
  const app = await openGameLog(features, kept)
  const { hub, clock } = app
  const hour = () => ({ server: 'main', from: clock.now() - 3_600_000, to: clock.now() + 3_600_000 })
  return {
    ...app,
    viewers,
    /** The first page of a search of the hour around now. */
    search: (principal: Principal, asked: object = {}) =>
      app.query(principal, searchTimeline.name, { ...hour(), ...asked }) as Promise<{
        entries: TimelineEntry[]
        next: string | null
      }>,
    refusalOf: async (principal: Principal, name: string, input: object) => {
      const answer = await hub.query(principal, { name, input })
      return answer.ok ? null : answer.code
    },
    pins: () => hub.read(timelinePins, 'main').pins,
  }
}

/** Staff with these permissions alone. */
export const holding = (id: string, ...may: Permission[]): Principal => ({
  ...person(id, 'moderator'),
  may,
  can: (permission) => may.includes(permission),
})
