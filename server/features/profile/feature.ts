import { PlayerId } from '../../../shared/engine/ids.ts'
import { type Account, account } from '../../../shared/features/account/account.ts'
import { idAtProvider } from '../../../shared/features/account/identity.ts'
import { findPlayers, Profile, profile, shortestSearch } from '../../../shared/features/profile/profile.ts'
import { staff } from '../../../shared/features/rights/staff.ts'
import { derive, type Feature, implementQuery } from '../../engine/feature.ts'
import type { Context } from '../../engine/rule.ts'
import { effectiveGrant, isConfiguredOwner, ownerSteamIds } from '../rights/rights.ts'
import { accountsNamed } from './search.ts'

/** Name, picture and role of every account, readable by everyone: kept in step with the account and with the grants of roles. */
export const profileFeature: Feature = {
  name: 'profile',
  documents: [profile],
  commands: [],
  queries: [
    implementQuery(findPlayers, async (context, { text, limit }) => {
      if (text.length < shortestSearch) context.refuse('tooShort')
      const found = (await accountsNamed(context, text)).slice(0, limit)
      return { players: found.map((id) => ({ account: PlayerId.parse(id), ...context.read(profile, id) })) }
    }),
  ],
  derivations: [
    derive(account, updateProfile),
    derive(staff, (context, key, before) => {
      const { grants } = context.read(staff, key)
      for (const id of new Set([...Object.keys(before.grants), ...Object.keys(grants)]))
        if (before.grants[id]?.role !== grants[id]?.role) updateProfile(context, id)
    }),
  ],
}

/** Writes only fields that differ. */
function updateProfile({ read, edit, setting }: Context, id: string) {
  const own = read(account, id)
  const next =
    own.createdAt === 0
      ? Profile.parse({})
      : ({
          name: own.name,
          avatar: publicAvatar(own),
          role: isConfiguredOwner(own, setting(ownerSteamIds)) ? 'owner' : (effectiveGrant(read, id)?.role ?? 'player'),
        } satisfies Profile)
  const last = read(profile, id)
  if (last.name !== next.name || last.avatar !== next.avatar || last.role !== next.role)
    Object.assign(edit(profile, id), next)
}

/** Of the active identity first. An address that contains the id at the provider, as Discord's do, would publish that id. */
function publicAvatar({ active, steam, discord }: Account): string {
  const known = [steam, discord].filter((identity) => identity !== null)
  const inOrder = known.toSorted((one, other) => Number(other.provider === active) - Number(one.provider === active))
  return (
    inOrder.find((identity) => identity.avatar !== '' && !identity.avatar.includes(idAtProvider(identity)))?.avatar ??
    ''
  )
}
