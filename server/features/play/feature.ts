import * as commands from '../../../shared/features/play/commands.ts'
import { playRecord, present, unrecordedPlayers } from '../../../shared/features/play/playRecord.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

/** How long who has played what, from who is seen in the game over time. */
export const playFeature: Feature = {
  name: 'play',
  documents: [playRecord, present, unrecordedPlayers],
  commands: [implement(commands.recordPlay, rules.recordPlay), implement(commands.endStalePlay, rules.endStalePlay)],
  queries: [],
}
