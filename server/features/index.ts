import type { Feature } from '../engine/feature.ts'
import { accountFeature } from './account/feature.ts'
import { mapSettingsFeature } from './mapSettings/feature.ts'
import { packsFeature } from './packs/feature.ts'
import { regionsFeature } from './regions/feature.ts'
import { rosterFeature } from './roster/feature.ts'
import { serverFeature } from './server/feature.ts'
import { sessionFeature } from './session/feature.ts'
import { trailsFeature } from './trails/feature.ts'
import type { TrailMemory } from './trails/trailMemory.ts'
import { vitalsFeature } from './vitals/feature.ts'

/** What features answer from beside documents. */
export interface FeatureParts {
  readonly trails: TrailMemory
}

/** In order of dependence: each may use only those above it. */
export const createFeatures = ({ trails }: FeatureParts): readonly Feature[] => [
  sessionFeature,
  accountFeature,
  serverFeature,
  rosterFeature,
  vitalsFeature,
  mapSettingsFeature,
  packsFeature,
  regionsFeature,
  trailsFeature(trails),
]
