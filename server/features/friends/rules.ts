import { z } from 'zod'
import { account } from '../../../shared/features/account/account.ts'
import type * as commands from '../../../shared/features/friends/commands.ts'
import {
  friendLife,
  friendRules,
  friends,
  hurtMs,
  hurtPlayers,
  mostBlocked,
  mostFriends,
  mostRequests,
  mostRequestsPerHour,
} from '../../../shared/features/friends/friends.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { isSamePerson } from '../account/persons.ts'
import { accountOf } from '../account/rules.ts'
import { cancelAgreedTeleports } from '../deliveries/agreedTeleports.ts'
import { changeOwnerSetting, ownerSetting } from '../settings/changes.ts'
import { notifyFriend } from './friendNotices.ts'
import * as relations from './relations.ts'

const hourMs = 3_600_000

export const requestFriend: Rule<typeof commands.requestFriend> = (context, { to }) => {
  const { actor, read, refuse } = context
  const me = accountOf(actor)
  const own = read(friends, me)
  if (isSamePerson(read, me, to)) return refuse('samePerson')
  if (Object.hasOwn(own.blocked, to)) return refuse('youBlocked')
  if (Object.hasOwn(own.friends, to)) return refuse('friendsAlready')
  if (Object.hasOwn(own.outgoing, to)) return refuse('askedAlready')
  // They have asked: whether they take requests of others does not matter.
  if (Object.hasOwn(own.incoming, to)) {
    checkRoom(context, me, to)
    makeFriends(context, me, to)
    return { became: 'friends' }
  }
  if (!relations.takesRequestOf(read, me, to)) return refuse('noPlayer')
  checkRoom(context, me, to)
  if (sizeOf(own.outgoing) >= mostRequests) return refuse('tooManyOpen')
  if (sizeOf(read(friends, to).incoming) >= mostRequests) return refuse('theirsTooMany')
  countRequest(context, me)
  relations.openRequest(context, me, to)
  notifyFriend(context, to, 'asked', me)
  return { became: 'asked' }
}

const sizeOf = (record: object) => Object.keys(record).length

type RoomContext = Pick<Context, 'read'> & { refuse(code: 'full' | 'theirsFull'): never }

function checkRoom({ read, refuse }: RoomContext, me: string, other: string) {
  if (sizeOf(read(friends, me).friends) >= mostFriends) refuse('full')
  if (sizeOf(read(friends, other).friends) >= mostFriends) refuse('theirsFull')
}

/** Counts one request of the last hour. One of the future was made before the clock was set back, and does not count. */
function countRequest({ edit, now, newId, refuse }: Context & { refuse(code: 'tooOften'): never }, me: string) {
  const { asked } = edit(friends, me)
  for (const [id, at] of Object.entries(asked)) if (at > now || now - at >= hourMs) delete asked[id]
  if (sizeOf(asked) >= mostRequestsPerHour) refuse('tooOften')
  asked[newId()] = now
}

function makeFriends(context: Context, me: string, asker: string) {
  relations.befriend(context, me, asker)
  notifyFriend(context, asker, 'accepted', me)
}

export const acceptFriend: Rule<typeof commands.acceptFriend> = (context, { from }) => {
  const { actor, read, refuse } = context
  const me = accountOf(actor)
  if (!Object.hasOwn(read(friends, me).incoming, from)) return refuse('gone')
  if (isSamePerson(read, me, from)) return refuse('samePerson')
  checkRoom(context, me, from)
  makeFriends(context, me, from)
  return {}
}

export const declineFriend: Rule<typeof commands.declineFriend> = (context, { from }) => {
  const me = accountOf(context.actor)
  if (!Object.hasOwn(context.read(friends, me).incoming, from)) return context.refuse('gone')
  relations.closeRequests(context, me, from)
  return {}
}

export const cancelRequest: Rule<typeof commands.cancelRequest> = (context, { to }) => {
  const me = accountOf(context.actor)
  if (!Object.hasOwn(context.read(friends, me).outgoing, to)) return context.refuse('gone')
  relations.closeRequests(context, me, to)
  return {}
}

