import type { Point } from '../../../shared/features/world/frame.ts'
import type { Species } from '../../../shared/features/world/species.ts'
import type { Random } from './random.ts'

/** One dinosaur. Places are in map units, speeds in metres per second, vitals are fractions. */
export interface Animal {
  readonly species: Species
  readonly gender: 'Male' | 'Female'
  readonly mutations: readonly string[]
  readonly primeElder: boolean
  /** Of its species' pace: no two walk alike, so that a herd does not march. */
  readonly vigour: number
  /** Where it keeps itself within its group, as a direction and a share of the group's radius. */
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
  /** Metres above the ground: only flyers leave it. */
  altitude: number
  /** Where it is going and how fast; without a goal it stands. */
  goal: Point | null
  pace: number
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

/** A dinosaur as it enters the world. */
export function createAnimal(species: Species, at: Point, growth: number, random: Random): Animal {
  const slots = Math.floor(growth * 4 * random())
  return {
    species,
    gender: random.chance(0.5) ? 'Male' : 'Female',
    mutations: [...new Set(Array.from({ length: slots }, () => random.pick(mutationNames)))],
    primeElder: growth === 1 && random.chance(0.1),
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
  }
}

/** Kilograms. */
export const massOf = (animal: Animal): number => animal.species.mass * animal.growth
export const isAlive = (animal: Animal): boolean => animal.health > 0
export const distance = (from: Point, to: Point): number => Math.hypot(to.x - from.x, to.y - from.y)

/** These eat what they have killed; all others find their food by foraging, fishing included. */
export const isLandHunter = ({ species }: Pick<Animal, 'species'>): boolean =>
  species.diet === 'carnivore' && species.habit === 'land'

/** Sends it somewhere at a walk (1) or a part or a multiple of it. */
export function walkTo(animal: Animal, goal: Point, briskness = 1): void {
  animal.goal = goal
  animal.pace = animal.species.walk * animal.vigour * briskness
}

/** Sends it somewhere as fast as it can. */
export function runTo(animal: Animal, goal: Point): void {
  animal.goal = goal
  animal.pace = animal.species.run * animal.vigour
}
