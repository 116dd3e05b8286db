import { z } from 'zod'
import { defineDocument, holdersOf, notPersonal } from '../../engine/document.ts'
import { Id } from '../../engine/ids.ts'
import { defineQuery } from '../../engine/query.ts'
import { longestSearch } from '../../engine/search/parseSearch.ts'
import { type BanDuration, banDurations } from '../deliveries/banLength.ts'
import { PatronTier } from '../patrons/patrons.ts'

export const userStatuses = ['active', 'banned'] as const

const Amount = z.int().nonnegative()
/** Null for readers without `addCurrency` and `settleEconomy`, who read no wallets of others. */
const Balance = Amount.nullable()

const BanInfo = z.object({
  reason: z.string(),
  /** Name of the one who banned, at that time. */
  bannedBy: z.string(),
  /** Epoch ms. */
  bannedDate: z.number(),
  /** Epoch ms; null for a permanent ban. */
  expiresDate: z.number().nullable(),
  duration: z.enum(banDurations),
})

/** One account as owners see it. Times are epoch ms. */
export const User = z.object({
  id: z.string(),
  username: z.string(),
  /** SteamID64 of the linked player. */
  steamId: z.string().nullable(),
  discordId: z.string().nullable(),
  /** No provider is asked for it. */
  email: z.null(),
  patreonTier: PatronTier,
  /** In the game, in ms. */
  playtime: z.number().nonnegative(),
  /** Of the first sign-in. */
  joinDate: z.number(),
  /** On the hub or in the game, whichever was later; null where neither is known. */
  lastActive: z.number().nullable(),
  /** Null for readers without `banPlayers`, who read no bans. */
  status: z.enum(userStatuses).nullable(),
  currencies: z.object({ dinosaurs: Amount, voidPearls: Balance, sylvanShards: Balance, razorTalons: Balance }),
  /** Null for an active user, and for readers without `banPlayers`. */
  banInfo: BanInfo.nullable(),
})
export type User = z.infer<typeof User>

/**
 * How often accounts, wallets, dinosaurs and tiers have changed while an owner watched: an open table asks again. Brought up to date every few
 * seconds at most. The key is empty.
 */
export const userChanges = defineDocument({
  kind: 'userChanges',
  schema: z.object({ count: z.int().nonnegative().default(0) }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'live',
  ...notPersonal('has a number of changes of all users together'),
})

const dayMs = 86_400_000
const lengths: readonly (readonly [BanDuration, number])[] = [
  ['1day', dayMs],
  ['1week', 7 * dayMs],
  ['1month', 30 * dayMs],
  ['3months', 90 * dayMs],
]
/** The name of a ban's length, as it was chosen. */
export function durationOf({ at, until }: { readonly at: number; readonly until: number | null }): BanDuration {
  if (until === null) return 'permanent'
  return lengths.find(([, ms]) => ms === until - at)?.[0] ?? 'custom'
}

export const userSorts = [
  'username',
  'patreonTier',
  'playtime',
  'joinDate',
  'lastActive',
  'status',
  'dinosaurs',
  'voidPearls',
  'sylvanShards',
  'razorTalons',
] as const
export type UserSort = (typeof userSorts)[number]
export const usersPerPage = 50
/** How many users one command can name. */
export const mostChosenUsers = 300

export const UserFilter = z.object({
  /** A search as `userSearch` understands it. */
  text: z.string().max(longestSearch).default(''),
  sort: z.enum(userSorts).default('lastActive'),
  /** Largest, latest or last first. */
  descending: z.boolean().default(true),
})
export type UserFilter = z.infer<typeof UserFilter>

const refusals = {
  badSearch: "The search isn't understood. {why}",
  noBalances: "You don't have permission to see balances, so you can't sort by them.",
  noBans: "You don't have permission to see bans, so you can't sort by them.",
}

export const listUsers = defineQuery({
  name: 'users.list',
  permission: 'ownerPanel',
  input: UserFilter.extend({
    /** From 0. */
    page: z.int().min(0).max(100_000).default(0),
  }),
  output: z.object({
    users: z.array(User),
    /** On all pages. */
    total: z.int().nonnegative(),
  }),
  refusals,
  /** May look through all users. */
  perMinute: 120,
})

/** The users whom a search finds, for one command to all of them: at most `mostChosenUsers`, in the order of the table. */
export const chooseUsers = defineQuery({
  name: 'users.choose',
  permission: 'ownerPanel',
  input: UserFilter,
  output: z.object({ users: z.array(User.pick({ id: true, username: true })), total: z.int().nonnegative() }),
  refusals,
  perMinute: 30,
})

/** Of one page of an export. */
export const mostExportedAtOnce = 1_000

/** The users whom a search finds, in the order of their ids, page by page: what changes meanwhile moves no user to another page. */
export const exportUsers = defineQuery({
  name: 'users.export',
  permission: 'ownerPanel',
  // Whole accounts, with their balances and bans.
  alsoNeeds: ['manageAdmins', 'addCurrency', 'banPlayers'],
  input: z.object({
    text: UserFilter.shape.text,
    /** The last id of the page before; null for the first page. */
    after: z.string().max(64).nullable().default(null),
  }),
  output: z.object({
    users: z.array(User),
    /** Give as `after` to read on; null at the end. */
    next: z.string().nullable(),
  }),
  refusals,
  refusalKinds: { badSearch: { input: 'text' } },
  perMinute: 600,
})

/** One user, for the drawer of the player. */
export const readUser = defineQuery({
  name: 'users.read',
  permission: 'ownerPanel',
  input: z.object({ id: Id }),
  output: z.object({ user: User.nullable() }),
  perMinute: 240,
})
