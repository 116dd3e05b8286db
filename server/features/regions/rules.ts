import type * as commands from '../../../shared/features/regions/commands.ts'
import { regionCounts } from '../../../shared/features/regions/regionCounts.ts'
import type { Rule } from '../../engine/rule.ts'

export const reportRegions: Rule<typeof commands.reportRegions> = ({ edit }, { server, regions }) => {
  const draft = edit(regionCounts, server)
  draft.asOf = regions.asOf
  draft.firstAt = regions.firstAt
  for (const id of Object.keys(draft.counts)) if (!Object.hasOwn(regions.counts, id)) delete draft.counts[id]
  Object.assign(draft.counts, regions.counts)
  return {}
}
