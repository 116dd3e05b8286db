import { z } from 'zod'
import type { Permission } from '../../engine/permissions.ts'

/**
 * The actions in the game and on its host. `console` is a line for a command mod, `gameConsole` one that the game's own RCON understands.
 * `start` to `backupGame` are for the host of the game server. Only features of the hub issue `spawn`, `weather`, `park` and `redeem`.
 */
export const deliveryKinds = [
  'slay',
  'heal',
  'kick',
  'ban',
  'unban',
  'teleport',
  'message',
  'broadcast',
  'save',
  'wipeCorpses',
  'whitelist',
  'toggle',
  'console',
  'gameConsole',
  'start',
  'restart',
  'shutdown',
  'backupGame',
  'grow',
  'spawn',
  'weather',
  'mutate',
  'skin',
  'park',
  'redeem',
] as const
export const DeliveryKind = z.enum(deliveryKinds)
export type DeliveryKind = z.infer<typeof DeliveryKind>

/** What the host of the game server does, and not the game: it is watched for minutes until it is seen to have happened. */
export const hostKinds = ['start', 'restart', 'shutdown', 'backupGame'] as const satisfies readonly DeliveryKind[]
export type HostKind = (typeof hostKinds)[number]
export const isHostKind = (kind: DeliveryKind): kind is HostKind => (hostKinds as readonly string[]).includes(kind)

/** Settings of the game server that its RCON can toggle. */
export const gameToggles = ['whitelist', 'globalChat', 'humans', 'spawnAI'] as const
export type GameToggle = (typeof gameToggles)[number]

/** The switches of the game, within a sentence. */
export const toggleInOrder: Readonly<Record<GameToggle, string>> = {
  whitelist: 'the whitelist',
  globalChat: 'global chat',
  humans: 'humans',
  spawnAI: 'AI animals',
}

/** The permission for each kind. Every player may slay and heal their own dinosaur without it. */
export const permissionFor: Readonly<Record<DeliveryKind, Permission>> = {
  slay: 'slayPlayers',
  heal: 'healPlayers',
  kick: 'kickPlayers',
  ban: 'banPlayers',
  unban: 'banPlayers',
  teleport: 'teleportPlayers',
  message: 'messagePlayers',
  broadcast: 'broadcast',
  save: 'runConsole',
  wipeCorpses: 'runConsole',
  whitelist: 'runConsole',
  toggle: 'runConsole',
  console: 'runConsole',
  gameConsole: 'runConsole',
  start: 'ownerPanel',
  restart: 'ownerPanel',
  shutdown: 'ownerPanel',
  backupGame: 'ownerPanel',
  grow: 'changeDinosaurs',
  spawn: 'hub',
  weather: 'hub',
  mutate: 'changeDinosaurs',
  skin: 'changeDinosaurs',
  park: 'hub',
  redeem: 'hub',
}

/** Kinds that every player may use on their own dinosaur. */
export const ownAnimalKinds: readonly DeliveryKind[] = ['slay', 'heal', 'park', 'redeem']

/** Kinds that hold a dinosaur until their outcome is known. */
export const movingKinds: readonly DeliveryKind[] = ['park', 'redeem']

/** Kinds whose texts only holders of their permission may read. They are redacted in the document that all staff read. */
export const redactedKinds = ['console', 'gameConsole', 'message'] as const
export const RedactedKind = z.enum(redactedKinds)
export type RedactedKind = z.infer<typeof RedactedKind>
export const isRedactedKind = (kind: string): kind is RedactedKind =>
  (redactedKinds as readonly string[]).includes(kind)

/** Whole percent; null where it was not read. */
const Percent = z.int().nonnegative().nullable()
/** A stored dinosaur. */
export const StoredAs = z.object({ growth: Percent, health: Percent, hunger: Percent, thirst: Percent })
export type StoredAs = z.infer<typeof StoredAs>

/** In UTF-16 units. */
export const longestActionReason = 200
/** Of a message, a broadcast or a console line, in UTF-16 units. The game's RCON accepts 998 bytes of arguments. */
export const longestActionText = 998

/** The parameters of an action. Each field belongs to some kinds only. */
export const ActionDetail = z.object({
  reason: z.string().max(longestActionReason).optional(),
  /** Of a ban, ms from the moment it is issued; null for a permanent one. */
  durationMs: z.number().positive().nullable().optional(),
  /** The SteamID64 of the player to whom a teleport leads. */
  destination: z.string().max(40).optional(),
  destinationName: z.string().max(200).optional(),
  /** Of a message, a broadcast or the console; of `grow` the growth from 0 to 1, of `skin`, `mutate`, `weather` and `spawn` which one. */
  text: z.string().max(longestActionText).optional(),
  /** Of `mutate`: the parent mutations, as `text` the main ones; separated by commas, in the order of their slots. */
  parents: z.string().max(200).optional(),
  /** Of a broadcast: the event that it announces. */
  event: z.string().max(64).optional(),
  toggle: z.enum(gameToggles).optional(),
  /** Of a toggle; of the whitelist, whether the player is added or removed. */
  on: z.boolean().optional(),
  /** Of `park` and `redeem`: the id under which the mod stores the dinosaur, and its species as the game names it. */
  dinosaur: z.string().max(64).optional(),
  species: z.string().max(64).optional(),
  /** Of `redeem`: how the dinosaur was when it was stored. The game must show it like that. */
  stored: StoredAs.optional(),
})
export type ActionDetail = z.infer<typeof ActionDetail>

/** A player of the game, by SteamID64 and the name shown when the order was issued. */
export const Target = z.object({ id: z.string().min(1).max(40), name: z.string().max(200) })
export type Target = z.infer<typeof Target>

/** An action to be carried out in the game. */
export const GameAction = z.object({ kind: DeliveryKind, target: Target.nullable(), detail: ActionDetail })
export type GameAction = z.infer<typeof GameAction>
