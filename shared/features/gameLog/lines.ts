import { z } from 'zod'
import { PlayedId } from '../play/commands.ts'

/** Longest text that a row keeps, in characters. The link cuts longer ones. */
export const mostLogText = 1_000

/** A player as a line names them: the id is the game's, the name is what the player chose, or null where the line does not report it. */
export const LogPlayer = z.object({ id: PlayedId, name: z.string().max(64).nullable() })
export type LogPlayer = z.infer<typeof LogPlayer>

export const LogAnimal = z.object({
  /** Bare class name. */
  species: z.string().max(64).nullable(),
  gender: z.enum(['Male', 'Female']).nullable(),
  /** Fraction of an adult; may exceed 1 on some builds. */
  growth: z.number().nullable(),
})
export type LogAnimal = z.infer<typeof LogAnimal>

/** Game centimetres, in the game's own axes. */
const Location = z.object({ x: z.number(), y: z.number(), z: z.number() })

const Text = z.string().max(mostLogText)
/** When the game wrote the line, epoch ms. */
const at = z.number()

export const chatChannels = ['spatial', 'global', 'group', 'admin', 'logging', 'other'] as const

/** `player` is null where a name or a text imitates the place between them; `text` then holds both. */
export const ChatLine = z.object({
  kind: z.literal('chat'),
  at,
  channel: z.enum(chatChannels),
  /** The game's number of the player's group. */
  group: z.string().max(64).nullable(),
  player: LogPlayer.nullable(),
  text: Text,
})

/** `save`: whether the player's dinosaur was restored. */
export const JoinLine = z.object({
  kind: z.literal('join'),
  at,
  player: LogPlayer,
  save: z.enum(['found', 'none']).nullable(),
  animal: LogAnimal,
})

/** `isSafe`: the player rested until the game let them go. */
export const LeaveLine = z.object({
  kind: z.literal('leave'),
  at,
  player: LogPlayer,
  isSafe: z.boolean().nullable(),
  animal: LogAnimal,
})

/** `killer` is null unless `by` is `player`. `unclear`: a name imitates the middle of the line. */
export const KillLine = z.object({
  kind: z.literal('kill'),
  at,
  by: z.enum(['player', 'animal', 'unclear']),
  killer: LogPlayer.nullable(),
  killerAnimal: LogAnimal,
  victim: LogPlayer,
  victimAnimal: LogAnimal,
  location: Location.nullable(),
})

/** A death without a killer. `cause` is the game's text. */
export const DeathLine = z.object({
  kind: z.literal('death'),
  at,
  player: LogPlayer,
  animal: LogAnimal,
  cause: z.string().max(200),
  location: Location.nullable(),
})

/** A command of the game's own admin panel. */
export const AdminCommandLine = z.object({
  kind: z.literal('adminCommand'),
  at,
  admin: LogPlayer.nullable(),
  command: z.string().max(200).nullable(),
  target: LogPlayer.nullable(),
  /** The game's own texts, such as `50%`. */
  before: z.string().max(200).nullable(),
  after: z.string().max(200).nullable(),
})

/** A use of RCON that changes something, by this hub or by another program. Its argument may hold a private message: it is not kept. */
export const RconLine = z.object({ kind: z.literal('rcon'), at, command: z.string().max(200) })

/** A line of the game's log that says something. Others are counted only. */
export const LogLine = z.discriminatedUnion('kind', [
  ChatLine,
  JoinLine,
  LeaveLine,
  KillLine,
  DeathLine,
  AdminCommandLine,
  RconLine,
])
export type LogLine = z.infer<typeof LogLine>
