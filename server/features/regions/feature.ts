import { reportRegions } from '../../../shared/features/regions/commands.ts'
import { regionCounts } from '../../../shared/features/regions/regionCounts.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const regionsFeature: Feature = {
  name: 'regions',
  documents: [regionCounts],
  commands: [implement(reportRegions, rules.reportRegions)],
  queries: [],
}