export const removeFriend: Rule<typeof commands.removeFriend> = (context, { friend }) => {
  const me = accountOf(context.actor)
  if (!relations.isFriend(context.read, me, friend)) return context.refuse('notFriends')
  relations.part(context, me, friend)
  return {}
}

export const blockPlayer: Rule<typeof commands.blockPlayer> = (context, { player }) => {
  const { actor, read, refuse } = context
  const me = accountOf(actor)
  if (player === me) return refuse('yourself')
  const { createdAt, demo } = read(account, player)
  if (createdAt === 0 || demo !== read(account, me).demo) return refuse('noPlayer')
  const { blocked } = read(friends, me)
  if (!Object.hasOwn(blocked, player) && sizeOf(blocked) >= mostBlocked) return refuse('tooMany')
  relations.block(context, me, player)
  return {}
}

export const unblockPlayer: Rule<typeof commands.unblockPlayer> = (context, { player }) => {
  relations.unblock(context, accountOf(context.actor), player)
  return {}
}

export const setFriendSettings: Rule<typeof commands.setFriendSettings> = (context, settings) => {
  const me = accountOf(context.actor)
  const { read, edit } = context
  const own = edit(friends, me)
  for (const name of ['takesRequests', 'showsStatus', 'sharesPlace', 'takesTeleports'] as const) {
    const wanted = settings[name]
    if (wanted !== undefined && own[name] !== wanted) own[name] = wanted
  }
  for (const friend of Object.keys(read(friends, me).friends)) relations.updateSharing(context, me, friend)
  if (settings.takesTeleports === false) cancelAgreedTeleports(context, { from: null, to: me, agreed: 'asFriend' })
  return {}
}

/** Whether friends can teleport to one another at all. */
export const teleportsSetting = ownerSetting<boolean>({
  key: 'friends.teleports',
  name: 'teleports between friends',
  schema: z.boolean(),
  inWords: (on) => (on ? 'on' : 'off'),
  read: ({ read }) => read(friendRules).teleports,
  write({ edit }, on) {
    edit(friendRules).teleports = on
  },
})

export const setFriendTeleports: Rule<typeof commands.setFriendTeleports> = (context, { on }) => {
  changeOwnerSetting(context, teleportsSetting, on)
  return {}
}

/** Only what is allowed now is written, since the reading may be older than the end of a friendship or of sharing. */
export const reportFriends: Rule<typeof commands.reportFriends> = (
  { read, edit },
  { viewer, readAt, everyMs, seen },
) => {
  const { friends: list } = read(friends, viewer)
  const before = read(friendLife, viewer)
  const shown = Object.entries(seen).flatMap(([id, { status, place, steamId }]) => {
    const friend = Object.hasOwn(list, id) ? list[id] : undefined
    if (!friend?.showsStatus) return []
    const isTheirs = steamId !== null && read(account, id).steamId === steamId
    return [[id, { status, place: friend.placeSince !== null && isTheirs ? place : null }] as const]
  })
  const ids = new Set(shown.map(([id]) => id))
  const life = edit(friendLife, viewer)
  for (const id of Object.keys(before.seen)) if (!ids.has(id)) delete life.seen[id]
  for (const [id, one] of shown) if (JSON.stringify(before.seen[id]) !== JSON.stringify(one)) life.seen[id] = one
  // The age of the reading is about places: without one nothing has to be sent every two seconds.
  if (shown.some(([, { place }]) => place !== null)) Object.assign(life, { readAt, everyMs })
  return {}
}

export const reportHurt: Rule<typeof commands.reportHurt> = ({ edit, now }, { server, players }) => {
  const { at } = edit(hurtPlayers, server)
  for (const [player, last] of Object.entries(at)) if (now - last > hurtMs) delete at[player]
  for (const player of players) at[player] = now
  return {}
}
