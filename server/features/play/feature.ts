import * as commands from '../../../shared/features/play/commands.ts'
import { playRecord, present } from '../../../shared/features/play/playRecord.ts'
import { unnoted } from '../../../shared/features/play/unnoted.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

/** How long who has played what, from who is seen in the game over time. */
export const playFeature: Feature = {
  name: 'play',
  documents: [playRecord, present, unnoted],
  commands: [implement(commands.notePlay, rules.notePlay), implement(commands.lapsePlay, rules.lapsePlay)],
  queries: [],
}
