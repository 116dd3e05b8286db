import type { Frame, Point } from '../../../shared/features/world/frame.ts'
import { toUnits } from '../../../shared/features/world/frame.ts'
import { regionAt } from '../../../shared/features/world/regions.ts'
import type { ReadAnimal } from './reading.ts'

/** An animal as a game link tells of it: fractions, and game centimetres. */
export interface Sighted {
  readonly id: string
  readonly name: string
  readonly species: string
  readonly gender: 'Male' | 'Female' | null
  readonly growth: number
  readonly health: number
  readonly stamina: number
  readonly hunger: number
  readonly thirst: number
  readonly location: Point
}

export interface Listed {
  readonly id: string
  readonly name: string
}

/** Where an animal stands on the map, in whole map units. Places outside the map's edge stay outside. */
function placeOf({ location }: Sighted, frame: Frame) {
  const { x, y } = toUnits(frame, location)
  return { x: Math.round(x), y: Math.round(y), region: regionAt(x, y)?.id ?? null }
}

/** As an instrument shows it: whole percent, stamina in steps of five, since it changes with every stride. */
export const readAnimal = (sighted: Sighted, slot: number | null, frame: Frame): ReadAnimal => ({
  species: sighted.species,
  gender: sighted.gender,
  growth: Math.max(0, Math.round(sighted.growth * 100)),
  health: percent(sighted.health),
  stamina: Math.round(percent(sighted.stamina) / 5) * 5,
  hunger: percent(sighted.hunger),
  thirst: percent(sighted.thirst),
  dead: sighted.health <= 0,
  slot,
  ...placeOf(sighted, frame),
})

const percent = (fraction: number) => Math.round(Math.min(1, Math.max(0, fraction)) * 100)
