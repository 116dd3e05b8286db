import { species as animals } from '../world/species.ts'
import type { DinosaurItem, DinosaurType, Rarity } from './items.ts'

type Row = readonly [
  id: string,
  type: DinosaurType,
  price: number,
  rarity: Rarity,
  abilities: readonly string[],
  /** Where the game's name differs from the one that players know. */
  gameName?: string,
]

/** The dearest first: the order in which the shop shows them until an owner changes it. */
const rows: readonly Row[] = [
  ['tyrannosaurus', 'carnivore', 10_000, 'apex', ['Bone Crush', 'Roar', 'Keen Scent']],
  ['deinosuchus', 'aquatic', 9_500, 'apex', ['Death Roll', 'Ambush', 'Deep Dive', 'Armour']],
  ['triceratops', 'herbivore', 9_000, 'apex', ['Horn Charge', 'Frill Guard', 'Trample']],
  ['allosaurus', 'carnivore', 7_500, 'legendary', ['Bleeding Bite', 'Hatchet Strike', 'Pack Hunter']],
  ['stegosaurus', 'herbivore', 7_000, 'legendary', ['Tail Spikes', 'Plate Display', 'Stand Ground']],
  ['carnotaurus', 'carnivore', 5_000, 'rare', ['Sprint', 'Ram', 'Night Chase']],
  ['ceratosaurus', 'carnivore', 4_500, 'rare', ['Septic Bite', 'Scavenger', 'Charge']],
  ['utahraptor', 'carnivore', 3_800, 'rare', ['Pounce', 'Pin', 'Pack Hunter'], 'Omniraptor'],
  ['maiasaura', 'herbivore', 3_500, 'rare', ['Nest Guard', 'Herd Call', 'Tail Slam']],
  ['tenontosaurus', 'herbivore', 3_000, 'rare', ['Kick', 'Tail Whip', 'Fortitude']],
  ['dilophosaurus', 'carnivore', 2_800, 'rare', ['Venom', 'Night Sight', 'Hallucination']],
  ['pachycephalosaurus', 'herbivore', 1_900, 'uncommon', ['Headbutt', 'Fracture', 'Dodge']],
  ['herrerasaurus', 'carnivore', 1_800, 'uncommon', ['Climb', 'Drop Attack', 'Latch']],
  ['gallimimus', 'omnivore', 1_600, 'uncommon', ['Sprint', 'Endurance', 'Side Step']],
  ['beipiaosaurus', 'omnivore', 1_400, 'uncommon', ['Swim', 'Claw Swipe', 'Hide']],
  ['troodon', 'carnivore', 1_200, 'uncommon', ['Venom', 'Night Sight', 'Pounce']],
  ['pteranodon', 'flyer', 1_100, 'common', ['Flight', 'Skim', 'Far Sight']],
  ['dryosaurus', 'herbivore', 900, 'common', ['Sprint', 'Sharp Turn', 'Hide']],
  ['hypsilophodon', 'herbivore', 500, 'common', ['Climb', 'Hide', 'Quick Feet']],
  ['diabloceratops', 'herbivore', 5_500, 'rare', ['Horn Sweep', 'Brow Spikes', 'Charge']],
]

const offAtFirst: readonly string[] = ['diabloceratops']

export const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The species that the shop sells. Their weights are those of the species table. */
export const dinosaurItems: readonly DinosaurItem[] = rows.map(
  ([id, type, basePrice, rarity, abilities, gameName = capitalised(id)]) => ({
    id,
    kind: 'dinosaur',
    name: capitalised(id),
    description: '',
    basePrice,
    species: gameName,
    type,
    rarity,
    weightKg: animals[gameName]?.mass ?? 0,
    abilities,
    ...(offAtFirst.includes(id) && { isOffAtFirst: true as const }),
  }),
)

/** The item of a species by the game's name of it; undefined for one that the shop does not know. */
export const dinosaurOfSpecies = (gameName: string): DinosaurItem | undefined =>
  dinosaurItems.find(({ species }) => species === gameName)
