import type { Point } from '../../../shared/features/world/frame.ts'
import type { Reading } from './reading.ts'

/** Where everyone is, by the numbers that the roster tells. */
export function placesOfAll({ players }: Reading): ReadonlyMap<number, Point> {
  const bySlot = new Map<number, Point>()
  for (const { animal } of players) if (animal && animal.slot !== null) bySlot.set(animal.slot, animal)
  return bySlot
}
