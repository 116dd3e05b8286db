import type { Permission } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import { bucketOf } from '../../../shared/features/session/session.ts'
import * as commands from '../../../shared/features/tokens/commands.ts'
import { longestTokenMs, mostTokens, tokenIdOf, tokenOwners, tokens } from '../../../shared/features/tokens/tokens.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import type { Scheduler } from '../../engine/schedule.ts'
import type { Transaction } from '../../engine/transaction.ts'
import { accountOf } from '../account/rules.ts'
import { effectiveGrant, isConfiguredOwner, ownerSteamIds, rightsOf } from '../rights/rights.ts'

/** A token outlives the session that made it: it may hold only what its owner holds permanently. */
export const makeToken: Rule<typeof commands.makeToken> = (context, { hash, label, permissions, endsAt }) => {
  const { actor, edit, read, now, refuse } = context
  if (!actor.session) return refuse('notASession')
  const owner = accountOf(actor)
  const permanent = permanentPermissions(context, owner)
  if (!permissions.every((one) => permanent.includes(one) && actor.can(one))) return refuse('tooMuch')
  if (endsAt <= now || endsAt > now + longestTokenMs) return refuse('badEnd')
  removeEndedTokens(context, owner)
  const id = tokenIdOf(hash)
  if (read(tokenOwners, bucketOf(hash)).owners[hash] || read(tokens, owner).tokens[id]) return refuse('taken')
  if (Object.keys(read(tokens, owner).tokens).length >= mostTokens) return refuse('full')
  const token = { label, permissions: [...new Set(permissions)], createdAt: now, endsAt, usedAt: null }
  edit(tokens, owner).tokens[id] = token
  edit(tokenOwners, bucketOf(hash)).owners[hash] = { accountId: owner, id }
  scheduleReview(context, owner, id, endsAt)
  return { id }
}

export const revokeToken: Rule<typeof commands.revokeToken> = (context, { id }) => {
  const { actor, read, refuse } = context
  if (!actor.session) return refuse('notASession')
  const owner = accountOf(actor)
  if (!Object.hasOwn(read(tokens, owner).tokens, id)) return refuse('gone')
  removeToken(context, owner, id)
  return {}
}

/** Ignores a token that is gone. */
export const recordTokenUse: Rule<typeof commands.recordTokenUse> = ({ read, edit, now }, { hash }) => {
  const owner = read(tokenOwners, bucketOf(hash)).owners[hash]
  if (!owner || !read(tokens, owner.accountId).tokens[owner.id]) return {}
  const token = edit(tokens, owner.accountId).tokens[owner.id]
  if (token) token.usedAt = now
  return {}
}

export const reviewToken: Rule<typeof commands.reviewToken> = (context, { account: owner, id }) => {
  const token = context.read(tokens, owner).tokens[id]
  if (token && token.endsAt <= context.now) removeToken(context, owner, id)
  else if (token) scheduleReview(context, owner, id, token.endsAt)
  return {}
}

interface TokenContext extends Transaction {
  readonly schedule: Scheduler
}

/** @returns the number of revoked tokens */
export function revokeTokensOf(context: TokenContext, owner: string): number {
  const ids = Object.keys(context.read(tokens, owner).tokens)
  for (const id of ids) removeToken(context, owner, id)
  return ids.length
}

/** A token's id is the start of its hash, so both are in the same bucket. */
export function removeToken({ edit, read, schedule }: TokenContext, owner: string, id: string) {
  delete edit(tokens, owner).tokens[id]
  const { owners } = read(tokenOwners, bucketOf(id))
  for (const [hash, one] of Object.entries(owners))
    if (one.accountId === owner && one.id === id) delete edit(tokenOwners, bucketOf(id)).owners[hash]
  schedule.cancel(timerOf(owner, id))
}

function removeEndedTokens(context: Context, owner: string) {
  for (const [id, token] of Object.entries(context.read(tokens, owner).tokens))
    if (token.endsAt <= context.now) removeToken(context, owner, id)
}

/** The permissions of the account without the elevation or the demo role of a session. */
function permanentPermissions({ read, setting }: Context, id: string): readonly Permission[] {
  const byConfiguration = isConfiguredOwner(read(account, id), setting(ownerSteamIds))
  return rightsOf({ grant: effectiveGrant(read, id), byConfiguration, sessionRole: 'player' }).may
}

const scheduleReview = ({ schedule }: TokenContext, owner: string, id: string, endsAt: number) =>
  schedule.set(timerOf(owner, id), endsAt, commands.reviewToken.name, { account: owner, id })

const timerOf = (owner: string, id: string) => `token ${owner} ${id}`
