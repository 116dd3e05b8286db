import { account, identities } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/account/commands.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import { switchActive } from './rules.ts'

/** Accounts and their identities. `account.unlink` ends sessions, too: the session feature carries it out. */
export const accountFeature: Feature = {
  name: 'account',
  documents: [account, identities],
  commands: [implement(commands.switchActive, switchActive)],
  queries: [],
}
