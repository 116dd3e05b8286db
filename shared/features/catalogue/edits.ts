import { z } from 'zod'
import { actorOwners, actorShape, defineArchive } from '../../engine/archive.ts'
import { defineDocument, holdersOf } from '../../engine/document.ts'
import { numberText } from '../../engine/numberText.ts'
import {
  type CatalogueChanges,
  changeOf,
  type GivenChange,
  ItemChange,
  isSameChange,
  itemNamed,
  type Offer,
  offerOf,
  type Sale,
  withoutDefaults,
} from './catalogue.ts'

/** Beyond this the oldest changes can no longer be undone. */
export const mostEdits = 10

const EditedItem = z.object({ before: ItemChange, after: ItemChange })
export type EditedItem = z.infer<typeof EditedItem>

/** One change of the owner, of one item or of many. */
const CatalogueEdit = z.object({
  /** Epoch ms. */
  at: z.number(),
  way: z.enum(['table', 'file']),
  items: z.record(z.string(), EditedItem),
})
export type CatalogueEdit = z.infer<typeof CatalogueEdit>

/** The latest changes of the catalogue, so that they can be undone. Who made them is in the audit. */
export const catalogueEdits = defineDocument({
  kind: 'catalogueEdits',
  schema: z.object({ edits: z.record(z.string(), CatalogueEdit).default({}) }),
  readableBy: holdersOf('ownerPanel'),
  memory: 'journaled',
  about: 'nobody',
  exported: null,
  erased: { kept: 'It has prices, and nothing about persons.' },
  audited: 'catalogueAudit',
})

/** Owners who changed the catalogue. */
export const catalogueAudit = defineArchive({
  kind: 'catalogueAudit',
  schema: z.object({
    act: z.enum(['change', 'import', 'undo']),
    ...actorShape,
    /** How many items were changed. */
    items: z.int(),
    /** In words, see `editInWords`. */
    changes: z.string(),
  }),
  readableBy: holdersOf('runConsole'),
  persons: { by: 'by' },
  fields: {
    act: 'event',
    items: 'event',
    changes: 'event',
    ...actorOwners,
  },
  erased: 'emptied',
  audited: ({ items, changes, ...row }) => ({
    ...row,
    subject: 'catalogue',
    did: `${did[row.act]} ${items === 1 ? 'one item' : '{items} items'} of the catalogue`,
    detail: { items, changes },
  }),
})

const did = { change: 'changed', import: 'imported a file with', undo: 'undid a change of' } as const

type Given = Readonly<Record<string, GivenChange>>

/**
 * What a change would do to each item: those that would be as they are are left out. @param now epoch ms @throws for an id that no item has
 */
export function editedItems(
  changes: Readonly<CatalogueChanges>,
  given: Given,
  now: number,
): Record<string, EditedItem> {
  const items: Record<string, EditedItem> = {}
  for (const [id, fields] of Object.entries(given)) {
    const item = itemNamed(id)
    if (!item) throw new Error(`The catalogue has no "${id}"`)
    const before = changeOf(changes, id)
    const known = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    const sale = fields.sale === undefined ? before.sale : saleWith(offerOf(changes, id, now)?.sale, fields.sale)
    const after = withoutDefaults(item, { ...before, ...known, sale })
    if (!isSameChange(before, after)) items[id] = { before: ItemChange.parse(before), after }
  }
  return items
}

/** @param running the sale that runs now */
function saleWith(running: Sale | null | undefined, given: NonNullable<GivenChange['sale']> | null): Sale | null {
  const price = given?.price ?? running?.price
  if (given === null || price === undefined) return null
  return { price, endsAt: (given.endsAt === undefined ? running?.endsAt : given.endsAt) ?? null }
}

/** Names of the items of which a change gives the end of a sale, and which have none. @param now epoch ms */
export const withoutSale = (changes: Readonly<CatalogueChanges>, given: Given, now: number): readonly string[] =>
  Object.entries(given).flatMap(([id, { sale }]) => {
    const offer = offerOf(changes, id, now)
    return offer && !offer.sale && sale?.endsAt && sale.price === undefined ? [offer.name] : []
  })

export const noSaleText = (item: string) => `${item} has no sale that could end. Give its sale price, too.`

const longestWords = 2_000

/** What an edit changed, item by item: `Triceratops: list price 9,000 → 8,000, limit none → 2 a day`. */
export function editInWords(items: Readonly<Record<string, EditedItem>>): string {
  const text = Object.entries(items)
    .map(([id, edit]) => `${itemNamed(id)?.name ?? id}: ${differences(id, edit).join(', ')}`)
    .join('; ')
  return text.length > longestWords ? `${text.slice(0, longestWords)} …` : text
}

const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
/** `default` only of an item that this release does not have. */
const figureOf = (value: number | null | undefined) => (value == null ? 'default' : numberText(value))

/** In words, from a change and from the offer that it makes: what was never changed has the value that players see. */
const wordedFields: readonly (readonly [string, (change: ItemChange, offer: Offer | undefined) => string])[] = [
  ['list price', ({ price }, offer) => figureOf(offer?.basePrice ?? price)],
  [
    'sale',
    ({ sale }) =>
      sale ? `${numberText(sale.price)}${sale.endsAt ? ` until ${moments.format(sale.endsAt)} UTC` : ''}` : 'none',
  ],
  [
    'available',
    ({ isOn }, offer) => {
      const is = offer?.isOn ?? isOn
      return is === null ? 'default' : is ? 'yes' : 'no'
    },
  ],
  ['order', ({ order }, offer) => figureOf(offer?.order ?? order)],
  ['limit', ({ perDay }) => (perDay ? `${numberText(perDay)} a day` : 'none')],
]

function differences(id: string, { before, after }: EditedItem): readonly string[] {
  // The sale is worded from the change: one that is over is still part of it.
  const [was, is] = [before, after].map((change) => offerOf({ changes: { [id]: change } }, id, 0))
  return wordedFields.flatMap(([field, word]) => {
    const [from, to] = [word(before, was), word(after, is)]
    return from === to ? [] : `${field} ${from} → ${to}`
  })
}
