import { createHash } from 'node:crypto'
import { PlayerId } from '../../../shared/engine/ids.ts'
import { type Account, account, identities, mostFormerIds } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/account/commands.ts'
import { type Identity, idAtProvider, type Provider } from '../../../shared/features/account/identity.ts'
import type { SignedIn, SignIn, signInRefusals } from '../../../shared/features/account/signIn.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Actor, Context, Rule } from '../../engine/rule.ts'

/** The account of the actor. Only users with an account have the permission to play. @throws for a guest */
export function accountOf({ id }: Actor): string {
  if (id === null) throw new Error('A guest called a command that needs an account')
  return id
}

/** Whether the actor uses the rights of an elevated session. */
export const isElevated = ({ session }: Actor) => session?.elevatedUntil != null

/** The actor, with their rights and origin, for a row of an archive that has `actorShape`. @throws for a guest */
export const actorRow = ({ actor, origin }: Pick<Context, 'actor' | 'origin'>) => ({
  by: accountOf(actor),
  role: actor.role,
  elevated: isElevated(actor),
  ...origin,
})

type SignInContext = Context & { refuse(code: keyof typeof signInRefusals): never }

/** The step of `session.signIn` that finds, creates or links the account of an identity. Repeating it changes nothing. */
export function resolveAccount(context: SignInContext, { identity, demo, current, newAccount }: SignIn): SignedIn {
  const { read, edit, refuse, newId, now } = context
  const key = identityKey(identity, demo)
  const exists = (id: PlayerId | null | undefined): id is PlayerId =>
    typeof id === 'string' && read(account, id).createdAt > 0 && read(account, id).demo === demo
  const known = read(identities, identityBucketOf(key)).accounts[key] as PlayerId | undefined

  if (exists(known)) {
    if (exists(current) && current !== known) return refuse('belongsToOther')
    updateIdentity(edit(account, known), identity, now)
    return { account: known, outcome: 'found' }
  }
  const own = [current, newAccount].find(exists)
  if (own !== undefined && read(account, own)[identity.provider] !== null) return refuse('otherLinked')
  const id = own ?? newAccount ?? PlayerId.parse(newId())
  const entry = edit(account, id)
  // Discards data that an older release may have left under this id.
  if (own === undefined) Object.assign(entry, account.schema.parse({ createdAt: now, active: identity.provider, demo }))
  edit(identities, identityBucketOf(key)).accounts[key] = id
  updateIdentity(entry, identity, now)
  return { account: id, outcome: own === undefined ? 'created' : 'linked' }
}

/** Replaces the provider's former data field by field, so that an equal identity is not a change. */
function updateIdentity(entry: Account, identity: Identity, now: number) {
  if (identity.provider === 'discord') entry.discord = Object.assign(entry.discord ?? {}, identity)
  else {
    entry.steam = Object.assign(entry.steam ?? {}, identity)
    if (entry.steamId !== identity.steamId) Object.assign(entry, { steamId: identity.steamId, linkedAt: now })
  }
  entry.name = entry[entry.active]?.displayName ?? entry.name
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

/** Remembers the unlinked SteamID, so that an erasure finds the records of that player. */
export function clearSteamPlayer(own: Account) {
  const { steamId, formerSteamIds } = own
  const others = formerSteamIds.filter((former) => former !== steamId)
  own.formerSteamIds = [...others, ...(steamId === null ? [] : [steamId])].slice(-mostFormerIds)
  Object.assign(own, { steamId: null, linkedAt: null })
}

/** Remembers the unlinked Discord account, so that its next account is known as the same person's. */
export function rememberDiscord(own: Account, key: string) {
  own.formerDiscordKeys = [...own.formerDiscordKeys.filter((former) => former !== key), key].slice(-mostFormerIds)
}

/** Takes an identity out of the index, which remembers the account that had it. */
export function unlinkIdentity({ edit }: Pick<Context, 'edit'>, key: string, id: string) {
  const { accounts, former } = edit(identities, identityBucketOf(key))
  delete accounts[key]
  former[key] = [...(former[key] ?? []).filter((one) => one !== id), id].slice(-mostFormerIds)
}

/** The key of an identity in the index: a hash, so that the index reveals no ids. Demo identities have other keys. */
export const identityKey = (identity: Identity, demo: boolean) =>
  identityKeyOf(identity.provider, idAtProvider(identity), demo)

/** @param id the SteamID64 or the Discord id */
export const identityKeyOf = (provider: Provider, id: string, demo: boolean) =>
  createHash('sha256')
    .update(`${demo ? 'demo ' : ''}${provider} ${id}`)
    .digest('hex')

export const identityBucketOf = (key: string) => key.slice(0, 2)

/** The account to which a Steam or Discord account is linked. The demo has links of its own. @param id the SteamID64 or the Discord id */
export function accountLinkedTo(read: Reading, provider: Provider, id: string, demo: boolean): string | undefined {
  const key = identityKeyOf(provider, id, demo)
  const { accounts } = read(identities, identityBucketOf(key))
  return Object.hasOwn(accounts, key) ? accounts[key] : undefined
}

/** The accounts to which a player of the game is linked: a real one, and one of the demo. */
export const accountsOfPlayer = (read: Reading, steamId: string): readonly string[] =>
  [false, true].flatMap((demo) => accountLinkedTo(read, 'steam', steamId, demo) ?? [])
