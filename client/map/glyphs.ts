import { type dietOf, species } from '../../shared/features/world/species.ts'

/** Silhouette of an animal seen from above. */
export type AnimalForm = 'stalker' | 'grazer' | 'flyer' | 'swimmer' | 'unknown'
/** Diet or dead: selects the colour token and the symbol at low zoom. */
export type AnimalKind = ReturnType<typeof dietOf>

export const formOf = (name: string): AnimalForm => {
  const known = Object.hasOwn(species, name) ? species[name] : undefined
  if (!known) return 'unknown'
  if (known.habit === 'flyer') return 'flyer'
  if (known.habit === 'aquatic') return 'swimmer'
  return known.diet === 'herbivore' ? 'grazer' : 'stalker'
}

/** SVG paths of the silhouettes, head to the north, in a box from -16 to 16. */
export const outlines: Readonly<Record<AnimalForm, string>> = {
  stalker:
    'M0 -16C2.4 -15.4 3.2 -12.2 2.5 -9.4L1.7 -7.6C3.6 -7.2 4.8 -5.6 5 -3.4L9 -3.4L9.6 -0.4L5 0.8C4.6 3 3.4 4.6 2.4 5.8C1.8 9 1 12.6 0 16C-1 12.6 -1.8 9 -2.4 5.8C-3.4 4.6 -4.6 3 -5 0.8L-9.6 -0.4L-9 -3.4L-5 -3.4C-4.8 -5.6 -3.6 -7.2 -1.7 -7.6L-2.5 -9.4C-3.2 -12.2 -2.4 -15.4 0 -16Z',
  grazer:
    'M0 -16C2.2 -16 3.2 -14 2.8 -11.8L2 -9.4C4 -9 5.2 -7.8 5.8 -6L8.8 -7L9.2 -4L6.4 -3C6.6 -1 6.4 0.6 5.8 2L8.6 4.2L6.8 6.4L4 5C3 6.4 2.2 8 1.8 9.6L0 16L-1.8 9.6C-2.2 8 -3 6.4 -4 5L-6.8 6.4L-8.6 4.2L-5.8 2C-6.4 0.6 -6.6 -1 -6.4 -3L-9.2 -4L-8.8 -7L-5.8 -6C-5.2 -7.8 -4 -9 -2 -9.4L-2.8 -11.8C-3.2 -14 -2.2 -16 0 -16Z',
  flyer:
    'M0 -14L1.6 -6.4C6 -7.6 11 -5.6 15.5 0C11 -1 7.4 0 4 3L1.8 5.6L0 11L-1.8 5.6L-4 3C-7.4 0 -11 -1 -15.5 0C-11 -5.6 -6 -7.6 -1.6 -6.4L0 -14Z',
  swimmer:
    'M0 -16C1.8 -15 2.2 -11.4 2.2 -8.8L6.8 -8L6.4 -5.6L3.8 -4.8C4.4 -2 4.4 1.4 3.7 3.8L6.6 5.6L5.4 7.8L2.8 6.8C2.2 10 1.2 13.4 0 16C-1.2 13.4 -2.2 10 -2.8 6.8L-5.4 7.8L-6.6 5.6L-3.7 3.8C-4.4 1.4 -4.4 -2 -3.8 -4.8L-6.4 -5.6L-6.8 -8L-2.2 -8.8C-2.2 -11.4 -1.8 -15 0 -16Z',
  unknown: 'M0 -12L8 10L0 5L-8 10L0 -12Z',
}

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
