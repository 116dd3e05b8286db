import type { Currency } from '../world/currencies.ts'

/** The groups of the catalogue, in the order in which it lists them. */
export const itemKinds = [
  'dinosaur',
  'mainMutation',
  'parentMutation',
  'variant',
  'skin',
  'redemptionDinosaur',
  'perk',
  'weather',
] as const
export type ItemKind = (typeof itemKinds)[number]

/** From the commonest: species have five of them, skins add `epic`. */
export const rarities = ['common', 'uncommon', 'rare', 'epic', 'legendary', 'apex'] as const
export type Rarity = (typeof rarities)[number]

/** What the shop filters by: the diet of animals on land, and how the others move. */
export const dinosaurTypes = ['carnivore', 'herbivore', 'aquatic', 'flyer', 'omnivore'] as const
export type DinosaurType = (typeof dinosaurTypes)[number]

/** Everything is sold for it. */
export const catalogueCurrency: Currency = 'voidPearls'

interface ItemBase {
  /** Never changes, and is unique in the whole catalogue: inventories, ledger and links keep it. */
  readonly id: string
  readonly name: string
  /** A sentence for its card; empty for dinosaurs, whose abilities say more. */
  readonly description: string
  /** The list price until an owner sets another, in Void Pearls. 0: it is free. */
  readonly basePrice: number
  /** An owner has to switch it on first. */
  readonly isOffAtFirst?: true
}

/** The shop sells it as an entry of the inventory, which lasts until it is redeemed. */
export interface DinosaurItem extends ItemBase {
  readonly kind: 'dinosaur'
  /** As the game names it: the key of `species`. */
  readonly species: string
  readonly type: DinosaurType
  readonly rarity: Rarity
  readonly weightKg: number
  readonly abilities: readonly string[]
}

/** Goes into one of the three slots of its group, for free. */
export interface MutationItem extends ItemBase {
  readonly kind: 'mainMutation' | 'parentMutation'
  readonly category: 'main' | 'parent'
}

/** Never goes into a slot. Free with a dinosaur of the redemption centre that lists it; sold alone, too. */
export interface VariantItem extends ItemBase {
  readonly kind: 'variant'
  /** The short name on tags. */
  readonly tag: string
}

export interface SkinItem extends ItemBase {
  readonly kind: 'skin'
  readonly rarity: Rarity
  /** As #rrggbb; null where the colours are the player's own. */
  readonly color: string | null
  /** It is announced and cannot be chosen yet. */
  readonly isLocked: boolean
}

/** One life in the game as this species. Redemption centre and player shop sell it. */
export interface RedemptionDinosaurItem extends ItemBase {
  readonly kind: 'redemptionDinosaur'
  readonly species: string
  /** The item of the shop for the same species. */
  readonly dinosaur: string
  /** Items of kind `variant` that are free with it. */
  readonly variants: readonly string[]
}

export interface PerkItem extends ItemBase {
  readonly kind: 'perk'
}

export interface WeatherItem extends ItemBase {
  readonly kind: 'weather'
  /** As the command mod names it. */
  readonly weather: string
  readonly minutes: number
}

export type CatalogueItem =
  | DinosaurItem
  | MutationItem
  | VariantItem
  | SkinItem
  | RedemptionDinosaurItem
  | PerkItem
  | WeatherItem

export type ItemOf<Kind extends ItemKind> = CatalogueItem & { readonly kind: Kind }

/** As players read it: `85 kg`, and from 1,000 kg on `8.5 t`. */
export const weightInWords = (kg: number) => (kg >= 1_000 ? `${(kg / 1_000).toFixed(1)} t` : `${kg} kg`)

export const typeNames: Readonly<Record<DinosaurType, string>> = {
  carnivore: 'Carnivore',
  herbivore: 'Herbivore',
  aquatic: 'Aquatic',
  flyer: 'Flyer',
  omnivore: 'Omnivore',
}
