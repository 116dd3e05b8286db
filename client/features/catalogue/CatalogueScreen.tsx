import { useMemo, useState } from 'react'
import { z } from 'zod'
import { numberText } from '../../../shared/engine/numberText.ts'
import {
  type CatalogueChanges,
  catalogue,
  catalogueKey,
  changeOf,
  isPriced,
  isUnchanged,
  type Offer,
  offersOf,
} from '../../../shared/features/catalogue/catalogue.ts'
import { catalogueCsv } from '../../../shared/features/catalogue/csv.ts'
import { catalogueEdits, editInWords } from '../../../shared/features/catalogue/edits.ts'
import { type ItemKind, itemKinds } from '../../../shared/features/catalogue/items.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { EntryList, EntryRow } from '../../ui/EntryRow.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { Part } from '../../ui/Part.tsx'
import { Select } from '../../ui/Select.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { TablePage } from '../../ui/templates/TablePage.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { PermissionGate } from '../roles/Gated.tsx'
import { ImportButton } from './ImportCatalogue.tsx'
import { ItemDrawer } from './ItemDrawer.tsx'
import { useSaleTime } from './useCatalogue.ts'
import { useCatalogueEdit, useEditToasts } from './useCatalogueEdit.ts'

export const kindNames: Readonly<Record<ItemKind, string>> = {
  dinosaur: 'Shop dinosaur',
  mainMutation: 'Main mutation',
  parentMutation: 'Parent mutation',
  variant: 'Variant',
  skin: 'Skin',
  redemptionDinosaur: 'Redemption dinosaur',
  perk: 'Perk',
  weather: 'Weather',
}

const Filters = z.object({
  search: z.string().max(80).default(''),
  kind: z.enum(['all', ...itemKinds]).default('all'),
  changed: z.boolean().default(false),
})

/** All that the hub sells or gives, for owners: each price, sale, order and limit, changed live. */
export const CatalogueScreen = () => (
  <PermissionGate title="Catalogue" needs="ownerPanel">
    {() => <Catalogue />}
  </PermissionGate>
)

function Catalogue() {
  const found = useDocument(catalogue, catalogueKey)
  const now = useSaleTime(found)
  const { filters, isFiltered, setFilters, clearFilters } = useAddressFilters(Filters)
  const [opened, open] = useState<string | null>(null)
  const rows = useMemo(() => (found.value ? rowsOf(found.value, filters, now) : []), [found.value, filters, now])
  const offer = rows.find(({ id }) => id === opened)
  return (
    <TablePage
      title="Catalogue"
      lead="What the hub sells, priced in Void Pearls. A change shows on every page at once, and you can undo it."
      actions={
        found.value ? (
          <>
            <Button onClick={() => download(catalogueCsv(found.value, now))}>Export CSV</Button>
            <ImportButton changes={found.value} />
          </>
        ) : null
      }
      filters={
        <FilterBar
          label="Catalogue"
          search={{ value: filters.search, onChange: (search) => setFilters({ search }), hint: 'Name' }}
          found={rows.length === 1 ? '1 item' : `${rows.length} items`}
          isFiltered={isFiltered}
          onClear={clearFilters}
        >
          <Select
            label="Kind"
            hidesLabel
            options={kindOptions}
            value={filters.kind}
            onValue={(kind) => setFilters({ kind })}
          />
          <Chip aria-pressed={filters.changed} onClick={() => setFilters({ changed: !filters.changed })}>
            Changed
          </Chip>
        </FilterBar>
      }
      drawer={offer ? <ItemDrawer key={offer.id} offer={offer} onClose={() => open(null)} /> : null}
      {...statesOf(found, () => rows.length === 0, { title: 'No items found.' })}
    >
      <DataTable
        caption="Items"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        onOpen={({ id }) => open(id)}
        opened={opened}
      />
      <LatestEdits changes={found.value} />
    </TablePage>
  )
}

const kindOptions = [
  { key: 'all' as const, name: 'All kinds' },
  ...itemKinds.map((key) => ({ key, name: kindNames[key] })),
]

const rowsOf = (changes: CatalogueChanges, { search, kind, changed }: z.infer<typeof Filters>, now: number) =>
  itemKinds
    .filter((one) => kind === 'all' || one === kind)
    .flatMap((one): readonly Offer[] => offersOf(changes, one, now))
    .filter(
      ({ id, name }) =>
        name.toLowerCase().includes(search.trim().toLowerCase()) && (!changed || !isUnchanged(changeOf(changes, id))),
    )

const columns: readonly Column<Offer>[] = [
  { name: 'Item', width: 'minmax(180px, 2fr)', cell: ({ name }) => name, isPlain: true },
  { name: 'Kind', width: '170px', cell: ({ kind }) => kindNames[kind], isPlain: true },
  {
    name: 'List price',
    width: '110px',
    figures: true,
    cell: (offer) => (isPriced(offer) ? numberText(offer.basePrice) : 'Free'),
  },
  {
    name: 'Sale',
    width: 'minmax(200px, 1fr)',
    cell: ({ sale }) =>
      sale ? (
        <>
          {numberText(sale.price)} {sale.endsAt ? 'until ' : ''}
          {sale.endsAt ? <On at={sale.endsAt} /> : ''}
        </>
      ) : (
        ''
      ),
    isEmpty: ({ sale }) => sale === null,
    isSpare: true,
  },
  { name: 'Available', width: '96px', cell: ({ isOn }) => (isOn ? 'Yes' : <strong>No</strong>) },
  { name: 'Order', width: '80px', figures: true, isSpare: true, cell: ({ order }) => order },
  {
    name: 'Daily limit',
    width: '104px',
    figures: true,
    cell: ({ perDay }) => perDay ?? '',
    isEmpty: ({ perDay }) => perDay === null,
    isSpare: true,
  },
]

function download(csv: string) {
  // The mark tells spreadsheets that it is UTF-8.
  const address = URL.createObjectURL(new Blob(['\uFEFF', csv], { type: 'text/csv' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'catalogue.csv'
  link.click()
  URL.revokeObjectURL(address)
}

/** The latest changes, each with its undo. Who made them is in the audit. */
function LatestEdits({ changes }: { readonly changes: CatalogueChanges | null }) {
  const { value } = useDocument(catalogueEdits)
  const { undo, busy } = useCatalogueEdit()
  useEditToasts(changes, value?.edits ?? {})
  const edits = Object.entries(value?.edits ?? {}).sort(([, one], [, other]) => other.at - one.at)
  if (edits.length === 0) return null
  return (
    <Part title="Latest changes" description="Who made them is in the audit.">
      <EntryList label="Latest changes">
        {edits.map(([id, { at, way, items }]) => (
          <EntryRow
            key={id}
            title={way === 'file' ? 'From a file' : 'By hand'}
            detail={editInWords(items)}
            times={[{ name: 'Changed', at: <Ago at={at} /> }]}
            action={
              <Button disabled={busy} onClick={() => void undo(id)}>
                Undo
              </Button>
            }
          />
        ))}
      </EntryList>
    </Part>
  )
}
