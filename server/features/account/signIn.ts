import { PlayerId } from '../../../shared/engine/ids.ts'
import { type Account, account, identities } from '../../../shared/features/account/account.ts'
import type { Identity } from '../../../shared/features/account/identity.ts'
import type { SignedIn, SignIn, signInRefusals } from '../../../shared/features/account/signIn.ts'
import type { Context } from '../../engine/rule.ts'
import { identityBucketOf, identityKey } from './identityKey.ts'

type Coming = Context & { refuse(code: keyof typeof signInRefusals): never }

/** All or nothing; doing the same again changes nothing. People come in by session.enter, of which this is a step. */
export function signIn(context: Coming, { identity, demo, current, newAccount }: SignIn): SignedIn {
  const { read, edit, refuse, newId, now } = context
  const key = identityKey(identity, demo)
  const isThere = (id: PlayerId | null | undefined): id is PlayerId =>
    typeof id === 'string' && read(account, id).createdAt > 0 && read(account, id).demo === demo
  const known = read(identities, identityBucketOf(key)).accounts[key] as PlayerId | undefined

  if (isThere(known)) {
    if (isThere(current) && current !== known) return refuse('belongsToOther')
    keep(edit(account, known), identity, now)
    return { account: known, outcome: 'found' }
  }
  const own = [current, newAccount].find(isThere)
  if (own !== undefined && read(account, own)[identity.provider] !== null) return refuse('otherLinked')
  const id = own ?? newAccount ?? PlayerId.parse(newId())
  const entry = edit(account, id)
  // Whatever stands there of an account that is not there, as older releases left them, says nothing of the new one.
  if (own === undefined) Object.assign(entry, account.schema.parse({ createdAt: now, active: identity.provider, demo }))
  edit(identities, identityBucketOf(key)).accounts[key] = id
  keep(entry, identity, now)
  return { account: id, outcome: own === undefined ? 'created' : 'linked' }
}

/** What a provider says now takes the place of what it said before; field by field, so that the same is no change. */
function keep(entry: Account, identity: Identity, now: number) {
  if (identity.provider === 'discord') entry.discord = Object.assign(entry.discord ?? {}, identity)
  else {
    entry.steam = Object.assign(entry.steam ?? {}, identity)
    if (entry.steamId !== identity.steamId) Object.assign(entry, { steamId: identity.steamId, linkedAt: now })
  }
  entry.name = entry[entry.active]?.displayName ?? entry.name
}
