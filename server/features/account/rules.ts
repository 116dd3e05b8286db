import { type Account, account, identities, mostFormerSteamIds } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/account/commands.ts'
import type { Actor, Rule } from '../../engine/rule.ts'
import { closeAllOf } from '../session/openSessions.ts'
import { identityBucketOf, identityKey } from './identityKey.ts'

/** The account of whoever asks: the permission to play is held by nobody who has none. */
export function accountOf({ id }: Actor): string {
  if (id === null) throw new Error('What belongs to an account was asked for by somebody who has none')
  return id
}

export const unlink: Rule<typeof commands.unlink> = (context, { provider }) => {
  const { actor, edit, refuse } = context
  const id = accountOf(actor)
  if (!actor.session) return refuse('notASession')
  const own = edit(account, id)
  const identity = own[provider]
  if (identity === null) return refuse('notLinked')
  const other = provider === 'steam' ? 'discord' : 'steam'
  if (own[other] === null) return refuse('last')
  const key = identityKey(identity, own.demo)
  delete edit(identities, identityBucketOf(key)).accounts[key]
  own[provider] = null
  if (provider === 'steam') unlinkPlayer(own)
  if (own.active === provider) own.active = other
  own.name = own[own.active]?.displayName ?? own.name
  const mine = actor.session.id
  closeAllOf(context, id, (open, session) => session !== mine && open.provider === provider)
  return {}
}

/** Who was linked is remembered, so that an erasure finds what is kept of that player. */
function unlinkPlayer(own: Account) {
  const { steamId, formerSteamIds } = own
  const others = formerSteamIds.filter((former) => former !== steamId)
  own.formerSteamIds = [...others, ...(steamId === null ? [] : [steamId])].slice(-mostFormerSteamIds)
  Object.assign(own, { steamId: null, linkedAt: null })
}

export const switchActive: Rule<typeof commands.switchActive> = ({ actor, edit, refuse }, { provider }) => {
  const id = accountOf(actor)
  if (!actor.session) return refuse('notASession')
  const own = edit(account, id)
  const identity = own[provider]
  if (identity === null) return refuse('notLinked')
  Object.assign(own, { active: provider, name: identity.displayName })
  return {}
}
