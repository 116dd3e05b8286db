import { dietOf } from '../../../shared/features/world/species.ts'
import {
  type Drawing,
  grownDrawing,
  iconDrawing,
  type Sheet,
  topDrawing,
  usualYouth,
  type Youth,
  youngDrawing,
} from './drawing.ts'
import * as feathered from './featheredTheropods.ts'
import * as flyersAndSwimmers from './flyersAndSwimmers.ts'
import { genericSheets } from './genericSheets.ts'
import * as horned from './hornedAndArmoured.ts'
import * as large from './largeTheropods.ts'
import * as ornithopods from './ornithopods.ts'

export const views = ['side', 'young', 'top'] as const
export type View = (typeof views)[number]
export type Diet = ReturnType<typeof dietOf>

interface DrawnSpecies {
  readonly name: string
  /** Length of an adult in metres; of Pteranodon, the span of its wings. */
  readonly length: number
  /** Where the length is from; Paul 2016 is The Princeton Field Guide to Dinosaurs, second edition. */
  readonly source: string
  readonly sheet: Sheet
  /** Where its young differ from the usual. */
  readonly youth?: Partial<Youth>
}

/** All species that have drawings of their own. */
export const drawnSpecies: readonly DrawnSpecies[] = [
  {
    name: 'Tyrannosaurus',
    length: 12.3,
    source: 'Hutchinson et al. 2011',
    sheet: large.tyrannosaurus,
    youth: { head: 1.3 },
  },
  { name: 'Allosaurus', length: 8.5, source: 'Paul 2016', sheet: large.allosaurus, youth: { head: 1.4 } },
  { name: 'Ceratosaurus', length: 6, source: 'Paul 2016', sheet: large.ceratosaurus, youth: { head: 1.32 } },
  { name: 'Carnotaurus', length: 7.5, source: 'Paul 2016', sheet: large.carnotaurus, youth: { head: 1.35 } },
  { name: 'Dilophosaurus', length: 7, source: 'Paul 2016', sheet: large.dilophosaurus },
  { name: 'Herrerasaurus', length: 4.5, source: 'Paul 2016', sheet: large.herrerasaurus },
  { name: 'Omniraptor', length: 5.5, source: 'Utahraptor in Paul 2016', sheet: feathered.omniraptor },
  { name: 'Austroraptor', length: 5, source: 'Novas et al. 2009', sheet: feathered.austroraptor },
  { name: 'Troodon', length: 2.4, source: 'Paul 2016', sheet: feathered.troodon },
  { name: 'Gallimimus', length: 6, source: 'Osmólska et al. 1972', sheet: feathered.gallimimus },
  { name: 'Beipiaosaurus', length: 2.2, source: 'Xu et al. 1999', sheet: feathered.beipiaosaurus },
  { name: 'Triceratops', length: 8, source: 'Paul 2016', sheet: horned.triceratops, youth: { head: 1.25, frill: 0.6 } },
  {
    name: 'Diabloceratops',
    length: 4.5,
    source: 'Paul 2016',
    sheet: horned.diabloceratops,
    youth: { head: 1.28, frill: 0.55 },
  },
  { name: 'Stegosaurus', length: 6.5, source: 'Paul 2016', sheet: horned.stegosaurus },
  { name: 'Kentrosaurus', length: 4.5, source: 'Mallison 2010', sheet: horned.kentrosaurus },
  {
    name: 'Pachycephalosaurus',
    length: 4.5,
    source: 'Paul 2016',
    sheet: horned.pachycephalosaurus,
    youth: { head: 1.3 },
  },
  { name: 'Maiasaura', length: 7, source: 'Paul 2016', sheet: ornithopods.maiasaura, youth: { head: 1.4 } },
  { name: 'Tenontosaurus', length: 6, source: 'Paul 2016', sheet: ornithopods.tenontosaurus },
  { name: 'Dryosaurus', length: 3, source: 'Paul 2016', sheet: ornithopods.dryosaurus },
  { name: 'Hypsilophodon', length: 2, source: 'Paul 2016', sheet: ornithopods.hypsilophodon },
  {
    name: 'Deinosuchus',
    length: 10.6,
    source: 'Farlow et al. 2005',
    sheet: flyersAndSwimmers.deinosuchus,
    youth: { head: 1.3, tail: 0.85 },
  },
  {
    name: 'Pteranodon',
    length: 5.6,
    source: 'Bennett 1992',
    sheet: flyersAndSwimmers.pteranodon,
    youth: { head: 1.2, tail: 1 },
  },
]

/** Other names of a species: the shop's Utahraptor is the game's Omniraptor. */
const aliases: Readonly<Record<string, string>> = { utahraptor: 'omniraptor' }

const byName = new Map(drawnSpecies.map((drawn) => [drawn.name.toLowerCase(), drawn]))
const drawnAs = (species: string) => byName.get(aliases[species.toLowerCase()] ?? species.toLowerCase())

/** The diet of a species under any of its names. */
export const dietOfDrawn = (species: string): Diet => dietOf(drawnAs(species)?.name ?? species)

/** Markers of small species are a little smaller: from 78% for two metres to the whole box for twelve. */
const markerRoom = (length: number) => Math.min(1, 0.78 + 0.22 * (Math.log(length / 2) / Math.log(6)))

function draw({ sheet, length, youth }: Pick<DrawnSpecies, 'sheet' | 'length' | 'youth'>, view: View, isIcon: boolean) {
  const proportions = view === 'young' ? { ...usualYouth, ...youth } : null
  if (isIcon && view !== 'top') return iconDrawing(sheet.side, proportions)
  if (view === 'side') return grownDrawing(sheet.side)
  if (proportions) return youngDrawing(sheet.side, proportions)
  return topDrawing(sheet.top, markerRoom(length))
}

const cache = new Map<string, Drawing>()

/**
 * A drawing of a species, of a plain animal of its diet if it has none. Names of game and shop in any case.
 * @param diet of a species that the catalogue does not list
 * @param isIcon drawn with a few pixels: side views then have a larger head and a shorter tail
 */
export function drawingOf(species: string, view: View, diet: Diet = dietOfDrawn(species), isIcon = false): Drawing {
  const own = drawnAs(species)
  const key = `${own?.name ?? diet} ${view} ${isIcon}`
  const drawing = cache.get(key) ?? draw(own ?? { sheet: genericSheets[diet], length: 6 }, view, isIcon)
  cache.set(key, drawing)
  return drawing
}
