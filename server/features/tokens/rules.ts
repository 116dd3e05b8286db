import type { Permission } from '../../../shared/engine/permissions.ts'
import { staff, staffKey } from '../../../shared/features/roles/staff.ts'
import { bucketOf, sessions } from '../../../shared/features/session/session.ts'
import type * as commands from '../../../shared/features/tokens/commands.ts'
import { longestTokenMs, mostTokens, tokenIdOf, tokenOwners, tokens } from '../../../shared/features/tokens/tokens.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { rightsOf } from '../roles/rights.ts'
import { keyOfOwn } from '../session/openSessions.ts'
import { isEnded, removeToken, reviewAtEnd } from './ownTokens.ts'

/** A token is made for good: it holds at most what its owner holds for good, now. */
export const makeToken: Rule<typeof commands.makeToken> = (context, { hash, label, permissions, endsAt }) => {
  const { edit, read, now, refuse } = context
  const { account, mayForGood } = standing(context, refuse)
  if (!permissions.every(mayForGood)) return refuse('tooMuch')
  if (endsAt <= now || endsAt > now + longestTokenMs) return refuse('badEnd')
  clearEnded(context, account)
  const id = tokenIdOf(hash)
  if (read(tokenOwners, bucketOf(hash)).owners[hash] || read(tokens, account).tokens[id]) return refuse('taken')
  if (Object.keys(read(tokens, account).tokens).length >= mostTokens) return refuse('full')
  edit(tokens, account).tokens[id] = {
    label,
    permissions: [...new Set(permissions)],
    createdAt: now,
    endsAt,
    usedAt: null,
  }
  edit(tokenOwners, bucketOf(hash)).owners[hash] = { accountId: account, id }
  reviewAtEnd(context, account, id, endsAt)
  return { id }
}

export const revokeToken: Rule<typeof commands.revokeToken> = (context, { id }) => {
  const { account } = standing(context, context.refuse)
  if (!context.read(tokens, account).tokens[id]) return context.refuse('gone')
  removeToken(context, account, id)
  return {}
}

/** Of a token that is gone there is nothing to note. */
export const noteTokenUse: Rule<typeof commands.noteTokenUse> = ({ read, edit, now }, { hash }) => {
  const owner = read(tokenOwners, bucketOf(hash)).owners[hash]
  if (!owner || !read(tokens, owner.accountId).tokens[owner.id]) return {}
  const token = edit(tokens, owner.accountId).tokens[owner.id]
  if (token) token.usedAt = now
  return {}
}

export const reviewToken: Rule<typeof commands.reviewToken> = (context, { account, id }) => {
  const token = context.read(tokens, account).tokens[id]
  if (token && isEnded(token, context.now)) removeToken(context, account, id)
  else if (token) reviewAtEnd(context, account, id, token.endsAt)
  return {}
}

function clearEnded(context: Context, account: string) {
  for (const [id, token] of Object.entries(context.read(tokens, account).tokens))
    if (isEnded(token, context.now)) removeToken(context, account, id)
}

/**
 * Who asks from a page, and what they hold apart from what this session was lent, by a password or by the demo. What the
 * configuration gives is seen only in a session to which nothing was lent.
 */
function standing(context: Context, refuse: (code: 'notASession') => never) {
  const { actor, read } = context
  const account = accountOf(actor)
  const key = keyOfOwn(context, account, actor.session?.id ?? refuse('notASession')) ?? refuse('notASession')
  const session = read(sessions, bucketOf(key)).open[key] ?? refuse('notASession')
  const isLent = session.role !== 'player' || session.raised !== null
  const { may } = rightsOf({ grant: read(staff, staffKey).grants[account], byConfiguration: false, lent: 'player' })
  const mayForGood = (permission: Permission) => actor.can(permission) && (!isLent || may.includes(permission))
  return { account, mayForGood }
}
