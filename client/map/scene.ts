import type { RegionCounts } from '../../shared/features/regions/regionCounts.ts'
import type { Mood, Tokens } from '../themes/moods.ts'
import type { Target } from './attention.ts'
import type { View } from './createView.ts'
import type { Herd } from './herd.ts'
import type { MapLook } from './look.ts'
import type { Overlays } from './overlays.ts'
import type { Sheet } from './sheet.ts'

/** Everything that the layers draw from. One object that lives as long as the map; React writes it, drawing reads it. */
export interface Scene {
  readonly view: View
  readonly herd: Herd
  readonly serverNow: () => number
  metresPerUnit: number
  look: MapLook
  overlays: Overlays
  mood: Mood
  tokens: Tokens
  /** The island's picture; null until it has come. */
  sheet: Sheet | null
  /** Numbers by region, for whoever sees no positions. */
  counts: RegionCounts['counts'] | null
  /** True while what is shown is the last that was known, not what is. */
  old: boolean
  chosen: Target | null
  pointed: Target | null
}
