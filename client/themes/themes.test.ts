import { describe, expect, test } from 'vitest'
import { mapColours } from '../../shared/features/world/mapColours.ts'
import { colourDifference, contrast } from './contrast.ts'
import { rarityTokens, type TokenName, themeNames, themes, tokenNames, vitalTokens } from './themes.ts'

const grounds: readonly TokenName[] = ['table', 'surface', 'raised']

/** The grounds of a control or a row in a state other than rest. */
const stateGrounds: readonly TokenName[] = ['hover', 'chosen', 'pressed', 'disabled']

const signs = ['accent', 'danger', 'warn', 'good', 'info'] as const
const kinds = ['carnivore', 'herbivore', 'omnivore', 'unknown', 'pearl', 'talon', 'shard'] as const

const texts: readonly TokenName[] = ['ink', 'inkSoft', ...signs, ...kinds, ...rarityTokens, ...vitalTokens]

const on = (ground: TokenName, ...colours: readonly TokenName[]) => colours.map((colour) => [colour, ground] as const)

/** Every text colour with each ground that it is used on. */
const textPairs: readonly (readonly [TokenName, TokenName])[] = [
  ...[...grounds, ...stateGrounds].flatMap((ground) => on(ground, ...texts)),
  ...(['accent', 'accentHover', 'accentPressed'] as const).flatMap((ground) => on(ground, 'accentInk')),
  ...on('danger', 'dangerInk'),
  ...on('dangerGround', 'danger', 'ink', 'inkSoft'),
  ...on('warnGround', 'warn', 'ink', 'inkSoft'),
  ...on('goodGround', 'good', 'ink', 'inkSoft'),
  ...on('infoGround', 'info', 'ink', 'inkSoft'),
  ...on('sky', 'ink', 'inkSoft', 'accent', 'danger'),
  ...on('mapHalo', 'mapInk'),
  ...on('sea', 'mapInk'),
]

/** Outlines of controls, the focus ring, and the map markers against their own halo. */
const outlinePairs: readonly (readonly [TokenName, TokenName])[] = [
  ...[...grounds, ...stateGrounds].flatMap((ground) => [['edge', ground] as const, ['focus', ground] as const]),
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

/** The least difference of two marker colours; see `colourDifference`. */
const leastDifference = 0.08

const mapColourPairs = mapColours.flatMap((one, index) =>
  mapColours.slice(index + 1).map((other) => [one, other] as const),
)

describe.each(themeNames)('%s', (theme) => {
  const tokens = themes[theme]

  test.each(tokenNames)('[TH1] %s is a colour written as #rrggbb', (name) => {
    expect(tokens[name]).toMatch(/^#[0-9a-f]{6}$/)
  })

  test.each(textPairs)('[TH2] %s is readable on %s', (text, ground) => {
    expect(contrast(tokens[text], tokens[ground])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(outlinePairs)('[TH3] %s is visible on %s', (outline, ground) => {
    expect(contrast(tokens[outline], tokens[ground])).toBeGreaterThanOrEqual(3)
  })

  test.each(mapColourPairs)('[TH5] %s is distinguishable from %s', (one, other) => {
    expect(colourDifference(tokens[one], tokens[other])).toBeGreaterThanOrEqual(leastDifference)
  })

  test.each(mapColours)('[TH6] %s is distinguishable from the water', (colour) => {
    expect(colourDifference(tokens[colour], tokens.sea)).toBeGreaterThanOrEqual(leastDifference)
  })
})

test('[TH4] contrast matches both ends of the scale', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#777777')).toBe(1)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('[TH7] difference matches both ends of the scale', () => {
  expect(colourDifference('#000000', '#ffffff')).toBeCloseTo(1)
  expect(colourDifference('#778899', '#778899')).toBe(0)
})
