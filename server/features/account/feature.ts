import { account, identities } from '../../../shared/features/account/account.ts'
import * as commands from '../../../shared/features/account/commands.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'
import { signIn } from './signIn.ts'

export const accountFeature: Feature = {
  name: 'account',
  documents: [account, identities],
  commands: [
    // People come in by session.enter, which takes this step with its own. By itself it is for what sets up accounts only.
    implement(commands.signIn, signIn),
    implement(commands.unlink, rules.unlink),
    implement(commands.switchActive, rules.switchActive),
  ],
  queries: [],
}
