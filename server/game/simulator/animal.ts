import type { Point } from '../../../shared/features/world/frame.ts'
import type { Species } from '../../../shared/features/world/species.ts'
import type { Random } from './random.ts'

/** A dinosaur. Positions are in map units, speeds in metres per second, vitals are fractions. */
export interface Animal {
  readonly species: Species
  readonly gender: 'Male' | 'Female'
  mutations: readonly string[]
  readonly primeElder: boolean
  /** As a mod changed it; null as it was born. */
  skin: string | null
  /** A factor of its species' pace, so that a herd does not move in step. */
  readonly vigour: number
  /** Its place within its group, as a direction and a share of the group's radius. */
  readonly slot: { readonly angle: number; readonly share: number }
  growth: number
  health: number
  stamina: number
  hunger: number
  thirst: number
  x: number
  y: number
  /** Radians, 0 to the east, growing clockwise as y grows to the south. */
  heading: number
  speed: number
  /** Metres above the ground; only for flyers. */
  altitude: number
  /** Its goal and speed; without a goal it stands. */
  goal: Point | null
  pace: number
  /** The last animal that bit it while it was prey. */
  bittenBy: Animal | null
}

const mutationNames = [
  'Hypervigilance',
  'Hydrodynamic',
  'Nocturnal',
  'Photosynthetic Tissue',
  'Efficient Digestion',
  'Featherweight',
  'Reinforced Tendons',
  'Osteosclerosis',
  'Wader',
  'Gastronomic Regeneration',
] as const

/** Makes a dinosaur that enters the world. */
export function createAnimal(species: Species, at: Point, growth: number, random: Random): Animal {
  const slots = Math.floor(growth * 4 * random())
  return {
    species,
    gender: random.chance(0.5) ? 'Male' : 'Female',
    mutations: [...new Set(Array.from({ length: slots }, () => random.pick(mutationNames)))],
    primeElder: growth === 1 && random.chance(0.1),
    skin: null,
    vigour: random.between(0.85, 1.15),
    slot: { angle: random.between(0, 2 * Math.PI), share: Math.sqrt(random()) },
    growth,
    health: 1,
    stamina: 1,
    hunger: random.between(0.45, 1),
    thirst: random.between(0.35, 1),
    x: at.x,
    y: at.y,
    heading: random.between(0, 2 * Math.PI),
    speed: 0,
    altitude: 0,
    goal: null,
    pace: 0,
    bittenBy: null,
  }
}

/** Kilograms. */
export const massOf = (animal: Animal): number => animal.species.mass * animal.growth
export const isAlive = (animal: Animal): boolean => animal.health > 0
export const distance = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y)

/** Hunters eat what they kill; all others forage or fish. */
export const isLandHunter = ({ species }: Pick<Animal, 'species'>): boolean =>
  species.diet === 'carnivore' && species.habit === 'land'

/** Sends it to a goal. @param briskness a multiple of its walking speed */
export function walkTo(animal: Animal, goal: Point, briskness = 1): void {
  animal.goal = goal
  animal.pace = animal.species.walk * animal.vigour * briskness
}

/** Sends it to a goal at full speed. */
export function runTo(animal: Animal, goal: Point): void {
  animal.goal = goal
  animal.pace = animal.species.run * animal.vigour
}
