import type { MutationItem } from './items.ts'

/** For slots 1 to 3, and as parent mutations for slots 4 to 6. */
const main: readonly (readonly [name: string, effect: string])[] = [
  ['Accelerated Prey Drive', 'Deals more damage to prey below 35% health.'],
  ['Advanced Gestation', 'Eggs develop 50% faster.'],
  ['Cellular Regeneration', 'Heals 15% faster.'],
  ['Congenital Hypoalgesia', 'Takes 15% less damage from larger species.'],
  ['Efficient Digestion', 'Hunger drains 20% slower.'],
  ['Enlarged Meniscus', 'Falls cost stamina before they cost health.'],
  ['Epidermal Fibrosis', 'Bleeds 15% less.'],
  ['Featherweight', 'Footprints fade 50% faster.'],
  ['Hematophagy', 'Feeding on a corpse quenches thirst, too.'],
  ['Hemomania', 'Deals more damage to animals that bleed.'],
  ['Hydrodynamic', 'Swims 15% faster.'],
  ['Hydroregenerative', 'Heals faster in the rain.'],
  ['Increased Inspiratory Capacity', 'Holds its breath 15% longer.'],
  ['Nocturnal', 'Heals and moves better at night.'],
  ['Osteosclerosis', 'Takes 20% less fracture damage.'],
  ['Photosynthetic Regeneration', 'Recovers stamina faster by day.'],
  ['Photosynthetic Tissue', 'Heals and moves better by day.'],
  ['Submerged Optical Retention', 'Sees further under water.'],
  ['Sustained Hydration', 'Thirst drains 20% slower.'],
  ['Truculency', 'Throws off attackers that cling to it.'],
  ['Wader', 'Is slowed less in shallow water.'],
  ['Xerocole Adaptation', 'Gets water from the plants it eats.'],
]

/** For slots 4 to 6 only. */
const parentOnly: readonly (readonly [name: string, effect: string])[] = [
  ['Augmented Tapetum', 'Sees further at night.'],
  ['Enhanced Digestion', 'Gets more nutrients from its food.'],
  ['Gastronomic Regeneration', 'Heals while it eats.'],
  ['Heightened Ghrelin', 'Can eat beyond its fill.'],
  ['Hypermetabolic Inanition', 'Deals more damage while it is starving.'],
  ['Multichambered Lungs', 'Recovers stamina faster.'],
  ['Prolific Reproduction', 'Lays more eggs.'],
  ['Reniculate Kidneys', 'Can drink salt water.'],
  ['Tactile Endurance', 'Holds on to prey for longer.'],
]

/** The id of a mutation that a dinosaur of the game has; the game's own name where the catalogue has no such mutation. */
export const mutationIdOf = (name: string): string => ids.get(lettersOf(name)) ?? name

/** Of a name, so that neither its case nor its spaces matter. */
const lettersOf = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')

const idOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')

export const mainMutations: readonly MutationItem[] = main.map(([name, description]) => ({
  id: idOf(name),
  kind: 'mainMutation',
  category: 'main',
  name,
  description,
  basePrice: 0,
}))

export const parentMutations: readonly MutationItem[] = [...main, ...parentOnly]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([name, description]) => ({
    id: `${idOf(name)}-parent`,
    kind: 'parentMutation',
    category: 'parent',
    name,
    description,
    basePrice: 0,
  }))

/** By the letters of the name. A name that is both a main and a parent mutation is the main one. */
const ids: ReadonlyMap<string, string> = new Map(
  [...parentMutations, ...mainMutations].map(({ name, id }) => [lettersOf(name), id]),
)
