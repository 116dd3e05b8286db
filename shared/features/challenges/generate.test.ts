import { expect, test } from 'vitest'
import { dietOf } from '../world/species.ts'
import { type Challenge, Challenge as ChallengeSchema, challengeTypes, difficulties } from './challenge.ts'
import { currencyFor, generateChallenges, rewardRanges, seedOf, splitOf } from './generate.ts'
import { templates } from './templates.ts'

const many = Array.from({ length: 120 }, (_, seed) =>
  generateChallenges({ kind: 'daily', count: 3 + (seed % 6), currency: 'auto', seed, at: 5 }),
)
const all: readonly Challenge[] = many.flat()

test('[DC12] the difficulties are split as settled: what is below one becomes one, and what is too much leaves the easiest', () => {
  expect([3, 4, 5, 6, 7, 8].map((count) => splitOf(count).join('/'))).toEqual([
    '1/1/1/0',
    '1/1/1/1',
    '1/2/1/1',
    '2/2/1/1',
    '3/2/1/1',
    '3/3/1/1',
  ])
})

test('[DC13] a set has as many challenges as asked for, the easiest first, each type and title once, the same for the same dice', () => {
  for (const [seed, set] of many.entries()) {
    const levels = set.map(({ difficulty }) => difficulties.indexOf(difficulty))
    expect(set).toHaveLength(3 + (seed % 6))
    expect(levels).toEqual(levels.toSorted())
    expect(difficulties.map((_, level) => levels.filter((one) => one === level).length)).toEqual(splitOf(set.length))
    expect(new Set(set.map(({ type, title }) => `${type} ${title}`)).size).toBe(set.length)
    for (const one of set) expect(ChallengeSchema.parse(one)).toEqual(one)
  }
  const again = generateChallenges({ kind: 'daily', count: 6, currency: 'auto', seed: 3, at: 5 })
  expect(again).toEqual(many[3])
  expect(new Set(many.filter((_, seed) => seed % 6 === 3).map((set) => JSON.stringify(set))).size).toBe(20)
  expect(seedOf('daily-2026-11-22')).not.toBe(seedOf('daily-2026-11-23'))
})

test('[DC14] rewards and times are within the ranges of the difficulty, rewards in hundreds', () => {
  const hours = { Easy: [4, 10], Medium: [8, 16], Hard: [12, 24], Extreme: [24, 24] } as const
  for (const { difficulty, reward, timeLimit } of all) {
    const [least, most] = rewardRanges[difficulties.indexOf(difficulty)] ?? [0, 0]
    expect([reward.amount % 100, reward.amount >= least * 100, reward.amount <= most * 100]).toEqual([0, true, true])
    expect([timeLimit >= hours[difficulty][0], timeLimit <= hours[difficulty][1]]).toEqual([true, true])
  }
})

test('[DC15] the currency is chosen by type and diet, or is the one that was asked for', () => {
  const diets = { carnivore: 'carnivore', herbivore: 'herbivore', none: null } as const
  expect([
    currencyFor('hunting', { diet: 'herbivore' }),
    currencyFor('growth', { diet: diets.herbivore }),
    currencyFor('growth', { diet: diets.carnivore }),
    currencyFor('growth', { diet: diets.none }),
    currencyFor('social', { diet: null }),
    currencyFor('survival', { diet: 'carnivore' }),
    currencyFor('exploration', { diet: 'herbivore' }),
    currencyFor('specific', { diet: null }),
  ]).toEqual([
    'razorTalons',
    'sylvanShards',
    'razorTalons',
    'razorTalons',
    'sylvanShards',
    'sylvanShards',
    'razorTalons',
    'razorTalons',
  ])
  const pearls = generateChallenges({ kind: 'daily', count: 8, currency: 'voidPearls', seed: 1, at: 0 })
  expect(new Set(pearls.map(({ reward }) => reward.currency))).toEqual(new Set(['voidPearls']))
})

test('[DC6] each type has eight titles and texts, no place of a text stays empty, and a species is asked for where the type is', () => {
  for (const type of challengeTypes) {
    expect(templates[type].length).toBeGreaterThanOrEqual(8)
    expect(new Set(templates[type].flatMap(({ title, text }) => [title, text])).size).toBe(2 * templates[type].length)
  }
  for (const { type, title, description, requiredDino, goal } of all) {
    expect(`${title} ${description}`).not.toMatch(
      /[{}]| {2}|undefined|null|\ba (?!Uta)[AEIOU]|\ban Uta|\b1 (other|fights)/,
    )
    expect([requiredDino !== null, goal.species]).toEqual([type === 'specific', requiredDino])
    if (requiredDino !== null) expect([title.includes(requiredDino), dietOf(requiredDino)]).not.toContain('unknown')
  }
  expect(new Set(all.map(({ type }) => type))).toEqual(new Set(challengeTypes))
})
