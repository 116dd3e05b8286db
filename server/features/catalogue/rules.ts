import { numberText } from '../../../shared/engine/numberText.ts'
import {
  catalogue,
  catalogueKey,
  changeOf,
  type GivenChange,
  type ItemChange,
  isSameChange,
  isUnchanged,
  itemNamed,
} from '../../../shared/features/catalogue/catalogue.ts'
import type * as commands from '../../../shared/features/catalogue/commands.ts'
import {
  type CatalogueEdit,
  catalogueAudit,
  catalogueEdits,
  type EditedItem,
  editedItems,
  editInWords,
  mostEdits,
  withoutSale,
} from '../../../shared/features/catalogue/edits.ts'
import type { Context, RefusalValues, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { actorRow } from '../account/rules.ts'

type Items = Record<string, EditedItem>

export const changeItems: Rule<typeof commands.changeItems> = (context, { changes }) => edit(context, changes, 'table')

export const importCatalogue: Rule<typeof commands.importCatalogue> = (context, { csv }) => edit(context, csv, 'file')

type EditContext = Context & {
  refuse(code: 'saleNotBelow' | 'saleOver' | 'noSale', values: RefusalValues): never
}

function edit(context: EditContext, given: Readonly<Record<string, GivenChange>>, way: CatalogueEdit['way']) {
  const present = context.read(catalogue, catalogueKey)
  const [item] = withoutSale(present, given, context.now)
  if (item !== undefined) context.refuse('noSale', { item })
  const items = editedItems(present, given, context.now)
  for (const [id, { after }] of Object.entries(items)) checkSale(context, id, after, given[id]?.sale)
  const changed = Object.keys(items).length
  if (changed === 0) return { changed, edit: null }
  set(context, items, 'after')
  audit(context, way === 'file' ? 'import' : 'change', items)
  return { changed, edit: keep(context, items, way) }
}

/** @param given what the change says of the sale; a sale that was over before the change does not limit the list price */
function checkSale(
  { refuse, now }: EditContext,
  id: string,
  { price, sale }: ItemChange,
  given: GivenChange['sale'] | undefined,
) {
  const item = itemNamed(id)
  if (!item || !sale) return
  const listPrice = price ?? item.basePrice
  const isOver = sale.endsAt !== null && sale.endsAt <= now
  if (isOver && given) refuse('saleOver', { item: item.name })
  if (!isOver && sale.price >= listPrice) refuse('saleNotBelow', { item: item.name, price: numberText(listPrice) })
}

function set({ edit }: Pick<Context, 'edit'>, items: Items, which: 'before' | 'after') {
  const { changes } = edit(catalogue, catalogueKey)
  for (const [id, one] of Object.entries(items))
    if (isUnchanged(one[which])) delete changes[id]
    else changes[id] = one[which]
}

/** Keeps an edit among the latest, so that it can be undone. Returns its id. */
function keep({ read, edit, newId, now }: Context, items: Items, way: CatalogueEdit['way']): string {
  const id = newId()
  const kept = Object.entries(read(catalogueEdits).edits).sort(([, one], [, other]) => one.at - other.at)
  const { edits } = edit(catalogueEdits)
  for (const [oldest] of kept.slice(0, Math.max(0, kept.length + 1 - mostEdits))) delete edits[oldest]
  edits[id] = { at: now, way, items }
  return id
}

export const undoCatalogueEdit: Rule<typeof commands.undoCatalogueEdit> = (context, { edit: id }) => {
  const { read, edit, refuse } = context
  const { edits } = read(catalogueEdits)
  const kept = Object.hasOwn(edits, id) ? edits[id] : undefined
  if (!kept) return refuse('gone')
  const present = read(catalogue, catalogueKey)
  const items: Items = {}
  for (const [item, { before, after }] of Object.entries(kept.items)) {
    if (!isSameChange(changeOf(present, item), after))
      return refuse('changedSince', { item: itemNamed(item)?.name ?? item })
    items[item] = { before: plain(after), after: plain(before) }
  }
  set(context, items, 'after')
  delete edit(catalogueEdits).edits[id]
  audit(context, 'undo', items)
  return { changed: Object.keys(items).length }
}

function audit(context: Context, act: 'change' | 'import' | 'undo', items: Items) {
  const row = { act, items: Object.keys(items).length, changes: editInWords(items) }
  context.archive(catalogueAudit, { ...row, ...actorRow(context) })
}
