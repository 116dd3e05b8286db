import type { PackId } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { type Membership, membership, type Pack, pack } from '../../../shared/features/packs/pack.ts'
import { packLife } from '../../../shared/features/packs/packLife.ts'
import type { Actor } from '../../engine/rule.ts'
import type { Transaction } from '../../engine/transaction.ts'
import { closeCode } from './codes.ts'
import { keepPing, takePing } from './pace.ts'

interface Asking<Refusals extends string> extends Transaction {
  readonly actor: Actor
  refuse(code: Refusals): never
}

interface Changing extends Transaction {
  readonly now: number
}

export function askerOf({ id }: Actor): string {
  if (id === null) throw new Error('Packs are made of accounts, and the asker has none')
  return id
}

/** The asker, and the pack that they are in. */
export function ownPack({ actor, read, edit, refuse }: Asking<'notInPack'>) {
  const me = askerOf(actor)
  const { pack: id } = read(membership, me)
  return id === null ? refuse('notInPack') : { me, id, own: edit(pack, id) }
}

/** The same for what only its leader may. */
export function ledPack(asking: Asking<'notInPack' | 'notLeader'>) {
  const led = ownPack(asking)
  return led.own.leader === led.me ? led : asking.refuse('notLeader')
}

/** Members share from the moment they come. */
export function takeIn(changing: Changing, id: PackId, member: string): void {
  const { read, edit, now } = changing
  const name = read(account, member).name || member
  edit(pack, id).members[member] = { name, joinedAt: now, sharedSince: now }
  Object.assign(edit(membership, member), { pack: id, ended: null })
  const pinged = takePing(changing, member)
  if (pinged !== null) edit(packLife, id).pingedAt[member] = pinged
}

type Ending = NonNullable<Membership['ended']>['how']

/** What the pack could know of them goes in the same moment. */
export function takeOut(changing: Changing, id: PackId, member: string, how: Ending): void {
  const { edit, now } = changing
  const { name, members } = edit(pack, id)
  const { seen, pingedAt } = edit(packLife, id)
  keepPing(changing, member, pingedAt[member])
  for (const record of [members, seen, pingedAt]) delete record[member]
  Object.assign(edit(membership, member), { pack: null, ended: { how, name, at: now } })
}

/** Of a pack without members nothing is left but its id. */
export function endPack({ edit }: Transaction, id: PackId): void {
  const empty = edit(pack, id)
  const life = edit(packLife, id)
  closeCode({ edit }, empty.code)
  Object.assign(empty, { name: '', leader: '', code: '', waypoint: null })
  life.readAt = null
  for (const ping of Object.keys(life.pings)) delete life.pings[ping]
}

/** Who has been in it for longest; of those who came in the same moment, the first by id. */
export const longestMember = ({ members }: Pick<Pack, 'members'>): string | null =>
  Object.entries(members).reduce<[string, number] | null>(
    (longest, [id, { joinedAt }]) =>
      longest === null || joinedAt < longest[1] || (joinedAt === longest[1] && id < longest[0])
        ? [id, joinedAt]
        : longest,
    null,
  )?.[0] ?? null
