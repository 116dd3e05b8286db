import { reportRoster } from '../../../shared/features/roster/commands.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const rosterFeature: Feature = {
  name: 'roster',
  documents: [roster],
  commands: [implement(reportRoster, rules.reportRoster)],
  queries: [],
}
