import type { dietOf } from '../../shared/features/world/species.ts'

/** Diet or dead: selects the colour token and the symbol at low zoom. */
export type AnimalKind = ReturnType<typeof dietOf>

/** SVG paths of the symbols at low zoom, in a box from -8 to 8. */
export const dots: Readonly<Record<AnimalKind, string>> = {
  carnivore: 'M0-7 6 5-6 5Z',
  herbivore: 'M0-5.5A5.5 5.5 0 1 1-.01-5.5Z',
  omnivore: 'M0-6.5 6.5 0 0 6.5-6.5 0Z',
  unknown: 'M-4.5-4.5H4.5V4.5H-4.5Z',
}

/** Herbivores are drawn hollow: green on a forest is hard to see, and colour must not be the only difference. */
export const hollowKinds: ReadonlySet<AnimalKind> = new Set(['herbivore'])

/** The symbol of a dead animal. */
export const cross = 'M-5-5 5 5M5-5-5 5'
