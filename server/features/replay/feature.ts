import { type ReplaySegment, replaySegment, replaySpan } from '../../../shared/features/replay/queries.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import type { Principal } from '../../engine/principal.ts'
import type { Replay } from './replay.ts'

/** Views are recorded on the leader. */
const atLeader = { atLeader: true }

/** The part of a replay that the queries need. */
export type ReplaySource = Pick<Replay, 'server' | 'keptMs' | 'spans' | 'truncated' | 'find'>

/**
 * @param replay read at each query, since it is opened after the features are made
 * @param onView called with each user who received a part of the replay, since it shows all positions
 */
export const replayFeature = (replay: () => ReplaySource, onView: (principal: Principal) => void): Feature => ({
  name: 'replay',
  documents: [],
  commands: [],
  queries: [
    implementQuery(
      replaySpan,
      (_context, { server }) => {
        const { server: own, keptMs, spans, truncated } = replay()
        return { spans: server === own ? spans() : [], keptMs, truncated: truncated() }
      },
      atLeader,
    ),
    implementQuery(
      replaySegment,
      ({ principal }, { server, at }) => {
        const found = server === replay().server ? replay().find(at) : null
        if (!found) return { segment: null }
        onView(principal)
        return { segment: JSON.parse(found.text()) as ReplaySegment }
      },
      atLeader,
    ),
  ],
})
