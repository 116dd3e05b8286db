import * as commands from '../../../shared/features/server/commands.ts'
import { server, switches } from '../../../shared/features/server/server.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const serverFeature: Feature = {
  name: 'server',
  documents: [server, switches],
  commands: [implement(commands.reportServer, rules.reportServer), implement(commands.reportLink, rules.reportLink)],
  queries: [],
}
