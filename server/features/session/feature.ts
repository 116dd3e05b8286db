import * as commands from '../../../shared/features/session/commands.ts'
import { sessions } from '../../../shared/features/session/session.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const sessionFeature: Feature = {
  name: 'session',
  documents: [sessions],
  commands: [implement(commands.openSession, rules.openSession), implement(commands.closeSession, rules.closeSession)],
  queries: [],
}
