import { z } from 'zod'
import { defineCommand } from '../../engine/command.ts'
import { Id } from '../../engine/ids.ts'
import { defaultItems, GivenSale, ItemChange, isPriced, itemNamed } from './catalogue.ts'
import { parseCatalogueCsv } from './csv.ts'
import { noSaleText } from './edits.ts'

const { shape } = ItemChange

const Given = z.strictObject({
  price: shape.price.unwrap().optional(),
  sale: GivenSale.nullable().optional(),
  isOn: shape.isOn.unwrap().optional(),
  order: shape.order.unwrap().optional(),
  perDay: shape.perDay.unwrap().optional(),
})

const ItemChanges = z.record(z.string(), Given).superRefine((changes, { addIssue }) => {
  const entries = Object.entries(changes)
  if (entries.length === 0 || entries.length > defaultItems.length)
    addIssue({ code: 'custom', message: `1 to ${defaultItems.length} items` })
  for (const [id, { price, sale, perDay }] of entries) {
    const item = itemNamed(id)
    if (!item) addIssue({ code: 'custom', path: [id], message: 'not an item of the catalogue' })
    else if ((price || sale || perDay) && !isPriced(item))
      addIssue({ code: 'custom', path: [id], message: `${item.name} is free: it has no price and no limit` })
  }
})

const changed = z.object({
  /** How many items are different now. */
  changed: z.int().nonnegative(),
  /** Names the edit for `catalogue.undo`; null if nothing is different. */
  edit: z.string().nullable(),
})

const editRefusals = {
  saleNotBelow: 'The sale price of {item} has to be below its list price of {price}.',
  saleOver: 'The sale of {item} would end in the past.',
  noSale: noSaleText('{item}'),
} as const

/** Prices, sales, availability, order and limits of any items, in one change. */
export const changeItems = defineCommand({
  name: 'catalogue.changeItems',
  permission: 'ownerPanel',
  input: z.strictObject({ changes: ItemChanges }),
  output: changed,
  refusals: editRefusals,
})

export const longestCsv = 60_000

/** The same from a file: all lines are applied, or none. A wrong one is named by its line. */
export const importCatalogue = defineCommand({
  name: 'catalogue.importCsv',
  permission: 'ownerPanel',
  input: z.strictObject({
    csv: z
      .string()
      .max(longestCsv)
      .transform((text, { addIssue }) => {
        const { changes, problems } = parseCatalogueCsv(text)
        for (const message of problems) addIssue({ code: 'custom', message })
        return changes
      })
      .pipe(ItemChanges),
  }),
  output: changed,
  refusals: editRefusals,
})

export const undoCatalogueEdit = defineCommand({
  name: 'catalogue.undo',
  permission: 'ownerPanel',
  input: z.strictObject({ edit: Id }),
  output: changed.omit({ edit: true }),
  refusals: {
    gone: 'That change can no longer be undone.',
    changedSince: '{item} has been changed again since, so this can no longer be undone.',
  },
})
