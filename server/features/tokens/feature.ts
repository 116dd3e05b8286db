import * as commands from '../../../shared/features/tokens/commands.ts'
import { tokenOwners, tokens } from '../../../shared/features/tokens/tokens.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

export const tokensFeature: Feature = {
  name: 'tokens',
  documents: [tokens, tokenOwners],
  removals: [
    {
      kind: tokenOwners,
      remove(context, { account }) {
        for (const token of Object.keys(context.read(tokens, account).tokens))
          rules.removeToken(context, account, token)
      },
    },
  ],
  commands: [
    implement(commands.makeToken, rules.makeToken),
    implement(commands.revokeToken, rules.revokeToken),
    implement(commands.recordTokenUse, rules.recordTokenUse),
    implement(commands.reviewToken, rules.reviewToken),
  ],
  queries: [],
}
