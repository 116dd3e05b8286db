import { type Animal, distance, isLandHunter } from './animal.ts'
import type { Group } from './group.ts'

/** Seconds in which each fraction goes from full to empty or back. */
const starving = 90 * 60
const parching = 45 * 60
const sprinting = 45
const recovering = 100
const grazing = 6 * 60
const drinking = 45
const feasting = 55
const wasting = 5 * 60
const healing = 12 * 60
const growingUp = 3 * 60 * 60
/** How near to the water or the carcass one must be, in map units. */
const REACH = 16

/** What a tick does to a body. */
export function live(animal: Animal, group: Group, seconds: number, growthMultiplier: number): void {
  if (animal.health === 0) return
  const isRunning = animal.speed > animal.species.walk * 2 && animal.species.habit === 'land'
  const effort = isRunning ? 3 : 1
  const isThere = distance(animal, group.place) < REACH
  const eats = group.mood === 'feasting' ? isThere : group.mood === 'foraging' && !isLandHunter(animal)
  const fishes = animal.species.habit !== 'land' && group.mood === 'foraging'
  const drinks = fishes || (group.mood === 'drinking' && isThere)

  animal.stamina = fraction(animal.stamina + (isRunning ? -seconds / sprinting : seconds / recovering))
  animal.hunger = fraction(animal.hunger - (seconds * effort) / starving + mealOf(group, eats, seconds))
  animal.thirst = fraction(animal.thirst - (seconds * effort) / parching + (drinks ? seconds / drinking : 0))
  if (animal.hunger === 0 || animal.thirst === 0) animal.health = fraction(animal.health - seconds / wasting)
  else if (animal.hunger > 0.3 && animal.thirst > 0.3) animal.health = fraction(animal.health + seconds / healing)
  animal.growth = Math.min(1, animal.growth + (growthMultiplier * seconds) / growingUp)
}

const mealOf = (group: Group, eats: boolean, seconds: number) => {
  if (!eats) return 0
  return seconds / (group.mood === 'feasting' ? feasting : grazing)
}

const fraction = (value: number) => Math.max(0, Math.min(1, value))
