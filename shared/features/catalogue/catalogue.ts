import { z } from 'zod'
import { defineDocument, everyone } from '../../engine/document.ts'
import { PositiveAmount } from '../ledger/accounts.ts'
import { dinosaurItems } from './dinosaurs.ts'
import type { CatalogueItem, ItemKind, ItemOf } from './items.ts'
import { mainMutations, parentMutations } from './mutations.ts'
import { perkItems, redemptionDinosaurItems, skinItems, variantItems, weatherItems } from './redemptionItems.ts'

/** All that the hub knows to sell or to give, as it is until an owner changes it. */
export const defaultItems: readonly CatalogueItem[] = [
  ...dinosaurItems,
  ...mainMutations,
  ...parentMutations,
  ...variantItems,
  ...skinItems,
  ...redemptionDinosaurItems,
  ...perkItems,
  ...weatherItems,
]

const byId: ReadonlyMap<string, CatalogueItem> = new Map(defaultItems.map((item) => [item.id, item]))

export const Sale = z.object({
  price: PositiveAmount,
  /** Epoch ms; null for a sale without an end. */
  endsAt: z.int().nonnegative().nullable(),
})
export type Sale = z.infer<typeof Sale>
/** Of the sale that runs, what is left out stays. */
export const GivenSale = Sale.partial()

export const highestOrder = 9_999
/** How many of an item one user can be allowed in a day. */
export const mostPerDay = 1_000

/** What the owner changed of one item; null where it is as it was at first. */
export const ItemChange = z.object({
  /** The list price. */
  price: PositiveAmount.nullable().default(null),
  sale: Sale.nullable().default(null),
  isOn: z.boolean().nullable().default(null),
  /** Lower comes first. */
  order: z.int().nonnegative().max(highestOrder).nullable().default(null),
  /** How many one user can buy in a day of UTC. */
  perDay: z.int().min(1).max(mostPerDay).nullable().default(null),
})
export type ItemChange = z.infer<typeof ItemChange>

/** The fields of an item that are to change; null sets one back to how it was at first. */
export type GivenChange = {
  [Field in keyof ItemChange]?:
    | (Field extends 'sale' ? z.infer<typeof GivenSale> | null : ItemChange[Field])
    | undefined
}

/** What the owner changed, by item: pages and rules add it to the defaults by the same functions. */
export const catalogue = defineDocument({
  kind: 'catalogue',
  schema: z.object({ changes: z.record(z.string(), ItemChange).default({}) }),
  readableBy: everyone,
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It has prices, and nothing about persons.' },
  audited: 'catalogueAudit',
})
export const catalogueKey = 'main'
export type CatalogueChanges = z.infer<(typeof catalogue)['schema']>

/** An item as it is offered now. */
export type Offer<Item extends CatalogueItem = CatalogueItem> = Item & {
  /** The list price. */
  readonly basePrice: number
  /** What is asked now: the sale's price, otherwise the list price. The price that a buyer has to have seen. */
  readonly price: number
  /** The sale that runs now. */
  readonly sale: Sale | null
  /** Off: it is shown to owners only, and cannot be bought. */
  readonly isOn: boolean
  readonly order: number
  /** Null without a limit. */
  readonly perDay: number | null
}

const unchanged: ItemChange = { price: null, sale: null, isOn: null, order: null, perDay: null }

/** Whether it has a price that an owner can set. Mutations are free in their slots, and the default skin always is. */
export const isPriced = ({ basePrice }: Pick<CatalogueItem, 'basePrice'>) => basePrice > 0

const orderOf: ReadonlyMap<string, number> = new Map(
  defaultItems.map(({ id, kind }) => [
    id,
    10 * (1 + defaultItems.filter((one) => one.kind === kind).findIndex((one) => one.id === id)),
  ]),
)

/** The change of one item; all null where nothing was changed. */
export const changeOf = ({ changes }: Readonly<CatalogueChanges>, id: string): ItemChange =>
  (Object.hasOwn(changes, id) && changes[id]) || unchanged

export const isUnchanged = (change: ItemChange) => Object.values(change).every((value) => value === null)

export const isSameChange = (one: ItemChange, other: ItemChange) =>
  one.price === other.price &&
  one.sale?.price === other.sale?.price &&
  one.sale?.endsAt === other.sale?.endsAt &&
  one.isOn === other.isOn &&
  one.order === other.order &&
  one.perDay === other.perDay

/** A change without what is as it was at first anyway. */
export const withoutDefaults = (item: CatalogueItem, change: ItemChange): ItemChange => ({
  ...change,
  price: change.price === item.basePrice ? null : change.price,
  isOn: change.isOn === (item.isOffAtFirst === undefined) ? null : change.isOn,
  order: change.order === orderOf.get(item.id) ? null : change.order,
})

const offerWith = <Item extends CatalogueItem>(item: Item, change: ItemChange, now: number): Offer<Item> => {
  const basePrice = change.price ?? item.basePrice
  const { sale } = change
  const isRunning = sale !== null && sale.price < basePrice && (sale.endsAt === null || now < sale.endsAt)
  return {
    ...item,
    basePrice,
    price: isRunning ? sale.price : basePrice,
    sale: isRunning ? sale : null,
    isOn: change.isOn ?? item.isOffAtFirst === undefined,
    order: change.order ?? orderOf.get(item.id) ?? highestOrder,
    perDay: change.perDay,
  }
}

/** An item as it is offered at a time; undefined if the catalogue has none of this id. @param now epoch ms */
export function offerOf(changes: Readonly<CatalogueChanges>, id: string, now: number): Offer | undefined {
  const item = byId.get(id)
  return item && offerWith(item, changeOf(changes, id), now)
}

/** The same for an id that has to be of one kind. */
export function offerOfKind<Kind extends ItemKind>(
  changes: Readonly<CatalogueChanges>,
  kind: Kind,
  id: string,
  now: number,
): Offer<ItemOf<Kind>> | undefined {
  const offer = offerOf(changes, id, now)
  return offer?.kind === kind ? (offer as Offer<ItemOf<Kind>>) : undefined
}

/** All items of a kind in the owner's order, those that are off included. @param now epoch ms */
export const offersOf = <Kind extends ItemKind>(
  changes: Readonly<CatalogueChanges>,
  kind: Kind,
  now: number,
): readonly Offer<ItemOf<Kind>>[] =>
  defaultItems
    .filter((item): item is ItemOf<Kind> => item.kind === kind)
    .map((item) => offerWith(item, changeOf(changes, item.id), now))
    .sort((one, other) => one.order - other.order)

/** An item as it is without the owner's changes; undefined if there is none. For names and pictures of what was sold earlier. */
export const itemNamed = (id: string): CatalogueItem | undefined => byId.get(id)

/** When an offer changes by itself next, epoch ms: the first end of a sale. Null if none ends. @param now epoch ms */
export function nextSaleEnd({ changes }: Readonly<CatalogueChanges>, now: number): number | null {
  const ends = Object.values(changes).flatMap(({ sale }) => (sale?.endsAt && sale.endsAt > now ? [sale.endsAt] : []))
  return ends.length === 0 ? null : Math.min(...ends)
}
