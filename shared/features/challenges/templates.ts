// One file because the texts of all challenges are read and weighed against each other as a whole.
import type { ChallengeType, Goal, Measure } from './challenge.ts'

/** A title with its text, in which {n}, {species}, {region}, {players} and {fights} are filled in, and what it asks for by difficulty. */
export interface Template {
  readonly title: string
  readonly text: string
  readonly measure: Measure
  /** From easy to extreme. */
  readonly targets: readonly [number, number, number, number]
  readonly goal?: Partial<Pick<Goal, 'diet' | 'pack' | 'oneLife'>>
  /** The dice choose one of the named regions. */
  readonly hasRegion?: true
}

const growth = [25, 45, 70, 90] as const
const hours = [45, 120, 240, 420] as const
const kills = [1, 2, 4, 7] as const
const judged = [1, 1, 1, 1] as const

type Row = readonly [string, string, Measure, readonly [number, number, number, number], Template['goal']?, true?]

const rows: Readonly<Record<ChallengeType, readonly Row[]>> = {
  growth: [
    ['Fresh Tracks', 'Grow your dinosaur by {n} points.', 'growth', growth],
    ['Hungry Youngster', 'Grow a carnivore by {n} points.', 'growth', growth, { diet: 'carnivore' }],
    ['Green Shoots', 'Grow a herbivore by {n} points.', 'growth', growth, { diet: 'herbivore' }],
    ['No Second Chance', 'Grow by {n} points in a single life.', 'growth', [20, 40, 60, 80], { oneLife: true }],
    [
      'Apex in the Making',
      'Grow a carnivore by {n} points in a single life.',
      'growth',
      [20, 40, 60, 80],
      { diet: 'carnivore', oneLife: true },
    ],
    [
      'Safe in the Herd',
      'Grow a herbivore by {n} points while another member of your pack is in the game.',
      'growth',
      [15, 30, 50, 70],
      { diet: 'herbivore', pack: 2 },
    ],
    ['Raised Together', 'Grow by {n} points while your pack plays with you.', 'growth', [15, 30, 50, 70], { pack: 2 }],
    [
      'Pack Hatchling',
      'Grow a carnivore by {n} points with at least three of your pack in the game.',
      'growth',
      [10, 25, 40, 60],
      { diet: 'carnivore', pack: 3 },
    ],
  ],
  hunting: [
    ['First Blood', 'Take down {players}.', 'kills', kills],
    ['Sharp Teeth', 'Take down {players} as a carnivore.', 'kills', kills, { diet: 'carnivore' }],
    ['Horns and Tails', 'Take down {players} as a herbivore.', 'kills', [1, 1, 2, 4], { diet: 'herbivore' }],
    ['Hunting Party', 'Take down {players} while another member of your pack plays.', 'kills', kills, { pack: 2 }],
    ['Stand Your Ground', 'Win {fights}.', 'kills', kills],
    ['Three Against the Wild', 'Take down {players} with three of your pack in the game.', 'kills', kills, { pack: 3 }],
    ['Patient Ambush', 'Win a fight from an ambush.', 'judged', judged],
    ['Giant Slayer', 'Defeat an opponent much larger than you.', 'judged', judged],
  ],
  survival: [
    ['Still Standing', 'Stay alive for {n} minutes.', 'minutes', hours],
    ['One Long Day', 'Stay alive for {n} minutes in a single life.', 'minutes', [40, 90, 180, 300], { oneLife: true }],
    ['Lean Times', 'Stay alive for {n} minutes as a carnivore.', 'minutes', hours, { diet: 'carnivore' }],
    ['Keep Grazing', 'Stay alive for {n} minutes as a herbivore.', 'minutes', hours, { diet: 'herbivore' }],
    [
      'Out of Reach',
      'Stay alive for {n} minutes as a herbivore, in a single life.',
      'minutes',
      [40, 90, 180, 300],
      { diet: 'herbivore', oneLife: true },
    ],
    ['Hold the {region}', 'Stay alive for {n} minutes in {region}.', 'minutes', [10, 25, 45, 90], {}, true],
    [
      'Top of the Chain',
      'Stay alive for {n} minutes as a carnivore, in a single life.',
      'minutes',
      [40, 90, 180, 300],
      { diet: 'carnivore', oneLife: true },
    ],
    ['Narrow Escape', 'Get away from an attacker who had you nearly dead.', 'judged', judged],
  ],
  social: [
    ['Better Together', 'Play for {n} minutes while your pack plays.', 'minutes', hours, { pack: 2 }],
    ['Three of a Kind', 'Play for {n} minutes with three of your pack in the game.', 'minutes', hours, { pack: 3 }],
    [
      'Full Circle',
      'Play for {n} minutes with four of your pack in the game.',
      'minutes',
      [30, 60, 120, 240],
      { pack: 4 },
    ],
    [
      'Meeting Place',
      'Spend {n} minutes in {region} while your pack plays.',
      'minutes',
      [10, 20, 40, 80],
      { pack: 2 },
      true,
    ],
    [
      'Herd Instinct',
      'Play a herbivore for {n} minutes while your pack plays.',
      'minutes',
      hours,
      { diet: 'herbivore', pack: 2 },
    ],
    ['Road Trip', 'Visit {n} regions while your pack plays.', 'regions', [2, 4, 6, 9], { pack: 2 }],
    ['Nursery Duty', 'Guard the young of another player until they are safe.', 'judged', judged],
    ['Warm Welcome', 'Show a new player the way to food and water.', 'judged', judged],
  ],
  exploration: [
    ['Wanderlust', 'Visit {n} named regions.', 'regions', [3, 5, 7, 10]],
    ['Long Walk', 'Visit {n} regions in a single life.', 'regions', [2, 4, 6, 9], { oneLife: true }],
    ['Predator on Patrol', 'Visit {n} regions as a carnivore.', 'regions', [3, 5, 7, 10], { diet: 'carnivore' }],
    ['Greener Pastures', 'Visit {n} regions as a herbivore.', 'regions', [3, 5, 7, 10], { diet: 'herbivore' }],
    ['Camp at {region}', 'Spend {n} minutes in {region}.', 'minutes', [10, 20, 40, 75], {}, true],
    [
      'Lone Scout in {region}',
      'Spend {n} minutes in {region} without dying.',
      'minutes',
      [8, 15, 30, 60],
      { oneLife: true },
      true,
    ],
    ['Guided Tour', 'Visit {n} regions while another member of your pack plays.', 'regions', [3, 5, 7, 9], { pack: 2 }],
    ['Room with a View', 'Take a screenshot from the highest place you can reach.', 'judged', judged],
  ],
  specific: [
    ['Growing Up {species}', 'Grow a {species} by {n} points.', 'growth', growth],
    [
      'One {species}, One Life',
      'Grow a {species} by {n} points in a single life.',
      'growth',
      [20, 40, 60, 80],
      { oneLife: true },
    ],
    ['A Day as {species}', 'Stay alive for {n} minutes as a {species}.', 'minutes', hours],
    [
      'The Old {species}',
      'Stay alive for {n} minutes as a {species}, in a single life.',
      'minutes',
      [40, 90, 180, 300],
      { oneLife: true },
    ],
    ['{species} on the Move', 'Visit {n} regions as a {species}.', 'regions', [2, 4, 6, 9]],
    ['{species} Company', 'Play a {species} for {n} minutes while your pack plays.', 'minutes', hours, { pack: 2 }],
    ['{species} Fights Back', 'Win {fights} as a {species}.', 'kills', [1, 2, 3, 5]],
    ['{species} at {region}', 'Spend {n} minutes in {region} as a {species}.', 'minutes', [8, 15, 30, 60], {}, true],
  ],
}

const templateOf = ([title, text, measure, targets, goal, hasRegion]: Row): Template => ({
  title,
  text,
  measure,
  targets,
  ...(goal && { goal }),
  ...(hasRegion && { hasRegion }),
})

/** At least eight of each type. */
export const templates: Readonly<Record<ChallengeType, readonly Template[]>> = {
  growth: rows.growth.map(templateOf),
  hunting: rows.hunting.map(templateOf),
  survival: rows.survival.map(templateOf),
  social: rows.social.map(templateOf),
  exploration: rows.exploration.map(templateOf),
  specific: rows.specific.map(templateOf),
}
