import { packLife } from '../../shared/features/packs/packLife.ts'
import { regionCounts } from '../../shared/features/regions/regionCounts.ts'
import { roster } from '../../shared/features/roster/roster.ts'
import { server } from '../../shared/features/server/server.ts'
import { vitals } from '../../shared/features/vitals/vitals.ts'

/** Of what pages here watch: what no journal holds. */
export const liveKinds: ReadonlySet<string> = new Set(
  [packLife, regionCounts, roster, server, vitals].map(({ kind }) => kind),
)
