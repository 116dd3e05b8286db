import * as commands from '../../../shared/features/tokens/commands.ts'
import { tokenOwners, tokens } from '../../../shared/features/tokens/tokens.ts'
import type { Feature } from '../../engine/feature.ts'
import { implement } from '../../engine/rule.ts'
import * as rules from './rules.ts'

/** @param ownerSteamIds SteamID64 of those who are owners by the configuration */
export function tokensFeature(ownerSteamIds: readonly string[]): Feature {
  const ownRules = rules.createOwnRules(ownerSteamIds)
  return {
    name: 'tokens',
    documents: [tokens, tokenOwners],
    commands: [
      implement(commands.makeToken, ownRules.makeToken),
      implement(commands.revokeToken, ownRules.revokeToken),
      implement(commands.noteTokenUse, rules.noteTokenUse),
      implement(commands.reviewToken, rules.reviewToken),
    ],
    queries: [],
  }
}
