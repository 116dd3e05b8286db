import type { Draft } from 'immer'
import { mapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type * as commands from '../../../shared/features/packs/commands.ts'
import { type PackMember, pack } from '../../../shared/features/packs/pack.ts'
import { mostPings, type PackLife, packLife, pingKeptMs } from '../../../shared/features/packs/packLife.ts'
import { isOnMap } from '../../../shared/features/world/frame.ts'
import type { Rule } from '../../engine/rule.ts'
import { ledPack, ownPack } from './standing.ts'

/** Doing it twice changes nothing: what is shared without a break stays so. */
export const setSharing: Rule<typeof commands.setSharing> = (context, { shares }) => {
  const { me, id, own } = ownPack(context)
  const mine = own.members[me]
  if (!mine || shares === (mine.sharedSince !== null)) return {}
  mine.sharedSince = shares ? context.now : null
  if (!shares) delete context.edit(packLife, id).seen[me]
  return {}
}

export const pingPlace: Rule<typeof commands.pingPlace> = (context, place) => {
  const { read, edit, now, newId, refuse } = context
  const { me, id, own } = ownPack(context)
  if (!isOnMap(place)) refuse('outside')
  const life = edit(packLife, id)
  const sinceLast = now - (life.pingedAt[me] ?? Number.NEGATIVE_INFINITY)
  // A clock that was set back must not silence anybody.
  if (sinceLast >= 0 && sinceLast < read(mapSettings, me).pingInterval) refuse('tooSoon')
  life.pingedAt[me] = now
  life.pings[newId()] = { x: place.x, y: place.y, by: me, name: own.members[me]?.name ?? me, at: now }
  dropOldPings(life, now)
  return {}
}

function dropOldPings({ pings }: Draft<PackLife>, now: number) {
  const newestFirst = Object.entries(pings).sort(([, a], [, b]) => b.at - a.at)
  for (const [index, [id, { at }]] of newestFirst.entries())
    if (index >= mostPings || now - at > pingKeptMs) delete pings[id]
}

export const setWaypoint: Rule<typeof commands.setWaypoint> = (context, { place }) => {
  const { own } = ledPack(context)
  if (place && !isOnMap(place)) context.refuse('outside')
  own.waypoint = place && { x: place.x, y: place.y, setAt: context.now }
  return {}
}

/** A reading may be older than a leaving or a hiding: only those count who are in the pack and share now. */
export const reportPack: Rule<typeof commands.reportPack> = ({ read, edit }, { pack: id, readAt, everyMs, seen }) => {
  const { members } = read(pack, id)
  if (Object.keys(members).length === 0) return {}
  const life = edit(packLife, id)
  const lastThereAt = life.readAt ?? readAt
  Object.assign(life, { readAt, everyMs })
  dropOldPings(life, readAt)
  for (const member of Object.keys(life.seen)) if (!shares(members[member])) delete life.seen[member]
  for (const member of Object.keys(members)) {
    if (!shares(members[member])) continue
    const known = life.seen[member]
    const there = seen[member]
    if (!there) markGone(known, lastThereAt)
    else if (known) Object.assign(known, there, { goneAt: null })
    else life.seen[member] = { ...there, goneAt: null }
  }
  return {}
}

const shares = (member: PackMember | undefined) => member !== undefined && member.sharedSince !== null

function markGone(known: PackLife['seen'][string] | undefined, lastThereAt: number) {
  if (!known || known.goneAt !== null) return
  known.goneAt = lastThereAt
  known.slot = null
}
