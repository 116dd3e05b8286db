import {
  achievementRecord,
  recordSights,
  sights,
  updateAchievements,
} from '../../../shared/features/achievements/achievements.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

/** What users have achieved, from what the hub knows of them; each one is paid once. */
export const achievementsFeature: Feature = {
  name: 'achievements',
  documents: [achievementRecord, sights],
  commands: [implement(recordSights, rules.recordSights), implement(updateAchievements, rules.updateAchievements)],
  queries: [],
}
