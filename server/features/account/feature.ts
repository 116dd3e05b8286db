import { account, identities } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/account/commands.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const accountFeature: Feature = {
  name: 'account',
  documents: [account, identities],
  commands: [implement(commands.unlink, rules.unlink), implement(commands.switchActive, rules.switchActive)],
  queries: [],
}
