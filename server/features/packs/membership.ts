import { mainServer, type PackId } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import {
  type Membership,
  membership,
  mostCarnivores,
  mostMembers,
  type Pack,
  pack,
  suggestedPackName,
} from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import { dietOf } from '../../../shared/features/world/species.ts'
import type { Actor, Context } from '../../engine/rule.ts'
import type { Transaction } from '../../engine/transaction.ts'
import { cancelAgreedTeleports } from '../deliveries/agreedTeleports.ts'
import { closeCode } from './codes.ts'
import { rememberPing, restorePing } from './cooldown.ts'

interface MemberContext<Refusals extends string> extends Transaction {
  readonly actor: Actor
  refuse(code: Refusals): never
}

interface ChangeContext extends Transaction {
  readonly now: number
}

export function accountIdOf({ id }: Actor): string {
  if (id === null) throw new Error('Packs consist of accounts, and the actor has none')
  return id
}

/** The actor's account and the pack that it is in. */
export function packOfActor({ actor, read, edit, refuse }: MemberContext<'notInPack'>) {
  const me = accountIdOf(actor)
  const { pack: id } = read(membership, me)
  return id === null ? refuse('notInPack') : { me, id, own: edit(pack, id) }
}

/** The same, for commands of the leader only. */
export function packLedByActor(context: MemberContext<'notInPack' | 'notLeader'>) {
  const led = packOfActor(context)
  return led.own.leader === led.me ? led : context.refuse('notLeader')
}

/** Adds a member, who shares from then on. */
export function addMember(context: ChangeContext, id: PackId, member: string): void {
  const { read, edit, now } = context
  const name = read(account, member).name || member
  edit(pack, id).members[member] = { name, joinedAt: now, sharedSince: now }
  Object.assign(edit(membership, member), { pack: id, ended: null })
  const pinged = restorePing(context, member)
  if (pinged !== null) edit(packLife, id).pingedAt[member] = pinged
}

type End = NonNullable<Membership['ended']>['how']

/** Whether a pack has the name of this user in its own: many packs are named for the user who made them. */
export function isNamedFor(packName: string, user: string): boolean {
  const name = packName.toLowerCase()
  return user !== '' && (name.includes(user.toLowerCase()) || name === suggestedPackName(user).toLowerCase())
}

/** The pack's name as this member may keep it; empty if another member's name is in it, since an erasure of the other would not find it. */
export const nameToKeep = ({ name, members }: Pick<Pack, 'name' | 'members'>, member: string): string =>
  Object.entries(members).some(([id, other]) => id !== member && isNamedFor(name, other.name)) ? '' : name

/** Removes a member and the data that the pack could read of them. */
export function dropMember(
  context: Context,
  id: PackId,
  member: string,
  how: End,
  name = nameToKeep(context.read(pack, id), member),
): void {
  const { edit, now } = context
  const { members } = edit(pack, id)
  const { seen, pingedAt, pings } = edit(packLife, id)
  rememberPing(context, member, pingedAt[member])
  for (const record of [members, seen, pingedAt]) delete record[member]
  for (const [ping, { by }] of Object.entries(pings)) if (by === member) delete pings[ping]
  Object.assign(edit(membership, member), { pack: null, ended: { how, name, at: now } })
  cancelAgreedTeleports(context, { from: null, to: member, agreed: 'inPack' })
  for (const other of Object.keys(members))
    cancelAgreedTeleports(context, { from: member, to: other, agreed: 'inPack' })
}

/** Empties a pack without members, of which only the id is left. */
export function endPack({ edit }: Transaction, id: PackId): void {
  const empty = edit(pack, id)
  const life = edit(packLife, id)
  closeCode({ edit }, empty.code)
  Object.assign(empty, { name: '', leader: '', code: '', waypoint: null })
  life.readAt = null
  for (const ping of Object.keys(life.pings)) delete life.pings[ping]
}

/** The member who joined first; of several in the same millisecond, the first by id. */
export const firstJoinedMember = ({ members }: Pick<Pack, 'members'>): string | null =>
  Object.entries(members).reduce<[string, number] | null>(
    (longest, [id, { joinedAt }]) =>
      longest === null || joinedAt < longest[1] || (joinedAt === longest[1] && id < longest[0])
        ? [id, joinedAt]
        : longest,
    null,
  )?.[0] ?? null

type DietSide = 'carnivore' | 'herbivore'
type Full = 'tooManyCarnivores' | 'tooManyHerbivores' | 'full'

/**
 * Why the pack has no room for the account, by what every member plays now; null if it has. An account that plays nothing needs only a
 * free place.
 */
export function fullRefusal(
  read: Transaction['read'],
  { members }: Pick<Pack, 'members'>,
  joiner: string,
): Full | null {
  const accounts = Object.keys(members)
  const side = sideOf(read, joiner)
  const sameSide = side === null ? 0 : accounts.filter((member) => sideOf(read, member) === side).length
  if (side === 'carnivore' && sameSide >= mostCarnivores) return 'tooManyCarnivores'
  if (side === 'herbivore' && sameSide >= mostMembers) return 'tooManyHerbivores'
  return accounts.length >= mostMembers ? 'full' : null
}

/** Species that are not known carnivores count as herbivores. A dead animal counts as none. */
function sideOf(read: Transaction['read'], member: string): DietSide | null {
  const { steamId } = read(account, member)
  const animal = steamId === null ? null : (read(roster, mainServer).players[steamId]?.animal ?? null)
  if (animal === null || animal.dead) return null
  return dietOf(animal.species) === 'carnivore' ? 'carnivore' : 'herbivore'
}
