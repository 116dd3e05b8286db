import { mainServer } from '../../../shared/engine/ids.ts'
import { higherOf } from '../../../shared/engine/permissions.ts'
import { type Account, account, identities, identityBuckets } from '../../../shared/features/account/account.ts'
import { bans } from '../../../shared/features/deliveries/delivery.ts'
import { knownPlayers, knownPlayersKey, knownPlayersKeys } from '../../../shared/features/play/knownPlayers.ts'
import { lastSeenAtOf, playMsOf, playRecord } from '../../../shared/features/play/playRecord.ts'
import type { KnownPlayer, PlayerFilter } from '../../../shared/features/players/queries.ts'
import { profile } from '../../../shared/features/profile/profile.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type { QueryContext } from '../../engine/feature.ts'
import { accountLinkedTo } from '../account/rules.ts'
import { isOfReadersKind } from '../profile/search.ts'
import { highestSessionRole } from '../session/openSessions.ts'

type Reads = Pick<QueryContext, 'read' | 'principal' | 'now'>

/** The ids of one player: at least one is set. */
interface Ids {
  /** The game's. */
  readonly id: string | null
  readonly account: string | null
}

const bucketsPerTurn = 8
const otherWork = () => new Promise<void>((resolve) => void setImmediate(resolve))

/** The players that match a filter, sorted. Yields to other work now and then. */
export async function findKnownPlayers(context: Reads, filter: PlayerFilter): Promise<KnownPlayer[]> {
  const found: KnownPlayer[] = []
  const wanted = filter.text.toLowerCase()
  let read = 0
  for (const ids of await idsOf(context, filter.group)) {
    read += 1
    if (read % 1_000 === 0) await otherWork()
    if (wanted !== '' && !matches(context, ids, wanted)) continue
    const player = knownPlayer(context, ids)
    if (filter.group !== 'staff' || player.role !== 'player') found.push(player)
  }
  return found.sort(comparison(filter))
}

async function idsOf(context: Reads, group: PlayerFilter['group']): Promise<Iterable<Ids>> {
  const { read, principal } = context
  const inGame = (ids: readonly string[]) => ids.map((id) => ({ id, account: accountOfPlayer(context, id) }))
  if (group === 'online') return inGame(Object.keys(read(roster, mainServer).players))
  if (group === 'banned') return principal.can('banPlayers') ? inGame(Object.keys(read(bans, mainServer).bans)) : []
  const accounts = await allAccounts(context)
  if (group === 'staff') return accounts
  const known = knownPlayersKeys.flatMap((key) => Object.keys(read(knownPlayers, key).players))
  const withAccount = new Set(accounts.flatMap(({ id }) => id ?? []))
  const others = new Set(
    [...known, ...Object.keys(read(roster, mainServer).players)].filter((id) => !withAccount.has(id)),
  )
  return [...accounts, ...[...others].map((id) => ({ id, account: null }))]
}

/** All accounts of the reader's kind: demo accounts and real ones are kept apart. */
async function allAccounts(context: Reads): Promise<Ids[]> {
  const { read } = context
  const found = new Map<string, Ids>()
  for (const [at, bucket] of identityBuckets.entries()) {
    const { accounts } = read(identities, bucket)
    for (const id of Object.values(accounts))
      if (!found.has(id) && isOfReadersKind(context, id)) found.set(id, { id: read(account, id).steamId, account: id })
    if (at % bucketsPerTurn === 0) await otherWork()
  }
  return [...found.values()]
}

/** The account of the reader's kind to which a player is linked. */
const accountOfPlayer = ({ read, principal }: Reads, id: string): string | null =>
  accountLinkedTo(read, 'steam', id, read(account, principal.id ?? '').demo) ?? null

/** The ids of the player whom an id names, be it the game's or an account's; null if neither is known. */
export function idsNamed(context: Reads, named: string): Ids | null {
  const { read } = context
  const own: Readonly<Account> = read(account, named)
  if (own.createdAt > 0 && isOfReadersKind(context, named)) return { id: own.steamId, account: named }
  const linked = accountOfPlayer(context, named)
  const isKnown =
    linked !== null ||
    Object.hasOwn(read(roster, mainServer).players, named) ||
    Object.hasOwn(read(knownPlayers, knownPlayersKey(named)).players, named) ||
    Object.hasOwn(read(bans, mainServer).bans, named) ||
    read(playRecord, named).firstSeenAt !== null
  return isKnown ? { id: named, account: linked } : null
}

function namesOf({ read }: Reads, { id, account: own }: Ids) {
  const inGame = id === null ? '' : (read(roster, mainServer).players[id]?.name ?? '')
  const lastInGame = id === null ? '' : (read(knownPlayers, knownPlayersKey(id)).players[id]?.name ?? '')
  return { inGame: inGame || lastInGame, ofAccount: own === null ? '' : read(account, own).name }
}

function matches(context: Reads, ids: Ids, wanted: string): boolean {
  const { inGame, ofAccount } = namesOf(context, ids)
  const isNamed = inGame.toLowerCase().includes(wanted) || ofAccount.toLowerCase().includes(wanted)
  return isNamed || ids.id?.startsWith(wanted) === true || ids.account === wanted
}

/** What the reader may know of a player. */
export function knownPlayer(context: Reads, ids: Ids): KnownPlayer {
  const { read, principal, now } = context
  const { id } = ids
  const entry = id === null ? undefined : read(roster, mainServer).players[id]
  const record = id === null ? null : read(playRecord, id)
  const animal = principal.can('viewAllPositions') ? (entry?.animal ?? null) : null
  const { inGame, ofAccount } = namesOf(context, ids)
  return {
    id,
    account: ids.account as KnownPlayer['account'],
    name: inGame || ofAccount,
    // With an upgrade or a demo sign-in, as the rank that decides who may act on whom.
    role:
      ids.account === null
        ? 'player'
        : higherOf(read(profile, ids.account).role, highestSessionRole(context, ids.account)),
    isOnline: entry !== undefined,
    animal: animal && { species: animal.species, growth: animal.growth, dead: animal.dead },
    lastSeenAt: record && lastSeenAtOf(record, now),
    playMs: record ? playMsOf(record, now) : 0,
    isBanned: principal.can('banPlayers') ? id !== null && Object.hasOwn(read(bans, mainServer).bans, id) : null,
  }
}

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

/** Players without a value come last in either direction, and equal ones by name. */
function comparison({ sort, descending }: PlayerFilter) {
  const sign = descending ? -1 : 1
  const byName = (one: KnownPlayer, other: KnownPlayer) =>
    collator.compare(one.name || '\uffff', other.name || '\uffff') || ((one.id ?? '') < (other.id ?? '') ? -1 : 1)
  const figureOf = ({ animal, lastSeenAt, playMs }: KnownPlayer): number | string | null => {
    if (sort === 'species') return animal?.species ?? null
    if (sort === 'growth') return animal?.growth ?? null
    return sort === 'lastSeen' ? lastSeenAt : playMs || null
  }
  return (one: KnownPlayer, other: KnownPlayer): number => {
    if (sort === 'name') return sign * byName(one, other)
    const [a, b] = [figureOf(one), figureOf(other)]
    if (a === b) return byName(one, other)
    if (a === null || b === null) return a === null ? 1 : -1
    return sign * (a < b ? -1 : 1)
  }
}
