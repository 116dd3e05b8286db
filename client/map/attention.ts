import { atom } from 'jotai'

/** What somebody means: an animal by its player's id, or a region by its own. */
export interface Target {
  readonly kind: 'animal' | 'region'
  readonly id: string
}

export interface Choice extends Target {
  /** The map goes to what was chosen elsewhere; what was chosen on it is in sight already. */
  readonly by: 'list' | 'map'
}

/** What was chosen last, on the map or beside it: ringed, and kept in mind. */
export const chosenAtom = atom<Choice | null>(null)

/** What the pointer or the focus rests on. */
export const pointedAtom = atom<Target | null>(null)

export const isSame = (a: Target | null, b: Target | null) => a?.kind === b?.kind && a?.id === b?.id
