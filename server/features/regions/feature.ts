import * as commands from '../../../shared/features/regions/commands.ts'
import { regionCounts } from '../../../shared/features/regions/regionCounts.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement, type Rule } from '../../engine/rule.ts'

const reportRegions: Rule<typeof commands.reportRegions> = ({ edit }, { server, regions }) => {
  const draft = edit(regionCounts, server)
  draft.asOf = regions.asOf
  draft.firstAt = regions.firstAt
  for (const id of Object.keys(draft.counts)) if (!Object.hasOwn(regions.counts, id)) delete draft.counts[id]
  Object.assign(draft.counts, regions.counts)
  return {}
}

export const regionsFeature: Feature = {
  name: 'regions',
  documents: [regionCounts],
  commands: [implement(commands.reportRegions, reportRegions)],
  queries: [],
}
