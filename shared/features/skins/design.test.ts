import fc from 'fast-check'
import { expect, test } from 'vitest'
import { skinItems } from '../catalogue/redemptionItems.ts'
import { species } from '../world/species.ts'
import {
  coloursOf,
  designText,
  ownColoursSkin,
  paletteOf,
  readDesign,
  SkinDesign,
  skinAreas,
  skinSpecies,
  skinText,
  startColours,
} from './design.ts'

const colours = fc.record(
  Object.fromEntries(skinAreas.map((area) => [area, fc.constantFrom(...paletteOf(area).map(({ id }) => id))])),
) as unknown as fc.Arbitrary<SkinDesign['colours']>
const designs = fc
  .record({
    species: fc.constantFrom(...Object.keys(species)),
    skin: fc.constantFrom(...skinItems.map(({ id }) => id)),
    colours,
  })
  .map((one) => (one.skin === ownColoursSkin ? one : { ...one, colours: null }))

test('[SKN20] a design survives its link, and its text for the game is short and one line', () => {
  fc.assert(
    fc.property(designs, (design) => {
      expect(SkinDesign.parse(design)).toEqual(design)
      expect(readDesign(designText(design))).toEqual(design)
      expect(skinText(design)).toMatch(/^[\w #=]{4,100}$/)
    }),
  )
})

test('[SKN21] a link that was cut, changed or made up has no design', () => {
  const whole = designText({ species: 'Triceratops', skin: ownColoursSkin, colours: startColours })
  expect(whole).toBe('triceratops.own-colours.umber.sand.ink.gold')
  for (let end = 0; end < whole.length; end += 1) expect([end, readDesign(whole.slice(0, end))]).toEqual([end, null])
  const wrong = ['dragon.albino', 'triceratops.neon', 'triceratops.albino.ink', `${whole}.ink`, '__proto__.albino']
  for (const text of [
    ...wrong,
    'triceratops.own-colours.umber.sand.ink.moss',
    'triceratops.albino.umber.sand.ink.gold',
  ])
    expect([text, readDesign(text)]).toEqual([text, null])
  fc.assert(
    fc.property(fc.string(), (text) => readDesign(text) === null || SkinDesign.safeParse(readDesign(text)).success),
  )
})

test('[SKN22] every skin but the natural one and the own colours paints all areas, and the list has ten species of the game', () => {
  for (const { id } of skinItems) {
    const painted = Object.keys(coloursOf({ skin: id, colours: null }))
    expect([id, painted]).toEqual([id, ['skin-default', ownColoursSkin].includes(id) ? [] : [...skinAreas]])
  }
  expect(skinSpecies.map((one) => [one.category, one.species.length])).toEqual([
    ['Carnivores', 5],
    ['Herbivores', 5],
  ])
  for (const name of skinSpecies.flatMap((one) => one.species)) expect(species[name]?.name).toBe(name)
})
