import { type ReplaySegment, replaySegment, replaySpan } from '../../../shared/features/replay/queries.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import type { Principal } from '../../engine/principal.ts'
import type { Replay } from './replay.ts'

/** Where it is written down who has looked. */
const atLeader = { atLeader: true }

/** The part of a replay that answers. */
export type ReplaySource = Pick<Replay, 'server' | 'keptMs' | 'spans' | 'truncated' | 'find'>

/**
 * @param replay asked at each query, as it is opened after the features are made
 * @param onLook told of everyone who was given a part of the replay: they have seen where all were
 */
export const replayFeature = (replay: () => ReplaySource, onLook: (principal: Principal) => void): Feature => ({
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
        onLook(principal)
        return { segment: JSON.parse(found.text()) as ReplaySegment }
      },
      atLeader,
    ),
  ],
})
