import { reportVitals } from '../../../shared/features/vitals/commands.ts'
import { vitals } from '../../../shared/features/vitals/vitals.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const vitalsFeature: Feature = {
  name: 'vitals',
  documents: [vitals],
  commands: [implement(reportVitals, rules.reportVitals)],
  queries: [],
}
