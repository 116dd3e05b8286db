import { type PlayerId, PlayerId as PlayerIdSchema } from '../../../shared/engine/ids.ts'
import { account, identities, identityBuckets } from '../../../shared/features/account/account.ts'
import { Identity, providers } from '../../../shared/features/account/identity.ts'
import type { Person } from '../../../shared/features/roles/queries.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { identityBucketOf, identityKey } from '../account/identityKey.ts'
import { grantInForce } from './grantInForce.ts'
import { isConfiguredOwner } from './rights.ts'

type Reading = Pick<QueryContext, 'read' | 'principal'>

/** As many are shown of those that fit. */
const mostFound = 20
/** More accounts than these are not looked through for a part of a name: ids find them all. */
const mostLookedAt = 100_000

/** @param ownerSteamIds SteamID64 of those who are owners by the configuration */
export function createPeople(ownerSteamIds: readonly string[]) {
  /** Null when there is no such account among those of the asker's kind: the demo and the real know nothing of each other. */
  const personOf = ({ read, principal }: Reading, id: string): Person | null => {
    const found = read(account, id)
    if (found.createdAt === 0 || !isOfTheirKind({ read, principal }, id)) return null
    const byConfiguration = isConfiguredOwner(found, ownerSteamIds)
    return {
      account: PlayerIdSchema.parse(id),
      name: found.name,
      role: byConfiguration ? 'owner' : (grantInForce(read, id)?.role ?? 'player'),
      byConfiguration,
      createdAt: found.createdAt,
      hasSteam: found.steam !== null,
      hasDiscord: found.discord !== null,
    }
  }
  return {
    personOf,
    named: (reading: Reading, ids: readonly PlayerId[]) =>
      [...new Set(ids)].flatMap((id) => personOf(reading, id) ?? []),
    /** Those of that id first, then those of that name, then those whose name begins so, then those who have it in their name. */
    async find(reading: Reading, text: string): Promise<Person[]> {
      const ids = [...new Set([...idsOf(reading, text), ...(await idsNamed(reading, text.toLowerCase()))])]
      return ids.slice(0, mostFound).flatMap((id) => personOf(reading, id) ?? [])
    },
  }
}

const isOfTheirKind = ({ read, principal }: Reading, id: string) =>
  read(account, id).demo === read(account, principal.id ?? '').demo

/** By the whole of an id: the account's own, or the one at a provider. */
function idsOf({ read }: Reading, id: string): string[] {
  const isKey = PlayerIdSchema.safeParse(id).success && !id.includes('/')
  const own = isKey && read(account, id).createdAt > 0 ? [id] : []
  const atProviders = providers.flatMap((provider) => {
    const identity = Identity.safeParse({ provider, steamId: id, discordId: id, username: id, displayName: id })
    if (!identity.success) return []
    const keys = [false, true].map((demo) => identityKey(identity.data, demo))
    return keys.flatMap((key) => read(identities, identityBucketOf(key)).accounts[key] ?? [])
  })
  return [...own, ...atProviders]
}

/** Every account has an identity, and so is found where those are kept. Others have their turn between two parts of the work. */
async function idsNamed(reading: Reading, text: string): Promise<string[]> {
  const { read } = reading
  const found = new Map<string, number>()
  let lookedAt = 0
  for (let bucket = 0; bucket < identityBuckets && lookedAt < mostLookedAt; bucket += 1) {
    const { accounts } = read(identities, bucket.toString(16).padStart(2, '0'))
    for (const id of Object.values(accounts)) {
      lookedAt += 1
      const rank = rankOf(read(account, id).name.toLowerCase(), text)
      if (rank !== null && isOfTheirKind(reading, id)) found.set(id, rank)
    }
    if (bucket % bucketsInOneTurn === 0) await new Promise<void>((resolve) => void setImmediate(resolve))
  }
  return [...found].sort(([, one], [, other]) => one - other).map(([id]) => id)
}
const bucketsInOneTurn = 8

function rankOf(name: string, text: string): number | null {
  if (name === text) return 0
  if (name.startsWith(text)) return 1
  return name.includes(text) ? 2 : null
}
