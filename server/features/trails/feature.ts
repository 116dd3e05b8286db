import { recentTrails } from '../../../shared/features/trails/queries.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { answerRecentTrails } from './recentTrails.ts'
import type { TrailMemory } from './trailMemory.ts'

export const trailsFeature = (memory: Pick<TrailMemory, 'of'>): Feature => ({
  name: 'trails',
  documents: [],
  commands: [],
  // Whoever has decided for longest remembers most.
  queries: [implementQuery(recentTrails, (context) => answerRecentTrails(context, memory), { atAuthority: true })],
})
