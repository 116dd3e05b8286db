import type { Draft } from 'immer'
import { PackId } from '../../../shared/engine/ids.ts'
import { mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type * as commands from '../../../shared/features/packs/commands.ts'
import { isCode, isMember, membership, type PackMember, pack, tidyCode } from '../../../shared/features/packs/pack.ts'
import { mostPings, type PackLife, packLife, pingKeptMs } from '../../../shared/features/packs/packLife.ts'
import { isOnMap } from '../../../shared/features/world/frame.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { cancelAgreedTeleports } from '../deliveries/agreedTeleports.ts'
import { closeCode, openCode, packWith } from './codes.ts'
import { mayCreatePack, recordCreation } from './cooldown.ts'
import {
  accountIdOf,
  addMember,
  dropMember,
  endPack,
  firstJoinedMember,
  fullRefusal,
  nameToKeep,
  packLedByActor,
  packOfActor,
} from './membership.ts'

export const createPack: Rule<typeof commands.createPack> = (context, { name }) => {
  const { actor, read, edit, newId, refuse } = context
  const me = accountIdOf(actor)
  if (read(membership, me).pack !== null) refuse('inPack')
  if (!mayCreatePack(context, me)) refuse('tooOften')
  recordCreation(context, me)
  const id = PackId.parse(newId())
  Object.assign(edit(pack, id), { name, leader: me, code: openCode(context, id) })
  addMember(context, id, me)
  return { pack: id }
}

export const joinPack: Rule<typeof commands.joinPack> = (context, { code: typed }) => {
  const { actor, read, refuse } = context
  const me = accountIdOf(actor)
  const code = tidyCode(typed)
  if (code === '') refuse('emptyCode')
  if (!isCode(code)) refuse('strangeCode')
  const id = packWith(read, code) ?? refuse('unknownCode')
  const mine = read(membership, me).pack
  if (mine !== null) refuse(mine === id ? 'ownPack' : 'inPack')
  const full = fullRefusal(read, read(pack, id), me)
  if (full) refuse(full)
  addMember(context, id, me)
  return { pack: id }
}

export const leavePack: Rule<typeof commands.leavePack> = (context) => {
  const { me, id } = packOfActor(context)
  leaveFrom(context, id, me)
  return {}
}

/** Also for a member who is erased by the hub itself, as after a restore. */
export function leaveFrom(context: Context, id: PackId, member: string) {
  const own = context.edit(pack, id)
  dropMember(context, id, member, 'left')
  const longest = firstJoinedMember(own)
  if (longest === null) endPack(context, id)
  else if (own.leader === member) own.leader = longest
}

export const removeMember: Rule<typeof commands.removeMember> = (context, { member }) => {
  const { me, id, own } = packLedByActor(context)
  if (member === me) context.refuse('yourself')
  if (!isMember(own, member)) context.refuse('notMember')
  dropMember(context, id, member, 'removed')
  closeCode(context, own.code)
  own.code = openCode(context, id)
  return {}
}

export const handOverPack: Rule<typeof commands.handOverPack> = (context, { member }) => {
  const { me, own } = packLedByActor(context)
  if (member === me) context.refuse('yourself')
  if (!isMember(own, member)) context.refuse('notMember')
  own.leader = member
  return {}
}

export const renewCode: Rule<typeof commands.renewCode> = (context) => {
  const { id, own } = packLedByActor(context)
  closeCode(context, own.code)
  own.code = openCode(context, id)
  return { code: own.code }
}

export const disbandPack: Rule<typeof commands.disbandPack> = (context) => {
  const { id, own } = packLedByActor(context)
  // Of all before the first is dropped: then it is known whose names are in the pack's.
  const names = Object.keys(own.members).map((member) => [member, nameToKeep(own, member)] as const)
  for (const [member, name] of names) dropMember(context, id, member, 'disbanded', name)
  endPack(context, id)
  return {}
}

/** Repeating it changes nothing, so that `sharedSince` stays. */
export const setSharing: Rule<typeof commands.setSharing> = (context, { shares }) => {
  const { me, id, own } = packOfActor(context)
  const mine = own.members[me]
  if (!mine || shares === (mine.sharedSince !== null)) return {}
  mine.sharedSince = shares ? context.now : null
  if (shares) return {}
  delete context.edit(packLife, id).seen[me]
  cancelAgreedTeleports(context, { from: null, to: me, agreed: 'inPack' })
  return {}
}

export const pingPlace: Rule<typeof commands.pingPlace> = (context, { kind, ...place }) => {
  const { read, edit, now, newId, refuse } = context
  const { me, id, own } = packOfActor(context)
  if (!isOnMap(place)) refuse('outside')
  const life = edit(packLife, id)
  const sinceLast = now - (life.pingedAt[me] ?? Number.NEGATIVE_INFINITY)
  // After the clock was set back the last ping is in the future and does not count.
  if (sinceLast >= 0 && sinceLast < read(mapSettings, me).pingInterval) refuse('tooSoon')
  life.pingedAt[me] = now
  life.pings[newId()] = { x: place.x, y: place.y, kind, by: me, name: own.members[me]?.name ?? me, at: now }
  dropOldPings(life, now)
  return {}
}

function dropOldPings({ pings }: Draft<PackLife>, now: number) {
  const newestFirst = Object.entries(pings).sort(([, a], [, b]) => b.at - a.at)
  for (const [index, [id, { at }]] of newestFirst.entries())
    if (index >= mostPings || now - at > pingKeptMs) delete pings[id]
}

export const setWaypoint: Rule<typeof commands.setWaypoint> = (context, { place }) => {
  const { own } = packLedByActor(context)
  if (place && !isOnMap(place)) context.refuse('outside')
  own.waypoint = place && { x: place.x, y: place.y, setAt: context.now }
  return {}
}

/** Only members who share now count, since the reading may be older than a leave or a hide. */
export const reportPack: Rule<typeof commands.reportPack> = ({ read, edit }, { pack: id, readAt, everyMs, seen }) => {
  const { members } = read(pack, id)
  if (Object.keys(members).length === 0) return {}
  const life = edit(packLife, id)
  const lastSeenAt = life.readAt ?? readAt
  Object.assign(life, { readAt, everyMs })
  dropOldPings(life, readAt)
  for (const member of Object.keys(life.seen)) if (!shares(members[member])) delete life.seen[member]
  for (const member of Object.keys(members)) {
    if (!shares(members[member])) continue
    const known = life.seen[member]
    const current = seen[member]
    if (!current) markGone(known, lastSeenAt)
    else if (known) Object.assign(known, current, { goneAt: null })
    else life.seen[member] = { ...current, goneAt: null }
  }
  return {}
}

const shares = (member: PackMember | undefined) => member !== undefined && member.sharedSince !== null

function markGone(known: PackLife['seen'][string] | undefined, lastSeenAt: number) {
  if (!known || known.goneAt !== null) return
  known.goneAt = lastSeenAt
  known.slot = null
}
