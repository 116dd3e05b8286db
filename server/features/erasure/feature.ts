import * as commands from '../../../shared/features/erasure/commands.ts'
import { erasures } from '../../../shared/features/erasure/erasures.ts'
import { exportMe } from '../../../shared/features/erasure/queries.ts'
import { type Feature, implementQuery } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { exportOf } from './exportOf.ts'
import * as rules from './rules.ts'

/** Users export all data about them, or erase it. */
export const erasureFeature: Feature = {
  name: 'erasure',
  documents: [erasures],
  commands: [
    implement(commands.eraseMe, rules.eraseMe),
    implement(commands.dropExternalIds, rules.dropExternalIds),
    implement(commands.finishErasure, rules.finishErasure),
  ],
  queries: [implementQuery(exportMe, async (context) => ({ personal: await exportOf(context) }))],
}
