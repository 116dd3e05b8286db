import type { Permission } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bucketOf } from '../../../shared/features/session/session.ts'
import type * as commands from '../../../shared/features/tokens/commands.ts'
import { longestTokenMs, mostTokens, tokenIdOf, tokenOwners, tokens } from '../../../shared/features/tokens/tokens.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { grantInForce } from '../roles/grantInForce.ts'
import { isConfiguredOwner, rightsOf } from '../roles/rights.ts'
import { isEnded, removeToken, reviewAtEnd } from './ownTokens.ts'

/** @param ownerSteamIds SteamID64 of those who are owners by the configuration */
export function createOwnRules(ownerSteamIds: readonly string[]) {
  /** A token is made for good: it holds at most what its owner holds for good, now. */
  const makeToken: Rule<typeof commands.makeToken> = (context, { hash, label, permissions, endsAt }) => {
    const { edit, read, now, refuse } = context
    const { owner, mayForGood } = standing(context, ownerSteamIds, refuse)
    if (!permissions.every(mayForGood)) return refuse('tooMuch')
    if (endsAt <= now || endsAt > now + longestTokenMs) return refuse('badEnd')
    clearEnded(context, owner)
    const id = tokenIdOf(hash)
    if (read(tokenOwners, bucketOf(hash)).owners[hash] || read(tokens, owner).tokens[id]) return refuse('taken')
    if (Object.keys(read(tokens, owner).tokens).length >= mostTokens) return refuse('full')
    const token = { label, permissions: [...new Set(permissions)], createdAt: now, endsAt, usedAt: null }
    edit(tokens, owner).tokens[id] = token
    edit(tokenOwners, bucketOf(hash)).owners[hash] = { accountId: owner, id }
    reviewAtEnd(context, owner, id, endsAt)
    return { id }
  }
  const revokeToken: Rule<typeof commands.revokeToken> = (context, { id }) => {
    const { owner } = standing(context, ownerSteamIds, context.refuse)
    if (!Object.hasOwn(context.read(tokens, owner).tokens, id)) return context.refuse('gone')
    removeToken(context, owner, id)
    return {}
  }
  return { makeToken, revokeToken }
}

/** Of a token that is gone there is nothing to note. */
export const noteTokenUse: Rule<typeof commands.noteTokenUse> = ({ read, edit, now }, { hash }) => {
  const owner = read(tokenOwners, bucketOf(hash)).owners[hash]
  if (!owner || !read(tokens, owner.accountId).tokens[owner.id]) return {}
  const token = edit(tokens, owner.accountId).tokens[owner.id]
  if (token) token.usedAt = now
  return {}
}

export const reviewToken: Rule<typeof commands.reviewToken> = (context, { account: owner, id }) => {
  const token = context.read(tokens, owner).tokens[id]
  if (token && isEnded(token, context.now)) removeToken(context, owner, id)
  else if (token) reviewAtEnd(context, owner, id, token.endsAt)
  return {}
}

function clearEnded(context: Context, owner: string) {
  for (const [id, token] of Object.entries(context.read(tokens, owner).tokens))
    if (isEnded(token, context.now)) removeToken(context, owner, id)
}

/** Who asks from a page, and what they hold apart from what this session was lent, by a password or by the demo. */
function standing({ actor, read }: Context, ownerSteamIds: readonly string[], refuse: (code: 'notASession') => never) {
  const id = accountOf(actor)
  if (!actor.session) return refuse('notASession')
  const byConfiguration = isConfiguredOwner(read(account, id), ownerSteamIds)
  const { may } = rightsOf({ grant: grantInForce(read, id), byConfiguration, lent: 'player' })
  return { owner: id, mayForGood: (permission: Permission) => may.includes(permission) && actor.can(permission) }
}
