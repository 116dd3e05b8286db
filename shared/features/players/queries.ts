import { z } from 'zod'
import { Id, PlayerId } from '../../engine/ids.ts'
import { roles } from '../../engine/permissions.ts'
import { defineQuery } from '../../engine/query.ts'
import { DeliveryState } from '../deliveries/delivery.ts'
import { GameAction } from '../deliveries/kinds.ts'
import { longestNameOrId } from '../profile/profile.ts'
import { Balances } from '../wallet/wallet.ts'

/** All staff hold it. What the players play needs `viewAllPositions` too; places are not in these answers. */
const permission = 'viewPendingCommands'

/** A player in the game, or an account that plays nobody. Times are epoch ms, null where nothing was recorded. */
export const KnownPlayer = z.object({
  /** The game's id; null for an account without a linked player. */
  id: z.string().nullable(),
  /** Null for a player without an account. */
  account: PlayerId.nullable(),
  /** As in the game, otherwise that of the account; '' where neither is known. */
  name: z.string(),
  /** With an upgrade or a demo sign-in, while it lasts. */
  role: z.enum(roles),
  isOnline: z.boolean(),
  /** Null where it may not be read, and for players who are not in the game or are choosing a class. */
  animal: z.object({ species: z.string(), growth: z.int().nonnegative(), dead: z.boolean() }).nullable(),
  lastSeenAt: z.number().nullable(),
  playMs: z.number().nonnegative(),
  /** Whether the hub bans the player; null where that may not be read. */
  isBanned: z.boolean().nullable(),
})
export type KnownPlayer = z.infer<typeof KnownPlayer>

/** By this a list names a player, and the drawer finds one. */
export const playerKey = ({ id, account }: Pick<KnownPlayer, 'id' | 'account'>): string => id ?? account ?? ''

export const playerSorts = ['name', 'species', 'growth', 'lastSeen', 'playTime'] as const
export const playerGroups = ['online', 'known', 'staff', 'banned'] as const
export const playersPerPage = 50

export const PlayerFilter = z.object({
  /** A part of the name in the game or of the account, or the beginning of the SteamID64. */
  text: z.string().trim().max(longestNameOrId).default(''),
  /** `known`: all players whom the hub knows, online or not. */
  group: z.enum(playerGroups).default('online'),
  sort: z.enum(playerSorts).default('name'),
  /** Largest, latest or last first. */
  descending: z.boolean().default(false),
})
export type PlayerFilter = z.infer<typeof PlayerFilter>

export const listPlayers = defineQuery({
  name: 'players.list',
  permission,
  input: PlayerFilter.extend({
    /** From 0. */
    page: z.int().min(0).max(10_000).default(0),
  }),
  output: z.object({
    players: z.array(KnownPlayer),
    /** On all pages. */
    total: z.int().nonnegative(),
  }),
  /** Looks through all players. */
  perMinute: 120,
})

/** The game's ids of all players that a filter finds, for one command to all of them: at most `limit`. */
export const choosePlayers = defineQuery({
  name: 'players.choose',
  permission: 'bulkOperations',
  input: PlayerFilter.extend({ limit: z.int().min(1).max(300) }),
  output: z.object({ players: z.array(z.object({ id: z.string(), name: z.string() })), total: z.int() }),
  perMinute: 60,
})

/** An earlier command on the player. */
const PastCommand = GameAction.extend({
  id: z.string(),
  state: DeliveryState,
  byName: z.string(),
  queuedAt: z.number(),
})
export type PastCommand = z.infer<typeof PastCommand>

/** One player by the game's id or by account. What the asker may not read is null. */
export const readPlayer = defineQuery({
  name: 'players.read',
  permission,
  input: z.object({ id: Id }),
  output: z.object({
    player: KnownPlayer.extend({
      /** The name of the account; null without one. */
      accountName: z.string().nullable(),
      firstSeenAt: z.number().nullable(),
      stays: z.int().nonnegative(),
      /** Needs `addCurrency` or `settleEconomy`. */
      wallet: Balances.nullable(),
      /** The latest commands that have left the list of deliveries, newest first. Needs `runConsole`. */
      commands: z.array(PastCommand).nullable(),
    }).nullable(),
  }),
  perMinute: 240,
})
export type PlayerDetails = NonNullable<z.infer<(typeof readPlayer)['output']>['player']>
