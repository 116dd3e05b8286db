import type { RosterEntry } from '../../../shared/features/roster/roster.ts'
import { type Frame, type Point, toUnits } from '../../../shared/features/world/frame.ts'
import { whereaboutsAt } from '../../../shared/features/world/placeInWords.ts'

/** An animal as read: what staff see of it, and its position. */
export type ReadAnimal = Omit<NonNullable<RosterEntry['animal']>, 'isPlaced'> & {
  /** In whole map units; null where the game sends no legible place. */
  readonly place: Point | null
}

export interface ReadPlayer {
  /** SteamID64. */
  readonly id: string
  /** '' where the game does not report it clearly. */
  readonly name: string
  /** Null while the player is choosing a class. */
  readonly animal: ReadAnimal | null
}

/** One reading of all players on the server. Everything shown about them is from readings. */
export interface Reading {
  /** Epoch ms. */
  readonly at: number
  /** Ms until the next reading is due. */
  readonly everyMs: number
  readonly players: readonly ReadPlayer[]
}

/** A consumer of readings. */
export interface ReadingSink {
  /** Executes the commands for a reading. All sinks do so at once, so that the changes leave in one write. */
  report?(reading: Reading): Promise<unknown>
  /** Sends positions, in the turn in which the commands of `report` were published, so that both leave in one write. */
  send?(reading: Reading): void
  /** Writes at once what it counts in memory and would write later: the hub is about to stop. */
  flush?(): Promise<unknown>
}

/** An animal as a game link reports it: fractions of 1, positions in game centimetres. */
export interface ObservedAnimal {
  readonly id: string
  readonly name: string | null
  readonly species: string
  readonly gender: 'Male' | 'Female' | null
  readonly growth: number
  readonly health: number
  readonly stamina: number
  readonly hunger: number
  readonly thirst: number
  /** As the game names them, each once. */
  readonly mutations?: readonly string[]
  /** Null where the game sends no legible place. */
  readonly location: Point | null
}

export interface ListedPlayer {
  readonly id: string
  readonly name: string | null
}

/** The position in whole map units. It may lie outside the map. */
function placeOf({ location }: ObservedAnimal, frame: Frame) {
  if (location === null) return { place: null, region: null, square: null, near: null }
  const { x, y } = toUnits(frame, location)
  const place = { x: Math.round(x), y: Math.round(y) }
  return { place, ...whereaboutsAt(place) }
}

/** Values as shown: whole percent, stamina in steps of five since it changes with every stride. */
export const readAnimal = (observed: ObservedAnimal, slot: number | null, frame: Frame): ReadAnimal => ({
  species: observed.species,
  gender: observed.gender,
  growth: Math.max(0, Math.round(observed.growth * 100)),
  health: percent(observed.health),
  stamina: Math.round(percent(observed.stamina) / 5) * 5,
  hunger: percent(observed.hunger),
  thirst: percent(observed.thirst),
  dead: observed.health <= 0,
  ...(observed.mutations?.length && { mutations: [...observed.mutations] }),
  slot,
  ...placeOf(observed, frame),
})

const percent = (fraction: number) => Math.round(Math.min(1, Math.max(0, fraction)) * 100)
