import { describe, expect, test } from 'vitest'
import { mapColours } from '../../shared/features/world/mapColours.ts'
import { contrast, differenceOf } from './contrast.ts'
import { moodNames, moods, type TokenName, tokenNames } from './themes.ts'

const grounds: readonly TokenName[] = ['table', 'surface', 'raised']

/** Every text that is set on a ground of its own. */
const textPairs: readonly (readonly [TokenName, TokenName])[] = [
  ...grounds.flatMap((ground) =>
    (
      [
        'ink',
        'inkSoft',
        'accent',
        'danger',
        'warn',
        'good',
        'carnivore',
        'herbivore',
        'omnivore',
        'unknown',
        'pearl',
        'talon',
        'shard',
      ] as const
    ).map((text) => [text, ground] as const),
  ),
  ['accentInk', 'accent'],
  ['danger', 'dangerGround'],
  ['ink', 'dangerGround'],
  ['warn', 'warnGround'],
  ['ink', 'warnGround'],
  ['mapInk', 'mapHalo'],
  ['mapInk', 'sea'],
]

/** Outlines of controls, the ring of focus, and the marks on the map against their own halo. */
const outlinePairs: readonly (readonly [TokenName, TokenName])[] = [
  ...grounds.flatMap((ground) => [['edge', ground] as const, ['focus', ground] as const]),
  ['focus', 'sea'],
  ['carnivore', 'mapHalo'],
  ['herbivore', 'mapHalo'],
  ['omnivore', 'mapHalo'],
  ['unknown', 'mapHalo'],
  ...mapColours.flatMap((colour) => [
    [colour, 'mapHalo'] as const,
    ...grounds.map((ground) => [colour, ground] as const),
  ]),
]

/** Two colours of markers are at least this far apart; see `differenceOf`. */
const leastDifference = 0.08

const mapColourPairs = mapColours.flatMap((one, index) =>
  mapColours.slice(index + 1).map((other) => [one, other] as const),
)

describe.each(moodNames)('%s', (mood) => {
  const tokens = moods[mood]

  test.each(tokenNames)('[TH1] %s is a colour written as #rrggbb', (name) => {
    expect(tokens[name]).toMatch(/^#[0-9a-f]{6}$/)
  })

  test.each(textPairs)('[TH2] %s reads on %s', (text, ground) => {
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(outlinePairs)('[TH3] %s is seen on %s', (outline, ground) => {
    expect(contrast(tokens[outline], tokens[ground])).toBeGreaterThanOrEqual(3)
  })

  test.each(mapColourPairs)('[TH5] %s is not taken for %s', (one, other) => {
    expect(differenceOf(tokens[one], tokens[other])).toBeGreaterThanOrEqual(leastDifference)
  })

  test.each(mapColours)('[TH6] %s is not taken for the water', (colour) => {
    expect(differenceOf(tokens[colour], tokens.sea)).toBeGreaterThanOrEqual(leastDifference)
  })
})

test('[TH4] contrast agrees with the two ends of the scale', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#777777')).toBe(1)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('[TH7] difference agrees with the two ends of the scale', () => {
  expect(differenceOf('#000000', '#ffffff')).toBeCloseTo(1)
  expect(differenceOf('#778899', '#778899')).toBe(0)
})
