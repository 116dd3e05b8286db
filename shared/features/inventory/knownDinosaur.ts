import { dinosaurOfSpecies } from '../catalogue/dinosaurs.ts'
import type { DinosaurType, Rarity } from '../catalogue/items.ts'
import { levelOf } from '../play/playRecord.ts'
import { type Diet, dietOf, species as speciesTable } from '../world/species.ts'
import type { DinosaurSource, OwnedDinosaur } from './inventory.ts'

/** A dinosaur of an inventory with all that is known of it. What is not known is null. */
export interface KnownDinosaur {
  readonly entry: Readonly<OwnedDinosaur>
  /** Of the catalogue; of a species that it has not, the game's name in small letters. */
  readonly dinosaurId: string
  /** Its own, otherwise the species'. */
  readonly name: string
  /** As players call it: the game's Omniraptor is a Utahraptor. */
  readonly speciesName: string
  readonly diet: Diet | 'unknown'
  readonly category: DinosaurType | null
  readonly rarity: Rarity | null
  /** Of an adult. */
  readonly weightKg: number | null
  /** By the time it was played. */
  readonly level: number | null
  /** From 0 to 1. */
  readonly growth: number | null
  /** Epoch ms: when it came into the inventory; null for one that is being parked. */
  readonly acquiredAt: number | null
}

export function knownOf(entry: Readonly<OwnedDinosaur>): KnownDinosaur {
  const { species, name, growth, playMs, storedAt } = entry
  const known = dinosaurOfSpecies(species)
  const speciesName = known?.name ?? species
  const diet = dietOf(species)
  return {
    entry,
    dinosaurId: known?.id ?? species.toLowerCase(),
    name: name || speciesName,
    speciesName,
    diet,
    category: known?.type ?? (diet === 'unknown' ? null : diet),
    rarity: known?.rarity ?? null,
    weightKg: (Object.hasOwn(speciesTable, species) && speciesTable[species]?.mass) || null,
    level: playMs === null ? null : levelOf(playMs),
    growth: growth === null ? null : growth / 100,
    acquiredAt: storedAt,
  }
}

/** Weights of 1,000 kg and more are in tonnes with one decimal. */
export const weightText = (kg: number) => (kg >= 1_000 ? `${(kg / 1_000).toFixed(1)} t` : `${kg} kg`)

const hourMs = 3_600_000
/** Whole hours, as `12h`: for programs. */
export const playHoursText = (ms: number) => `${Math.floor(ms / hourMs)}h`
/** The same for pages, below an hour in minutes: `12 min`. */
export const playTimeText = (ms: number) => (ms < hourMs ? `${Math.floor(ms / 60_000)} min` : playHoursText(ms))

/** The figures of an inventory: all, and by where they are from. */
export function countsOf(entries: readonly Pick<OwnedDinosaur, 'source'>[]) {
  const from = (source: DinosaurSource) => entries.filter((one) => one.source === source).length
  return { total: entries.length, grown: from('grown'), purchased: from('shop'), traded: from('marketplace') }
}
