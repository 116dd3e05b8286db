export type Diet = 'carnivore' | 'herbivore' | 'omnivore'
export type Habit = 'land' | 'aquatic' | 'flyer'

export interface Species {
  readonly name: string
  readonly diet: Diet
  readonly habit: Habit
  /** Metres per second at full growth. */
  readonly walk: number
  readonly run: number
  /** Kilograms at full growth. */
  readonly mass: number
}

const rows: readonly (readonly [string, Diet, Habit, number, number, number])[] = [
  ['Tyrannosaurus', 'carnivore', 'land', 2.6, 9.2, 8000],
  ['Allosaurus', 'carnivore', 'land', 2.5, 10.6, 2300],
  ['Ceratosaurus', 'carnivore', 'land', 2.2, 10.4, 1300],
  ['Carnotaurus', 'carnivore', 'land', 2.4, 13.6, 1600],
  ['Dilophosaurus', 'carnivore', 'land', 2, 10.8, 700],
  ['Herrerasaurus', 'carnivore', 'land', 1.7, 11.4, 300],
  ['Omniraptor', 'carnivore', 'land', 1.8, 12.2, 450],
  ['Austroraptor', 'carnivore', 'land', 2, 11.8, 520],
  ['Troodon', 'carnivore', 'land', 1.4, 11.2, 60],
  ['Deinosuchus', 'carnivore', 'aquatic', 1.4, 8.6, 8200],
  ['Pteranodon', 'carnivore', 'flyer', 3, 13.8, 90],
  ['Triceratops', 'herbivore', 'land', 2.1, 8.4, 8500],
  ['Stegosaurus', 'herbivore', 'land', 1.8, 7.2, 6000],
  ['Kentrosaurus', 'herbivore', 'land', 1.7, 8.2, 1500],
  ['Diabloceratops', 'herbivore', 'land', 2, 9.4, 3000],
  ['Maiasaura', 'herbivore', 'land', 2.1, 9.8, 4000],
  ['Tenontosaurus', 'herbivore', 'land', 2, 9.6, 1600],
  ['Pachycephalosaurus', 'herbivore', 'land', 1.8, 10.6, 500],
  ['Gallimimus', 'omnivore', 'land', 2.2, 14, 450],
  ['Dryosaurus', 'herbivore', 'land', 1.7, 12.8, 110],
  ['Hypsilophodon', 'herbivore', 'land', 1.2, 11.6, 30],
  ['Beipiaosaurus', 'omnivore', 'aquatic', 1.3, 8.2, 85],
]

/** The playable dinosaurs of builds since August 2026, by the class name of the game. */
export const species: Readonly<Record<string, Species>> = Object.fromEntries(
  rows.map(([name, diet, habit, walk, run, mass]) => [name, { name, diet, habit, walk, run, mass }]),
)

/** 'unknown' for a species that is not listed: a newer build of the game may have more. */
export const dietOf = (name: string): Diet | 'unknown' =>
  Object.hasOwn(species, name) ? (species[name]?.diet ?? 'unknown') : 'unknown'

/** The species that players call by another name than the game. */
const playersNames: Readonly<Record<string, string>> = { Omniraptor: 'Utahraptor' }

/** As players call a species, and as users read it everywhere. @param gameName the class name of the game */
export const speciesName = (gameName: string): string =>
  Object.hasOwn(playersNames, gameName) ? (playersNames[gameName] ?? gameName) : gameName
