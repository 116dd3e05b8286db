import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id, PlayerId, ServerId } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { longestNameOrId } from '../profile/profile.ts'
import { FriendPlace, FriendStatus, mostBlocked, mostFriends, mostRequests, mostRequestsPerHour } from './friends.ts'

const empty = z.object({})
const permission = 'play'

/** Refused alike where there is no such player, and where there is one who takes no requests or has blocked the asking user. */
const noPlayer = 'No player with that name accepts friend requests. Check the spelling, or ask for their SteamID64.'
const samePerson = "That's you. Enter the name of another player."
const youBlocked = "You've blocked this player. Unblock them first."
const full = `You have ${mostFriends} friends, which is the limit. Remove one first.`
const theirsFull = `This player already has ${mostFriends} friends, which is the limit.`
const gone = 'That request is no longer there.'
const notFriends = "You're not friends with this player."

/** The player with this exact name, in any case, or with this SteamID64. */
export const findFriend = defineQuery({
  name: 'friends.find',
  permission,
  input: z.strictObject({ name: z.string().trim().min(1).max(longestNameOrId) }),
  output: z.object({ account: PlayerId, name: z.string() }),
  refusals: {
    noPlayer,
    samePerson,
    ambiguous: 'Several players have that name. Ask the one you mean for their SteamID64 and enter it.',
  },
  /** All accounts are looked through, and names are guessed with it. */
  perMinute: 15,
})

/** Asks a player to be friends. Where they have asked too, the two are friends at once. */
export const requestFriend = defineCommand({
  name: 'friends.request',
  permission,
  /** `to`: an account, as `findFriend` or a player's drawer names it. */
  input: z.strictObject({ to: Id }),
  output: z.object({ became: z.enum(['asked', 'friends']) }),
  refusals: {
    noPlayer,
    samePerson,
    youBlocked,
    full,
    theirsFull,
    friendsAlready: "You're friends already.",
    askedAlready: "You've already asked this player. Wait for their answer.",
    tooManyOpen: `${mostRequests} of your requests are open, which is the limit. Cancel one first.`,
    theirsTooMany: 'This player has too many open requests. Try again later.',
    tooOften: `You can send ${mostRequestsPerHour} friend requests an hour. Try again later.`,
  },
  attemptLimit: { refusals: ['noPlayer'], perMinute: 10 },
})

export const acceptFriend = defineCommand({
  name: 'friends.accept',
  permission,
  input: z.strictObject({ from: Id }),
  output: empty,
  refusals: { gone, full, theirsFull, samePerson },
})

/** The other one is not told: the request is gone from both lists. */
export const declineFriend = defineCommand({
  name: 'friends.decline',
  permission,
  input: z.strictObject({ from: Id }),
  output: empty,
  refusals: { gone },
})

export const cancelRequest = defineCommand({
  name: 'friends.cancel',
  permission,
  input: z.strictObject({ to: Id }),
  output: empty,
  refusals: { gone },
})

export const removeFriend = defineCommand({
  name: 'friends.remove',
  permission,
  input: z.strictObject({ friend: Id }),
  output: empty,
  refusals: { notFriends },
})

/** Ends friendship and requests on both sides. The other one is not told, and can ask nothing any more. */
export const blockPlayer = defineCommand({
  name: 'friends.block',
  permission,
  input: z.strictObject({ player: Id }),
  output: empty,
  refusals: {
    noPlayer: 'No such player.',
    yourself: "You can't block yourself.",
    tooMany: `You have blocked ${mostBlocked} players, which is the limit. Unblock one first.`,
  },
  attemptLimit: { refusals: ['noPlayer'], perMinute: 10 },
})

/** Unblocking a player who is not blocked is not a fault. */
export const unblockPlayer = defineCommand({
  name: 'friends.unblock',
  permission,
  input: z.strictObject({ player: Id }),
  output: empty,
  refusals: {},
})

/** What is left out stays. A change takes effect in the same write. */
export const setFriendSettings = defineCommand({
  name: 'friends.setSettings',
  permission,
  input: z.strictObject({
    takesRequests: z.boolean().optional(),
    showsStatus: z.boolean().optional(),
    sharesPlace: z.boolean().optional(),
    takesTeleports: z.boolean().optional(),
  }),
  output: empty,
  refusals: {},
})

