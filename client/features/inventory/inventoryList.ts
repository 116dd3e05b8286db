import { useMemo, useRef } from 'react'
import { z } from 'zod'
import { matcherOf } from '../../../shared/engine/search/matchSearch.ts'
import { longestSearch, parseSearch } from '../../../shared/engine/search/parseSearch.ts'
import { rarities } from '../../../shared/features/catalogue/items.ts'
import type { OwnedDinosaur } from '../../../shared/features/inventory/inventory.ts'
import { type KnownDinosaur, knownOf } from '../../../shared/features/inventory/knownDinosaur.ts'
import { dinosaurSearch } from '../../../shared/features/inventory/search.ts'

export const groups = ['all', 'carnivores', 'herbivores', 'grown', 'shop', 'marketplace'] as const
type Group = (typeof groups)[number]
export const groupNames: Readonly<Record<Group, string>> = {
  all: 'All',
  carnivores: 'Carnivores',
  herbivores: 'Herbivores',
  grown: 'Grown',
  shop: 'Shop',
  marketplace: 'Marketplace',
}

export const orders = ['newest', 'name', 'rarity', 'playTime'] as const
type Order = (typeof orders)[number]
export const orderNames: Readonly<Record<Order, string>> = {
  newest: 'Sort: newest',
  name: 'Sort: name',
  rarity: 'Sort: rarity',
  playTime: 'Sort: play time',
}

/** What the address keeps. */
export const InventoryFilter = z.object({
  q: z.string().max(longestSearch).default(''),
  show: z.enum(groups).default('all'),
  sort: z.enum(orders).default('newest'),
  view: z.enum(['grid', 'list']).default('grid'),
  /** The dinosaur whose details are open. */
  dinosaur: z.string().max(64).default(''),
})
export type InventoryFilter = z.infer<typeof InventoryFilter>

/** By what it eats: omnivores count as herbivores, as in packs. */
const isIn: Readonly<Record<Group, (known: KnownDinosaur) => boolean>> = {
  all: () => true,
  carnivores: ({ diet }) => diet === 'carnivore',
  herbivores: ({ diet }) => diet === 'herbivore' || diet === 'omnivore',
  grown: ({ entry }) => entry.source === 'grown',
  shop: ({ entry }) => entry.source === 'shop',
  marketplace: ({ entry }) => entry.source === 'marketplace',
}

type Compare = (one: KnownDinosaur, other: KnownDinosaur) => number

const rank = ({ rarity }: KnownDinosaur) => (rarity === null ? -1 : rarities.indexOf(rarity))
const collator = new Intl.Collator('en')
const byName: Compare = (one, other) => collator.compare(one.name, other.name)
/** One that is being parked is the newest. */
const addedAt = ({ acquiredAt }: KnownDinosaur) => acquiredAt ?? Number.POSITIVE_INFINITY
const comparisons: Readonly<Record<Order, Compare>> = {
  newest: (one, other) => (addedAt(one) === addedAt(other) ? 0 : addedAt(other) - addedAt(one)),
  name: byName,
  rarity: (one, other) => rank(other) - rank(one),
  playTime: (one, other) => (other.entry.playMs ?? -1) - (one.entry.playMs ?? -1),
}

/** All of an inventory, in a chosen order: the rarest and the most played come first. */
export const sorted = (all: readonly KnownDinosaur[], order: Order): readonly KnownDinosaur[] =>
  [...all].sort((one, other) => comparisons[order](one, other) || byName(one, other) || idOrder(one, other))
const idOrder: Compare = (one, other) => (one.entry.id < other.entry.id ? -1 : 1)

/** The dinosaurs of an inventory that are shown. While a search cannot be understood it is the last one that could. */
export function useShown(
  dinosaurs: Readonly<Record<string, OwnedDinosaur>> | undefined,
  { q, show, sort }: Pick<InventoryFilter, 'q' | 'show' | 'sort'>,
  now: number,
) {
  const all = useMemo(() => Object.values(dinosaurs ?? {}).map(knownOf), [dinosaurs])
  const parsed = useMemo(() => parseSearch(dinosaurSearch, q), [q])
  const understood = useRef(parsed.ok ? parsed.node : null)
  if (parsed.ok) understood.current = parsed.node
  const node = understood.current
  const shown = useMemo(
    () => sorted(all.filter(isIn[show]).filter(matcherOf(dinosaurSearch, node, now)), sort),
    [all, show, sort, node, now],
  )
  return { all, parsed, shown }
}
