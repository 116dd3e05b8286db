import { reportPresence } from '../../../shared/features/staffPresence/commands.ts'
import { staffPresence } from '../../../shared/features/staffPresence/staffPresence.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const staffPresenceFeature: Feature = {
  name: 'staffPresence',
  documents: [staffPresence],
  commands: [implement(reportPresence, rules.reportPresence)],
  queries: [],
}
