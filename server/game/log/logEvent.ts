import type { GamePoint } from '../link.ts'
import type { LogTime } from './logTime.ts'

/**
 * What the lines of the game's log say. Ids are the authority: they come from the game. Names and texts are written by players, may
 * contain brackets, commas and copies of whole lines, and arrive as one line without control characters, of bounded length. What a line
 * does not say, or not clearly, is null. No event names a player whom another player's name or text only imitates.
 */
export type LogEvent =
  | ChatEvent
  | JoinEvent
  | LeaveEvent
  | KillEvent
  | DeathEvent
  | AdminCommandEvent
  | RconEvent
  | ConnectingEvent
  | LogFileEvent

export interface LogPlayer {
  /** SteamID64, or the EOS id of older builds in lower case. */
  readonly id: string
  readonly name: string | null
}

export interface LogAnimal {
  /** Bare class name: `Carnotaurus`, never `BP_Carnotaurus_C`. */
  readonly species: string | null
  readonly gender: 'Male' | 'Female' | null
  /** Fraction of an adult; may exceed 1 on some builds. */
  readonly growth: number | null
}

export type ChatChannel = 'spatial' | 'global' | 'group' | 'admin' | 'logging' | 'other'

export interface ChatEvent {
  readonly kind: 'chat'
  readonly time: LogTime
  /** `other`: a channel that a later build may have. */
  readonly channel: ChatChannel
  /** The game's number of the group that the player was in; not who reads it. */
  readonly group: string | null
  /**
   * Null where the text after the channel can be read as the words of two players: a name or a text imitates the place between them.
   * `text` then holds everything after the channel, names and ids included.
   */
  readonly player: LogPlayer | null
  readonly text: string
}

/** `save`: whether the player's dinosaur was restored. The game writes `none` for a first spawn, maybe also for one after a death. */
export interface JoinEvent {
  readonly kind: 'join'
  readonly time: LogTime
  readonly player: LogPlayer
  readonly save: 'found' | 'none' | null
  readonly animal: LogAnimal
}

/** `isSafe`: the player rested until the game let them go. Without it their dinosaur stays in the world for a while. */
export interface LeaveEvent {
  readonly kind: 'leave'
  readonly time: LogTime
  readonly player: LogPlayer
  readonly isSafe: boolean | null
  readonly animal: LogAnimal
}

export interface KillEvent {
  readonly kind: 'kill'
  readonly time: LogTime
  /** `unclear`: a name imitates the middle of the line; then `killer` and the victim's name are null, and the victim's id is sure. */
  readonly by: 'player' | 'animal' | 'unclear'
  /** Null unless `by` is `player`. */
  readonly killer: LogPlayer | null
  readonly killerAnimal: LogAnimal
  readonly victim: LogPlayer
  readonly victimAnimal: LogAnimal
  /** Where the victim died. */
  readonly location: GamePoint | null
}

/** A death without a killer. `cause` is the game's own text: `Died from Natural cause`. */
export interface DeathEvent {
  readonly kind: 'death'
  readonly time: LogTime
  readonly player: LogPlayer
  readonly animal: LogAnimal
  readonly cause: string
  readonly location: GamePoint | null
}

/** A command of the game's own admin panel. */
export interface AdminCommandEvent {
  readonly kind: 'adminCommand'
  readonly time: LogTime
  /** Null, like `command`, where a name imitates the beginning of the line; the target's id is sure nevertheless. */
  readonly admin: LogPlayer | null
  readonly command: string | null
  readonly target: LogPlayer | null
  readonly targetAnimal: LogAnimal
  /** The game's own texts: `50%`, `0.256404%`. */
  readonly before: string | null
  readonly after: string | null
}

/** A use of RCON, ours included. It names no user. `isQuestion`: it changes nothing, as the hub's own readings every few seconds. */
export interface RconEvent {
  readonly kind: 'rcon'
  readonly time: LogTime
  readonly command: string
  readonly argument: string
  readonly isQuestion: boolean
}

export interface ConnectingEvent {
  readonly kind: 'connecting'
  readonly time: LogTime
  readonly id: string
  readonly eosId: string | null
}

/** First and last line of a run of the game. After a crash the last line is missing. */
export type LogFileEvent =
  | { readonly kind: 'opened'; readonly time: LogTime }
  | { readonly kind: 'closed'; readonly time: LogTime }
