import type { z } from 'zod'
import { PlayerId } from '../../../shared/engine/ids.ts'
import { higherOf, type Role, roles } from '../../../shared/engine/permissions.ts'
import { account, identities } from '../../../shared/features/account/account.ts'
import { Identity, providers } from '../../../shared/features/account/identity.ts'
import { roleChanges } from '../../../shared/features/rights/staff.ts'
import * as queries from '../../../shared/features/roles/queries.ts'
import { isOpen, sessionBuckets, sessions } from '../../../shared/features/session/session.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { accountLinkedTo, identityBucketOf, identityKey } from '../account/rules.ts'
import { accountsNamed, isOfReadersKind } from '../profile/search.ts'
import { effectiveGrant, isConfiguredOwner, ownerSteamIds } from '../rights/rights.ts'

type Person = queries.Person
type StaffMember = z.infer<(typeof queries.staffWithoutGrant)['output']>['people'][number]

const mostFound = 20
const changesPerPage = 50

/** Matches by id first, then by the exact name, by the start of the name, and by a part of it. */
export async function findPeople(context: QueryContext, text: string): Promise<Person[]> {
  const ids = [...new Set([...idsOf(context, text), ...(await accountsNamed(context, text))])]
  return ids.slice(0, mostFound).flatMap((id) => personOf(context, id) ?? [])
}

export const peopleOf = (context: QueryContext, ids: readonly string[]): Person[] =>
  [...new Set(ids)].flatMap((id) => personOf(context, id) ?? [])

/** People whose role comes from the configuration or, in the demo, from their session. */
export function staffWithoutGrant(context: QueryContext): StaffMember[] {
  const isDemo = context.read(account, context.principal.id ?? '').demo
  const found = isDemo ? demoStaff(context) : configuredOwners(context)
  return found.sort(
    (one, other) => roles.indexOf(one.role) - roles.indexOf(other.role) || one.name.localeCompare(other.name, 'en'),
  )
}

/** Names are the current ones; an account that is gone has none. */
export async function roleHistory(context: QueryContext, before: number | null) {
  const { rows, next } = await context.page(roleChanges, { before, limit: changesPerPage })
  const changes = rows.map(({ seq, at, row }) => queries.RoleChange.parse({ ...row, seq, at }))
  const named = peopleOf(
    context,
    changes.flatMap(({ by, account: id }) => [by, id]),
  )
  return { changes, names: Object.fromEntries(named.map(({ account: id, name }) => [id, name])), next }
}

/** Null if the reader's kind (demo or real) has no such account. */
function personOf(context: QueryContext, id: string): Person | null {
  const found = context.read(account, id)
  if (found.createdAt === 0 || !isOfReadersKind(context, id)) return null
  const byConfiguration = isConfiguredOwner(found, context.setting(ownerSteamIds))
  return {
    account: PlayerId.parse(id),
    name: found.name,
    role: byConfiguration ? 'owner' : (effectiveGrant(context.read, id)?.role ?? 'player'),
    byConfiguration,
    createdAt: found.createdAt,
    hasSteam: found.steam !== null,
    hasDiscord: found.discord !== null,
  }
}

/** Accounts by a complete id: the account's own, or that of an identity. */
function idsOf({ read }: QueryContext, id: string): string[] {
  const isKey = PlayerId.safeParse(id).success && !id.includes('/')
  const own = isKey && read(account, id).createdAt > 0 ? [id] : []
  const linked = providers.flatMap((provider) => {
    const identity = Identity.safeParse({ provider, steamId: id, discordId: id, username: id, displayName: id })
    if (!identity.success) return []
    const keys = [false, true].map((demo) => identityKey(identity.data, demo))
    return keys.flatMap((key) => read(identities, identityBucketOf(key)).accounts[key] ?? [])
  })
  return [...own, ...linked]
}

const configuredOwners = (context: QueryContext): StaffMember[] =>
  context.setting(ownerSteamIds).flatMap((steamId) => {
    const id = accountLinkedTo(context.read, 'steam', steamId, false)
    const person = id === undefined ? null : personOf(context, id)
    return person?.byConfiguration ? [staffMember(person, 'owner', 'configuration')] : []
  })

const demoStaff = (context: QueryContext): StaffMember[] =>
  [...demoRoles(context)].flatMap(([id, role]) => {
    const person = personOf(context, id)
    return person ? [staffMember(person, role, 'demo')] : []
  })

const staffMember = ({ account: id, name }: Person, role: Role, by: StaffMember['by']): StaffMember => ({
  account: id,
  name,
  role,
  by,
})

/** The highest role of the open demo sessions of each account, if above player. */
function demoRoles({ read, now }: QueryContext) {
  const found = new Map<string, Role>()
  for (const bucket of sessionBuckets)
    for (const session of Object.values(read(sessions, bucket).open)) {
      const { accountId, role, demo } = session
      if (!demo || role === 'player' || !isOpen(session, now)) continue
      found.set(accountId, higherOf(role, found.get(accountId) ?? 'player'))
    }
  return found
}
