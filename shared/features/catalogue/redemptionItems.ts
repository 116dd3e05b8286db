import { capitalised, dinosaurItems } from './dinosaurs.ts'
import type { PerkItem, RedemptionDinosaurItem, SkinItem, VariantItem, WeatherItem } from './items.ts'

const variant = (id: string, basePrice: number, description: string): VariantItem => ({
  id,
  kind: 'variant',
  name: `${capitalised(id)} Mutation`,
  tag: capitalised(id),
  description,
  basePrice,
})
const albino = variant('albino', 300, 'White skin and red eyes.')
const melanistic = variant('melanistic', 350, 'Black skin.')
const hyperodontosaurus = variant('hyperodontosaurus', 500, 'Longer teeth.')
const achillobator = variant('achillobator', 400, 'The build of an Achillobator.')

export const variantItems: readonly VariantItem[] = [albino, melanistic, hyperodontosaurus, achillobator]

const centre = (id: string, basePrice: number, variants: readonly VariantItem[]): RedemptionDinosaurItem => {
  const shopped = dinosaurItems.find((one) => one.id === id)
  if (!shopped) throw new Error(`The shop has no "${id}"`)
  const { name, species } = shopped
  return {
    id: `redeem-${id}`,
    kind: 'redemptionDinosaur',
    name,
    description: `Transform into a ${name}`,
    basePrice,
    species,
    dinosaur: id,
    variants: variants.map((one) => one.id),
  }
}

export const redemptionDinosaurItems: readonly RedemptionDinosaurItem[] = [
  centre('carnotaurus', 500, [albino, melanistic, hyperodontosaurus]),
  centre('tyrannosaurus', 1_000, [albino, melanistic, hyperodontosaurus, achillobator]),
  centre('triceratops', 300, [albino, melanistic]),
  centre('allosaurus', 400, [albino, melanistic, hyperodontosaurus]),
  centre('dilophosaurus', 200, [albino, melanistic]),
  centre('utahraptor', 350, [albino, melanistic, hyperodontosaurus]),
  centre('stegosaurus', 250, [albino, melanistic]),
]

const perk = (id: string, name: string, basePrice: number, description: string): PerkItem => ({
  id,
  kind: 'perk',
  name,
  description,
  basePrice,
})
const otherPerk = 'Special perk for your dinosaur'
export const weatherMinutes = 30

/** The player shop sells all of them, the redemption centre all but `custom-message`. */
export const perkItems: readonly PerkItem[] = [
  perk('full-heal', 'Full Heal', 50, 'instantly heal to full health'),
  perk('adult-growth', 'Adult Growth', 200, 'instantly grow to adult size'),
  perk('half-growth', 'Half Growth', 100, 'grow to 50% size'),
  perk('custom-teleport', 'Custom Teleport', 75, otherPerk),
  perk('weather-control', `Weather Control (${weatherMinutes} min)`, 150, otherPerk),
  perk('custom-message', 'Custom Message', 25, 'send yourself a custom message in-game'),
]

/** Only the player shop sells them. */
export const weatherItems: readonly WeatherItem[] = ['Clear', 'Rain', 'Storm', 'Fog'].map((name) => ({
  id: `weather-${name.toLowerCase()}`,
  kind: 'weather',
  name,
  description: `Change server weather to ${name}`,
  basePrice: 150,
  weather: name,
  minutes: weatherMinutes,
}))

const skin = (
  id: string,
  name: string,
  basePrice: number,
  rarity: SkinItem['rarity'],
  color: string | null,
  description: string,
  isLocked = false,
): SkinItem => ({ id: `skin-${id}`, kind: 'skin', name, description, basePrice, rarity, color, isLocked })

export const skinItems: readonly SkinItem[] = [
  skin('default', 'Default', 0, 'common', '#7d7461', 'The natural colours of the species.'),
  skin('albino', 'Albino', 500, 'rare', '#efe9df', 'White skin and pale eyes.'),
  skin('melanistic', 'Melanistic', 500, 'rare', '#23252b', 'Black from head to tail.'),
  skin('leucistic', 'Leucistic', 750, 'epic', '#d9d3c0', 'Pale skin and dark eyes.'),
  skin('tiger-stripes', 'Tiger Stripes', 1_000, 'legendary', '#c9772b', 'Dark stripes on amber.', true),
  skin('forest-green', 'Forest Green', 1_000, 'legendary', '#3f6b3a', 'Moss and leaf, for the deep woods.', true),
  {
    ...skin('own-colours', 'Own Colours', 1_500, 'legendary', null, 'Choose the colour of each area yourself.'),
    isOffAtFirst: true,
  },
]
