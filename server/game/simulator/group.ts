import type { Point } from '../../../shared/features/world/frame.ts'
import type { Species } from '../../../shared/features/world/species.ts'
import { type Animal, isLandHunter } from './animal.ts'

export type Mood = 'resting' | 'foraging' | 'travelling' | 'drinking' | 'fleeing' | 'stalking' | 'chasing' | 'feasting'

/** A herd, a pack, or one that keeps to itself: what does things together. */
export interface Group {
  readonly species: Species
  readonly members: Animal[]
  mood: Mood
  /** World time at which the mood passes by itself. */
  until: number
  /** Around which the members keep themselves. */
  place: Point
  /** The prey of the hunters, or the hunter of the hunted. */
  other: Animal | null
}

export const createGroup = (species: Species, place: Point): Group => ({
  ...{ species, members: [], mood: 'foraging', until: 0, place, other: null },
})

/** How many of a kind keep together. */
export function groupSize(kind: Species): number {
  if (kind.habit !== 'land') return 2
  if (isLandHunter({ species: kind })) return kind.mass < 800 ? 4 : 2
  return kind.mass > 5000 ? 5 : 8
}

/** The middle of those who are there. */
export const centreOf = ({ members }: Group): Point => ({
  x: members.reduce((sum, { x }) => sum + x, 0) / members.length,
  y: members.reduce((sum, { y }) => sum + y, 0) / members.length,
})

export const lowest = (group: Group, vital: 'hunger' | 'thirst' | 'stamina' | 'health'): number =>
  Math.min(...group.members.map((member) => member[vital]))
