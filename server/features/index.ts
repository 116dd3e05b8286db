import type { Feature } from '../engine/feature.ts'
import type { Principal } from '../engine/principal.ts'
import { accountFeature } from './account/feature.ts'
import { auditFeature } from './audit/feature.ts'
import { deliveriesFeature } from './deliveries/feature.ts'
import { erasureFeature } from './erasure/feature.ts'
import { fixturesFeature } from './fixtures/feature.ts'
import { looksFeature } from './looks/feature.ts'
import { mapSettingsFeature } from './mapSettings/feature.ts'
import { mapSheetFeature } from './mapSheet/feature.ts'
import { packsFeature } from './packs/feature.ts'
import { playFeature } from './play/feature.ts'
import { regionsFeature } from './regions/feature.ts'
import { type ReplaySource, replayFeature } from './replay/feature.ts'
import { rolesFeature } from './roles/feature.ts'
import { rosterFeature } from './roster/feature.ts'
import { serverFeature } from './server/feature.ts'
import { sessionFeature } from './session/feature.ts'
import { staffPresenceFeature } from './staffPresence/feature.ts'
import { tokensFeature } from './tokens/feature.ts'
import { trailsFeature } from './trails/feature.ts'
import type { TrailMemory } from './trails/trailMemory.ts'
import { vitalsFeature } from './vitals/feature.ts'
import { walletFeature } from './wallet/feature.ts'

/** What features answer from beside documents. */
export interface FeatureParts {
  /** SteamID64 of those who are owners by the configuration. */
  readonly ownerSteamIds: readonly string[]
  readonly trails: TrailMemory
  /** What is recorded of the last while, and whom to tell of who was shown a part of it. */
  readonly replay: () => ReplaySource
  readonly onReplayed: (principal: Principal) => void
}

/** In order of dependence: each may use only those above it. */
export const createFeatures = ({ ownerSteamIds, trails, replay, onReplayed }: FeatureParts): readonly Feature[] => [
  accountFeature,
  sessionFeature,
  rolesFeature(ownerSteamIds),
  tokensFeature(ownerSteamIds),
  walletFeature,
  serverFeature,
  rosterFeature,
  playFeature,
  vitalsFeature,
  deliveriesFeature(ownerSteamIds),
  staffPresenceFeature,
  mapSettingsFeature,
  packsFeature,
  regionsFeature,
  trailsFeature(trails),
  mapSheetFeature,
  looksFeature,
  auditFeature(),
  fixturesFeature,
  replayFeature(replay, onReplayed),
  erasureFeature,
]
