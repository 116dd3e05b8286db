import { account } from '../../../shared/features/account/account.ts'
import { blockers, friendLife, friends } from '../../../shared/features/friends/friends.ts'
import type { Reading } from '../../engine/principal.ts'
import type { Context } from '../../engine/rule.ts'
import { isSamePerson } from '../account/persons.ts'
import { cancelAgreedTeleports } from '../deliveries/agreedTeleports.ts'

/** What two users are to each other is in the documents of both. Only the functions of this file write it, always on both sides. */
export type RelationContext = Context

export const isFriend = (read: Reading, one: string, other: string) => Object.hasOwn(read(friends, one).friends, other)

/** Whether a user can ask this account: it is there, of the same kind (demo or real), takes requests, and has not blocked them. */
export function takesRequestOf(read: Reading, from: string, to: string): boolean {
  const { createdAt, demo } = read(account, to)
  if (createdAt === 0 || demo !== read(account, from).demo) return false
  const theirs = read(friends, to)
  return theirs.takesRequests && !Object.hasOwn(theirs.blocked, from)
}

export function openRequest({ edit, now }: RelationContext, from: string, to: string) {
  edit(friends, from).outgoing[to] = now
  edit(friends, to).incoming[from] = now
}

/** Ends requests in both directions. */
export function closeRequests({ read, edit }: RelationContext, one: string, other: string) {
  for (const [mine, theirs] of [
    [one, other],
    [other, one],
  ] as const) {
    const { incoming, outgoing } = read(friends, mine)
    if (Object.hasOwn(incoming, theirs)) delete edit(friends, mine).incoming[theirs]
    if (Object.hasOwn(outgoing, theirs)) delete edit(friends, mine).outgoing[theirs]
  }
}

export function befriend(context: RelationContext, one: string, other: string) {
  const { edit, now } = context
  closeRequests(context, one, other)
  edit(friends, one).friends[other] = { since: now, showsStatus: false, placeSince: null }
  edit(friends, other).friends[one] = { since: now, showsStatus: false, placeSince: null }
  updateSharing(context, one, other)
}

/** Ends all that two users are to each other, beside blocks. */
export function part(context: RelationContext, one: string, other: string) {
  const { read, edit } = context
  closeRequests(context, one, other)
  endTeleportsBetween(context, one, other)
  cancelAgreedTeleports(context, { from: one, to: other, agreed: 'asFriend' })
  cancelAgreedTeleports(context, { from: other, to: one, agreed: 'asFriend' })
  if (!isFriend(read, one, other)) return
  delete edit(friends, one).friends[other]
  delete edit(friends, other).friends[one]
  hideFrom(context, one, other)
  hideFrom(context, other, one)
}

/** Writes on both sides what the two show each other, by the settings of both. What is no longer shown is dropped in the same write. */
export function updateSharing(context: RelationContext, one: string, other: string) {
  const { read, edit, now } = context
  const [mine, theirs] = [read(friends, one), read(friends, other)]
  const known = mine.friends[other]
  if (!known) return
  const showsStatus = mine.showsStatus && theirs.showsStatus
  const sharesPlace = showsStatus && mine.sharesPlace && theirs.sharesPlace
  const placeSince = sharesPlace ? (known.placeSince ?? now) : null
  if (known.showsStatus === showsStatus && known.placeSince === placeSince) return
  for (const [viewer, friend] of [
    [one, other],
    [other, one],
  ] as const) {
    Object.assign(edit(friends, viewer).friends[friend] ?? {}, { showsStatus, placeSince })
    if (!showsStatus) hideFrom(context, viewer, friend)
    else if (!sharesPlace) hidePlaceFrom(context, viewer, friend)
  }
}

function hideFrom({ read, edit }: RelationContext, viewer: string, friend: string) {
  if (Object.hasOwn(read(friendLife, viewer).seen, friend)) delete edit(friendLife, viewer).seen[friend]
}

function hidePlaceFrom({ read, edit }: RelationContext, viewer: string, friend: string) {
  if (!read(friendLife, viewer).seen[friend]?.place) return
  const seen = edit(friendLife, viewer).seen[friend]
  if (seen) seen.place = null
}

/** What all friends see of a user now: dropped when the account is linked to another player, until the next reading. */
export function hidePlace(context: RelationContext, who: string) {
  for (const friend of Object.keys(context.read(friends, who).friends)) hidePlaceFrom(context, friend, who)
}

/** Ends the relations between accounts that have turned out to be of one person. */
export function partFromOwnAccounts(context: RelationContext, who: string) {
  const { read } = context
  const { friends: list, incoming, outgoing } = read(friends, who)
  for (const other of new Set([list, incoming, outgoing].flatMap((some) => Object.keys(some))))
    if (isSamePerson(read, who, other)) part(context, who, other)
}

export function block(context: RelationContext, who: string, blocked: string) {
  const { edit, now } = context
  part(context, who, blocked)
  edit(friends, who).blocked[blocked] = now
  edit(blockers, blocked).by[who] = true
}

export function unblock({ read, edit }: RelationContext, who: string, blocked: string) {
  if (!Object.hasOwn(read(friends, who).blocked, blocked)) return
  delete edit(friends, who).blocked[blocked]
  delete edit(blockers, blocked).by[who]
}

/** Removes a user from the documents of all others, and all others from theirs. */
export function forget(context: RelationContext, who: string) {
  const { read, edit } = context
  const { friends: list, incoming, outgoing, blocked } = read(friends, who)
  for (const other of new Set([list, incoming, outgoing].flatMap((some) => Object.keys(some))))
    part(context, who, other)
  for (const other of Object.keys(blocked)) unblock(context, who, other)
  for (const other of Object.keys(read(blockers, who).by)) unblock(context, other, who)
  Object.assign(edit(friends, who), friends.schema.parse({}))
  edit(friendLife, who).seen = {}
}

/** The id of the timer that ends a request for a teleport. */
export const teleportTimer = (id: string) => `friends.teleport ${id}`

/** Ends the request of one user to be brought to another, where there is one. Returns whether there was. */
export function endTeleport({ read, edit, schedule }: RelationContext, asker: string, friend: string): boolean {
  const asked = read(friends, asker).teleport
  if (asked?.friend !== friend) return false
  schedule.cancel(teleportTimer(asked.id))
  edit(friends, asker).teleport = null
  delete edit(friends, friend).teleportsIn[asker]
  return true
}

function endTeleportsBetween(context: RelationContext, one: string, other: string) {
  endTeleport(context, one, other)
  endTeleport(context, other, one)
}
