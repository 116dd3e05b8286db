import { z } from 'zod'
import { defineDocument, exportedAs, itsPlayer, nobody } from '../../engine/document.ts'
import { Seen } from '../packs/packLife.ts'

/** One friend, as the other one's list holds them too. Names are read from the profiles. */
const Friend = z.object({
  /** Epoch ms. */
  since: z.number(),
  /** Whether both show when they are online. */
  showsStatus: z.boolean().default(false),
  /** Epoch ms since which both share their place without a break; null while one of the two does not. */
  placeSince: z.number().nullable().default(null),
})
export type Friend = z.infer<typeof Friend>

/** Epoch ms at which something was asked, or a player blocked. */
const AtEach = z.record(z.string(), z.number()).default({})

/** A request of one friend to be brought to another. */
const TeleportAsked = z.object({
  id: z.string(),
  /** The account of the other one. */
  friend: z.string(),
  /** Epoch ms. */
  askedAt: z.number(),
  endsAt: z.number(),
})

/** The friends of a user, with what each of the two must know. What concerns two users is in the documents of both. */
export const Friends = z.object({
  /** By account, as in all records here. */
  friends: z.record(z.string(), Friend).default({}),
  /** Users who ask to be friends. */
  incoming: AtEach,
  /** Users who were asked. */
  outgoing: AtEach,
  /** Users who can ask nothing. They are not told. */
  blocked: AtEach,
  /** The requests of the last hour, by id: also those that were answered. */
  asked: AtEach,
  /** The own request to be brought to a friend. */
  teleport: TeleportAsked.nullable().default(null),
  /** Requests of friends to be brought here, by the account of the friend. */
  teleportsIn: z.record(z.string(), TeleportAsked).default({}),
  /** When a friend was last asked for a teleport; null before the first. */
  teleportAskedAt: z.number().nullable().default(null),
  /** The last teleport to a friend: its delivery, and epoch ms. */
  lastTeleport: z.object({ at: z.number(), delivery: z.string() }).nullable().default(null),
  /** Others can ask to be friends. */
  takesRequests: z.boolean().default(true),
  /** Friends see whether the user is online, if they show it too. */
  showsStatus: z.boolean().default(true),
  /** Friends see where the user's dinosaur is, if they share theirs too. */
  sharesPlace: z.boolean().default(false),
  /** Friends can ask to be brought to the user's dinosaur. */
  takesTeleports: z.boolean().default(true),
})
export type Friends = z.infer<typeof Friends>

/** The key is the account id. A page of its user watches it as long as it is open: by that the hub knows who is online. */
export const friends = defineDocument({
  kind: 'friends',
  schema: Friends,
  readableBy: itsPlayer,
  memory: 'journaled',
  about: 'account',
  exported: exportedAs(
    'friends',
    // Without the others: that is their data.
    (own: Friends) => ({
      friendsSince: Object.values(own.friends).map(({ since }) => since),
      requestsSentAt: Object.values(own.outgoing),
      blockedAt: Object.values(own.blocked),
      teleportAskedAt: own.teleportAskedAt,
      takesRequests: own.takesRequests,
      showsStatus: own.showsStatus,
      sharesPlace: own.sharesPlace,
      takesTeleports: own.takesTeleports,
    }),
    {
      friendsSince: 'theirs',
      requestsSentAt: 'theirs',
      blockedAt: 'theirs',
      teleportAskedAt: 'theirs',
      takesRequests: 'theirs',
      showsStatus: 'theirs',
      sharesPlace: 'theirs',
      takesTeleports: 'theirs',
    },
  ),
  erased: 'byFeature',
  audited: null,
})

/** The users who have blocked a user: so that erasing one finds all lists. The key is the account id of the blocked user. */
export const blockers = defineDocument({
  kind: 'blockers',
  schema: z.object({ by: z.record(z.string(), z.literal(true)).default({}) }),
  readableBy: nobody,
  memory: 'journaled',
  about: 'account',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

export const FriendStatus = z.enum(['online', 'in-game', 'offline'])
export type FriendStatus = z.infer<typeof FriendStatus>

/** The animal of a friend as last read. Its slot is one of the stream `friendPositions/<account>`. */
export const FriendPlace = Seen.omit({ goneAt: true })
export type FriendPlace = z.infer<typeof FriendPlace>

/** What a user sees of one friend. */
export const FriendSeen = z.object({
  status: FriendStatus,
  /** Null where one of the two does not share, and for a friend without a dinosaur in the game. */
  place: FriendPlace.nullable().default(null),
})
export type FriendSeen = z.infer<typeof FriendSeen>

/** What a user sees of friends who allow it, while a page of theirs asks. The key is the account id of the user who sees it. */
export const FriendLife = z.object({
  /** Epoch ms of the reading of the places; null before the first. */
  readAt: z.number().nullable().default(null),
  everyMs: z.number().positive().default(2_000),
  /** By account of the friend; none where one of the two does not show when they are online. */
  seen: z.record(z.string(), FriendSeen).default({}),
})
export type FriendLife = z.infer<typeof FriendLife>
export const friendLife = defineDocument({
  kind: 'friendLife',
  schema: FriendLife,
  readableBy: itsPlayer,
  memory: 'live',
  about: 'account',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** The stream of the positions of a user's friends. Its key is the account id of the user who sees them. */
export const friendPositions = { kind: 'friendPositions' } as const
/** Its slots begin after those of the pack's stream, since one map draws both. */
export const firstFriendSlot = 32

/** When a player's dinosaur last lost health, by SteamID64, as far as readings show it. The key is the server's id. */
export const hurtPlayers = defineDocument({
  kind: 'hurtPlayers',
  schema: z.object({ at: AtEach }),
  readableBy: nobody,
  memory: 'live',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

/** What the owner has decided for all. */
export const friendRules = defineDocument({
  kind: 'friendRules',
  schema: z.object({ teleports: z.boolean().default(true) }),
  readableBy: (viewer) => viewer.can('play'),
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'holds decisions of the owner, and no person' },
  audited: 'settingChanges',
})

export const mostFriends = 200
/** Of requests that are open, sent and received counted apart. */
export const mostRequests = 50
export const mostRequestsPerHour = 10
export const mostBlocked = 200
export const mostTeleportsIn = 10

export const teleportAskedMs = 60_000
/** The shortest time between two teleports of one user. */
export const teleportPauseMs = 10 * 60_000
/** Between two requests for a teleport. */
export const teleportAskEveryMs = 15_000
/** After this time without losing health a dinosaur counts as unhurt. */
export const hurtMs = 60_000
