import { z } from 'zod'
import { itemNamed } from '../catalogue/catalogue.ts'
import type { SkinItem } from '../catalogue/items.ts'
import { skinItems } from '../catalogue/redemptionItems.ts'
import { species } from '../world/species.ts'

/** The areas of a dinosaur that a skin colours. The drawings have the same ones. */
export const skinAreas = ['back', 'belly', 'pattern', 'eye'] as const
export type SkinArea = (typeof skinAreas)[number]

export const areaNames: Readonly<Record<SkinArea, string>> = {
  back: 'Back',
  belly: 'Belly',
  pattern: 'Pattern',
  eye: 'Eyes',
}

export interface PaletteColour {
  /** Never changes: presets, links and deliveries keep it. */
  readonly id: string
  readonly name: string
  /** As #rrggbb. */
  readonly color: string
}

const palette = (text: string): readonly PaletteColour[] =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => {
      const [id = '', color = '', ...name] = line.split(' ')
      return { id, color, name: name.join(' ') }
    })

const bodyColours = palette(`
  ink #23252b Ink
  charcoal #45464b Charcoal
  slate #66717c Slate
  ash #9b9a94 Ash
  bone #e9e1cf Bone
  sand #d0b384 Sand
  ochre #b98a35 Ochre
  amber #c9772b Amber
  rust #98452a Rust
  crimson #80242c Crimson
  umber #5b4030 Umber
  olive #77773c Olive
  moss #4f6b35 Moss
  fern #2f4d33 Fern
  lagoon #2f6f77 Lagoon
  dusk #465a86 Dusk
`)
const eyeColours = palette(`
  gold #e2b93b Gold
  flame #dd6f2a Flame
  ruby #c0392f Ruby
  rose #e5a3a0 Rose
  pearl #e8eaea Pearl
  ice #8fc7dd Ice
  jade #5fa66b Jade
  onyx #26221f Onyx
`)

/** The colours among which a player chooses for an area. */
export const paletteOf = (area: SkinArea): readonly PaletteColour[] => (area === 'eye' ? eyeColours : bodyColours)

const colourIn = (area: SkinArea) => z.enum(paletteOf(area).map(({ id }) => id) as [string, ...string[]])

/** A player's own colours, by their ids in the palettes. */
export const SkinColours = z.strictObject({
  back: colourIn('back'),
  belly: colourIn('belly'),
  pattern: colourIn('pattern'),
  eye: colourIn('eye'),
})
export type SkinColours = z.infer<typeof SkinColours>

export const startColours: SkinColours = { back: 'umber', belly: 'sand', pattern: 'ink', eye: 'gold' }

export const defaultSkin = 'skin-default'
export const ownColoursSkin = 'skin-own-colours'

/** How a dinosaur of a species looks. `colours` are those of `skin-own-colours`, and null for every other skin. */
export const SkinDesign = z
  .strictObject({
    /** As the game names it. */
    species: z.string().refine((name) => Object.hasOwn(species, name), 'not a species of the game'),
    /** Id of the catalogue. */
    skin: z.enum(skinItems.map(({ id }) => id) as [string, ...string[]]),
    colours: SkinColours.nullable().default(null),
  })
  .refine(({ skin, colours }) => (skin === ownColoursSkin) === (colours !== null), {
    message: 'colours belong to Own Colours alone, which needs one for each area',
    path: ['colours'],
  })
export type SkinDesign = z.infer<typeof SkinDesign>

/** A skin of the catalogue as it is without the owner's changes; undefined if there is none. */
export function skinNamed(id: string): SkinItem | undefined {
  const item = itemNamed(id)
  return item?.kind === 'skin' ? item : undefined
}

type Painted = Readonly<Record<SkinArea, string>>

const painted: Readonly<Record<string, Painted>> = {
  'skin-albino': { back: '#efe9df', belly: '#fbf7f0', pattern: '#dfcdc4', eye: '#e08d8f' },
  'skin-melanistic': { back: '#363944', belly: '#565b69', pattern: '#191b20', eye: '#e0b02c' },
  'skin-leucistic': { back: '#d9d3c0', belly: '#f0ecdf', pattern: '#b3ab92', eye: '#26221f' },
  'skin-tiger-stripes': { back: '#c9772b', belly: '#f0dcb4', pattern: '#2a1c12', eye: '#e2b93b' },
  'skin-forest-green': { back: '#3f6b3a', belly: '#a9b37a', pattern: '#23401f', eye: '#d9b13b' },
}

/** The colours of a skin on a drawing, as #rrggbb; empty for the species' own. */
export function coloursOf({ skin, colours }: Pick<SkinDesign, 'skin' | 'colours'>): Partial<Painted> {
  if (colours === null || skin !== ownColoursSkin) return (Object.hasOwn(painted, skin) && painted[skin]) || {}
  const chosen = skinAreas.map((area) => [area, paletteOf(area).find(({ id }) => id === colours[area])?.color])
  return Object.fromEntries(chosen) as Painted
}

/** What is sent to the game, and what staff read who do it by hand: `Albino`, or `Own Colours back=#5b4030 …`. */
export function skinText(design: Pick<SkinDesign, 'skin' | 'colours'>): string {
  const name = skinNamed(design.skin)?.name ?? design.skin
  if (design.colours === null) return name
  const colours = Object.entries(coloursOf(design)).map(([area, color]) => `${area}=${color}`)
  return [name, ...colours].join(' ')
}

const carnivores = ['Carnotaurus', 'Allosaurus', 'Ceratosaurus', 'Dilophosaurus', 'Herrerasaurus']
const herbivores = ['Triceratops', 'Stegosaurus', 'Maiasaura', 'Gallimimus', 'Dryosaurus']

/** The species of the designer. Its list calls Gallimimus a herbivore, which the game knows as an omnivore. */
export const skinSpecies = [
  { category: 'Carnivores', species: carnivores },
  { category: 'Herbivores', species: herbivores },
] as const

const linkParts = ({ species: name, skin, colours }: SkinDesign) => [
  name.toLowerCase(),
  skin.replace('skin-', ''),
  ...(colours === null ? [] : skinAreas.map((area) => colours[area])),
]

/** A design as the link that shares it carries it: `triceratops.albino`, `triceratops.own-colours.umber.sand.ink.gold`. */
export const designText = (design: SkinDesign) => linkParts(design).join('.')

/** The design of a link; null for a text that is none. */
export function readDesign(text: string): SkinDesign | null {
  const [name = '', skin = '', ...colours] = text.split('.')
  const gameName = Object.keys(species).find((one) => one.toLowerCase() === name)
  const chosen = Object.fromEntries(skinAreas.map((area, at) => [area, colours[at]]))
  const isComplete = colours.length === 0 || colours.length === skinAreas.length
  const design = { species: gameName, skin: `skin-${skin}`, colours: colours.length === 0 ? null : chosen }
  return isComplete ? (SkinDesign.safeParse(design).data ?? null) : null
}