const teleportRefusals = {
  notFriends,
  off: 'Teleports to friends are switched off on this server.',
  notLinked: 'Link your Steam account first, so that we know which dinosaur is yours.',
  notInGame: 'You both need a living dinosaur in the game.',
  hurt: 'One of you was hurt in the last minute. Wait until you are both safe.',
  tooSoon: 'You can teleport to a friend every 10 minutes. Wait another {minutes} min.',
  theirsTooSoon: 'Your friend teleported a short time ago. They have to wait another {minutes} min.',
  noLink: "The server can't teleport anyone right now.",
} as const

/** Asks a friend to be brought to their dinosaur. The request ends after a minute. */
export const askTeleport = defineCommand({
  name: 'friends.askTeleport',
  permission,
  input: z.strictObject({ friend: Id }),
  output: z.object({ endsAt: z.number() }),
  refusals: {
    notFriends: teleportRefusals.notFriends,
    off: teleportRefusals.off,
    notLinked: teleportRefusals.notLinked,
    notInGame: teleportRefusals.notInGame,
    hurt: 'You were hurt in the last minute. Wait until you are safe.',
    tooSoon: teleportRefusals.tooSoon,
    noLink: teleportRefusals.noLink,
    takesNone: "This friend doesn't accept teleport requests.",
    busy: 'This friend has too many teleport requests. Try again in a minute.',
    askedAlready: "You've already asked a friend. Wait for the answer, or cancel that request.",
    tooOften: 'You asked a moment ago. Try again in a few seconds.',
  },
})

/** Brings the friend who asked: a delivery of their own, which no staff have to allow. */
export const acceptTeleport = defineCommand({
  name: 'friends.acceptTeleport',
  permission,
  input: z.strictObject({ from: Id }),
  output: empty,
  refusals: {
    gone,
    off: teleportRefusals.off,
    notInGame: teleportRefusals.notInGame,
    hurt: teleportRefusals.hurt,
    theirsTooSoon: teleportRefusals.theirsTooSoon,
    noLink: teleportRefusals.noLink,
    busy: 'Too many commands are open right now. Try again in a moment.',
  },
})

export const declineTeleport = defineCommand({
  name: 'friends.declineTeleport',
  permission,
  input: z.strictObject({ from: Id }),
  output: empty,
  refusals: { gone },
})

export const withdrawTeleport = defineCommand({
  name: 'friends.withdrawTeleport',
  permission,
  input: z.strictObject({}),
  output: empty,
  refusals: { gone },
})

/** Ends a request that got no answer. */
export const expireTeleport = defineCommand({
  name: 'friends.expireTeleport',
  permission: 'hub',
  input: z.object({ asker: Id, id: z.string() }),
  output: empty,
  refusals: {},
})

/** The owner allows or forbids teleports between friends. */
export const setFriendTeleports = defineCommand({
  name: 'friends.setTeleports',
  permission: 'ownerPanel',
  input: z.strictObject({ on: z.boolean() }),
  output: empty,
  refusals: {},
})

/** What the user `viewer` may see of friends now. The rule drops what is no longer allowed. */
export const reportFriends = defineCommand({
  name: 'friends.report',
  permission: 'hub',
  input: z.object({
    viewer: Id,
    /** Epoch ms of the reading; null before the first. */
    readAt: z.number().nullable(),
    everyMs: z.number().positive(),
    /** By account of the friend. `steamId`: the player whose animal it is. */
    seen: z.record(
      z.string(),
      z.object({ status: FriendStatus, place: FriendPlace.nullable(), steamId: z.string().nullable() }),
    ),
  }),
  output: empty,
  refusals: {},
})

/** The players whose dinosaurs lost health in a reading. */
export const reportHurt = defineCommand({
  name: 'friends.reportHurt',
  permission: 'hub',
  input: z.object({ server: ServerId, players: z.array(z.string()).max(1_000) }),
  output: empty,
  refusals: {},
})

/** In-game player ids of friends with whom places are shared: for users who see all positions anyway. */
export const friendPlayers = defineQuery({
  name: 'friends.players',
  permission: 'viewAllPositions',
  /** Accounts. Those that are not friends, or do not share, are left out of the answer. */
  input: z.object({ friends: z.array(z.string()).max(mostFriends) }),
  output: z.object({
    /** By account. */
    players: z.record(z.string(), z.string()),
  }),
})

/** Names of players in the user's own lists: a page watches the profiles of the first friends, and asks for the names of the others. */
export const friendNames = defineQuery({
  name: 'friends.names',
  permission,
  /** Accounts. Those that are in none of the lists are left out of the answer. */
  input: z.strictObject({ accounts: z.array(Id).max(Math.max(mostFriends, mostBlocked)) }),
  output: z.object({
    /** By account. */
    names: z.record(z.string(), z.string()),
  }),
})
