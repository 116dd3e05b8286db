import { withArticle } from '../../engine/article.ts'
import { mulberry32 } from '../../engine/mulberry32.ts'
import type { Price } from '../ledger/accounts.ts'
import { type Currency, currencyNames } from '../world/currencies.ts'
import { regions } from '../world/regions.ts'
import { dietOf, species, speciesName } from '../world/species.ts'
import {
  type Challenge,
  type ChallengeType,
  type CurrencyChoice,
  categoryOf,
  challengeTypes,
  type Difficulty,
  difficulties,
  Goal,
  type SetKind,
} from './challenge.ts'
import { type Template, templates } from './templates.ts'

export interface Wanted {
  readonly kind: SetKind
  readonly count: number
  readonly currency: CurrencyChoice
  /** The dice: equal seeds make equal challenges. */
  readonly seed: number
  /** Epoch ms. */
  readonly at: number
}

const shares = [0.4, 0.4, 0.15, 0.05] as const

/**
 * How many of each difficulty, from easy to extreme: a share below one becomes one, the rest goes by largest remainder, and what is too
 * much leaves the most frequent, of equals the easiest first.
 */
export function splitOf(count: number): readonly number[] {
  const exact = shares.map((share) => share * count)
  const split = exact.map((one) => Math.max(1, Math.floor(one)))
  const sum = () => split.reduce((total, one) => total + one, 0)
  const byRemainder = exact
    .map((one, at) => ({ at, rest: one < 1 ? -1 : one - Math.floor(one) }))
    .toSorted((one, other) => other.rest - one.rest || one.at - other.at)
  for (let nth = 0; sum() < count; nth += 1) {
    const at = byRemainder[nth % split.length]?.at ?? 0
    split[at] = (split[at] ?? 0) + 1
  }
  while (sum() > count) {
    const most = Math.max(...split)
    // Of very few challenges the hardest are left out.
    const at = most > 1 ? split.indexOf(most) : split.lastIndexOf(1)
    split[at] = most - 1
  }
  return split
}

/** The challenges of a set, the easiest first, with ids from '1'. No pair of type and title occurs twice. */
export function generateChallenges({ kind, count, currency, seed, at }: Wanted): readonly Challenge[] {
  const dice = createDice(seed)
  const taken = new Set<string>()
  const wanted = splitOf(count).flatMap((many, level) => Array.from({ length: many }, () => level))
  return wanted.map((level, nth) => ({
    id: String(nth + 1),
    ...drawChallenge({ dice, taken, level, kind, currency }),
    generatedDate: at,
    status: 'available',
  }))
}

interface Draw {
  readonly dice: Dice
  readonly taken: Set<string>
  readonly level: number
  readonly kind: SetKind
  readonly currency: CurrencyChoice
}

function drawChallenge({
  dice,
  taken,
  level,
  kind,
  currency: choice,
}: Draw): Omit<Challenge, 'id' | 'generatedDate' | 'status'> {
  for (;;) {
    const type = dice.pick(challengeTypes)
    const template = dice.pick(templates[type])
    const required = type === 'specific' ? dice.pick(speciesNames) : null
    const name = required === null ? '' : speciesName(required)
    const region = template.hasRegion ? dice.pick(regions) : null
    const goal = goalOf(template, { level, kind, species: required, region: region?.id ?? null })
    const fill = (text: string) =>
      text
        .replaceAll('{n}', String(goal.target))
        .replaceAll('{players}', goal.target === 1 ? 'another player' : `${goal.target} other players`)
        .replaceAll('{fights}', goal.target === 1 ? 'a fight to the death' : `${goal.target} fights to the death`)
        .replaceAll('a {species}', withArticle(name))
        .replaceAll('{species}', name)
        .replaceAll('{region}', region?.name ?? '')
    const title = fill(template.title)
    // Also the same idea for two species or regions would be dull.
    if (taken.has(`${type} ${template.title}`)) continue
    taken.add(`${type} ${template.title}`)
    const difficulty = difficulties[level] as Difficulty
    return {
      type,
      title,
      description: fill(template.text),
      reward: rewardOf(dice, level, choice === 'auto' ? currencyFor(type, goal) : choice),
      difficulty,
      timeLimit: hoursOf(dice, level) * (kind === 'weekly' ? 4 : 1),
      category: categoryOf[type],
      requiredDino: required,
      goal,
    }
  }
}

interface Place {
  readonly level: number
  readonly kind: SetKind
  readonly species: string | null
  readonly region: string | null
}

/** Of a week more is asked for: three times the time and the growth, twice the kills, and one region more, of which there are eleven. */
function goalOf({ measure, targets, goal = {} }: Template, { level, kind, species: name, region }: Place) {
  const target = targets[level] ?? targets[0]
  const weekly = {
    growth: goal.oneLife ? target : target * 3,
    minutes: target * 3,
    kills: target * 2,
    regions: Math.min(regions.length, target + 1),
    judged: 1,
  }[measure]
  return Goal.parse({ measure, target: kind === 'weekly' ? weekly : target, species: name, region, ...goal })
}

/** What 'Auto-detect' chooses. */
export function currencyFor(type: ChallengeType, { diet }: Pick<Goal, 'diet'>): Currency {
  if (type === 'hunting') return 'razorTalons'
  if (type === 'growth' && diet === 'herbivore') return 'sylvanShards'
  if (type === 'growth' && diet === 'carnivore') return 'razorTalons'
  return type === 'social' || type === 'survival' ? 'sylvanShards' : 'razorTalons'
}

/** In hundreds. */
export const rewardRanges = [
  [25, 50],
  [50, 90],
  [90, 130],
  [130, 170],
] as const
const timeRanges = [
  [4, 10],
  [8, 16],
  [12, 24],
  [24, 24],
] as const

function rewardOf(dice: Dice, level: number, currency: Currency): Price {
  const [least, most] = rewardRanges[level] ?? rewardRanges[0]
  return { currency, amount: dice.between(least, most) * 100 }
}
function hoursOf(dice: Dice, level: number): number {
  const [least, most] = timeRanges[level] ?? timeRanges[0]
  return dice.between(least, most)
}

const speciesNames = Object.keys(species).filter((name) => dietOf(name) !== 'unknown')

interface Dice {
  pick<One>(from: readonly One[]): One
  /** Both ends included. */
  between(least: number, most: number): number
}

function createDice(seed: number): Dice {
  const next = mulberry32(seed)
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return { between, pick: (from) => from[between(0, from.length - 1)] as (typeof from)[number] }
}

/** A seed from a text, as the day of a set. FNV-1a. */
export function seedOf(text: string): number {
  let sum = 0x811c9dc5
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return sum
}

export const currencyChoiceNames: Readonly<Record<CurrencyChoice, string>> = { auto: 'Auto-detect', ...currencyNames }
