import { type dietOf, species } from '../../shared/features/world/species.ts'

/** How an animal looks from above. */
export type Form = 'stalker' | 'grazer' | 'flyer' | 'swimmer' | 'unknown'
/** What it eats, or that it is dead: one colour token and one far-off shape each. */
export type Kind = ReturnType<typeof dietOf>

export const formOf = (name: string): Form => {
  const known = Object.hasOwn(species, name) ? species[name] : undefined
  if (!known) return 'unknown'
  if (known.habit === 'flyer') return 'flyer'
  if (known.habit === 'aquatic') return 'swimmer'
  return known.diet === 'herbivore' ? 'grazer' : 'stalker'
}

/** Silhouettes from above, head to the north, in a box from -16 to 16. */
export const outlines: Readonly<Record<Form, string>> = {
  stalker:
    'M0-15C2.2-14.2 2.8-11.6 2.2-9.2L1.9-7.8C4.2-6.6 5.4-4 5.2-1 5 1.8 3.4 4 2 6.4L0 15.5-2 6.4C-3.4 4-5 1.8-5.2-1-5.4-4-4.2-6.6-1.9-7.8L-2.2-9.2C-2.8-11.6-2.2-14.2 0-15Z',
  grazer:
    'M0-14.5C2.4-14.3 3.4-12.8 3.2-10.8 6.4-10.4 8-7 8-2.6 8 2 6.6 5.4 3.8 7.6L0 15-3.8 7.6C-6.6 5.4-8 2-8-2.6-8-7-6.4-10.4-3.2-10.8-3.4-12.8-2.4-14.3 0-14.5Z',
  flyer:
    'M0-14 1.6-6.4C6-7.6 11-5.6 15.5 0 11-1 7.4 0 4 3L1.8 5.6 0 11-1.8 5.6-4 3C-7.4 0-11-1-15.5 0-11-5.6-6-7.6-1.6-6.4Z',
  swimmer:
    'M0-15.5C1.6-14.6 2-11 2-8.6L6.4-7.4 4-4.4C4.4-1.8 4.2 1.2 3.6 3.6L6.2 6.8 2.6 6.4 0 15.8-2.6 6.4-6.2 6.8-3.6 3.6C-4.2 1.2-4.4-1.8-4-4.4L-6.4-7.4-2-8.6C-2-11-1.6-14.6 0-15.5Z',
  unknown: 'M0-12 8 10 0 5-8 10Z',
}

/** Far away an animal is a dot whose shape tells what it eats, in a box from -8 to 8. */
export const dots: Readonly<Record<Kind, string>> = {
  carnivore: 'M0-7 6 5-6 5Z',
  herbivore: 'M0-5.5A5.5 5.5 0 1 1-.01-5.5Z',
  omnivore: 'M0-6.5 6.5 0 0 6.5-6.5 0Z',
  unknown: 'M-4.5-4.5H4.5V4.5H-4.5Z',
}

/** One that lies dead. */
export const cross = 'M-5-5 5 5M5-5-5 5'
