import { account } from '../../../shared/features/account/account.ts'
import { tellAccount } from '../../../shared/features/account/commands.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const accountFeature: Feature = {
  name: 'account',
  documents: [account],
  commands: [implement(tellAccount, rules.tellAccount)],
  queries: [],
}
