import { z } from 'zod'
import type { Permission } from '../../engine/permissions.ts'

/** What can be wanted of the game. The last four are for the economy, and nobody gives them by hand. */
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
  'grow',
  'spawn',
  'weather',
  'mutate',
] as const
export const DeliveryKind = z.enum(deliveryKinds)
export type DeliveryKind = z.infer<typeof DeliveryKind>

/** Switches of the game server that its RCON can turn. */
export const gameToggles = ['whitelist', 'globalChat', 'humans', 'spawnAI'] as const
export type GameToggle = (typeof gameToggles)[number]

/** Who may want it of the game. Their own animal everyone may slay and heal. */
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
  grow: 'hub',
  spawn: 'hub',
  weather: 'hub',
  mutate: 'hub',
}

/** What is said in these is for those alone who may say such: their words lie apart from what all staff see. */
export const apartKinds = ['console', 'message'] as const
export const ApartKind = z.enum(apartKinds)
export type ApartKind = z.infer<typeof ApartKind>
export const isApartKind = (kind: string): kind is ApartKind => (apartKinds as readonly string[]).includes(kind)

/** What an action says beyond its kind; every field is for some kinds only. */
export const ActionDetail = z.object({
  reason: z.string().max(200).optional(),
  /** Of a ban, ms from when it is given; null for ever. */
  durationMs: z.number().positive().nullable().optional(),
  /** To whom a teleport leads: SteamID64. */
  destination: z.string().max(40).optional(),
  destinationName: z.string().max(200).optional(),
  /** Of a message, a broadcast or the console. */
  text: z.string().max(998).optional(),
  toggle: z.enum(gameToggles).optional(),
  /** Of a toggle, and of the whitelist: put on it, or taken off. */
  on: z.boolean().optional(),
})
export type ActionDetail = z.infer<typeof ActionDetail>

/** Somebody in the game, by the SteamID64 that the game knows and the name that was shown when it was wanted. */
export const Target = z.object({ id: z.string().min(1).max(40), name: z.string().max(200) })
export type Target = z.infer<typeof Target>

/** What is to happen in the game. */
export const GameAction = z.object({ kind: DeliveryKind, target: Target.nullable(), detail: ActionDetail })
export type GameAction = z.infer<typeof GameAction>
