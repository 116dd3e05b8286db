import { useAtomValue } from 'jotai'
import { useCallback, useMemo } from 'react'
import { z } from 'zod'
import { dinosaurTypes, rarities, typeNames } from '../../../shared/features/catalogue/items.ts'
import { inventory, mostDinosaurs } from '../../../shared/features/inventory/inventory.ts'
import { purchaseCounts } from '../../../shared/features/shop/purchases.ts'
import { wallet } from '../../../shared/features/wallet/wallet.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink } from '../../ui/Button.tsx'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { Chip, ChipSet } from '../../ui/Chip.tsx'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { rarityNames } from '../../ui/RarityBadge.tsx'
import { Select } from '../../ui/Select.tsx'
import { CataloguePage } from '../../ui/templates/CataloguePage.tsx'
import { statesOf } from '../../ui/templates/screenStates.tsx'
import { type AddressFilters, useAddressFilters } from '../../ui/useAddressFilters.ts'
import { useOffers } from '../catalogue/useCatalogue.ts'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { ShopCard, ShopDetail } from './ShopCard.tsx'
import { type Buyer, type DinosaurOffer, foundOffers, ShopFilters, type Sort, sorts } from './shopList.ts'

/** The shop: dinosaurs for Void Pearls. Guests see all of it. */
export function ShopScreen() {
  const { principal } = useAtomValue(accessAtom)
  const isOpen = [useFeature('realCurrency'), useFeature('realInventory')].every(Boolean)
  return principal && isOpen ? <OwnShop account={principal.id} /> : <Shop buyer={null} isOpen={isOpen} />
}

/** The shop with what the user has. */
function OwnShop({ account }: { readonly account: string }) {
  const { value: balances } = useDocument(wallet, account)
  const { value: counts } = useDocument(purchaseCounts, account)
  const { value: stored } = useDocument(inventory, account)
  const buyer = useMemo((): Buyer => {
    const dinosaurs = Object.values(stored?.dinosaurs ?? {})
    const owned = Map.groupBy(dinosaurs, ({ species }) => species)
    return {
      pearls: balances?.voidPearls ?? null,
      counts,
      owned: new Map([...owned].map(([species, entries]) => [species, entries.length])),
      isFull: dinosaurs.length >= mostDinosaurs,
    }
  }, [balances, counts, stored])
  return <Shop buyer={buyer} isOpen />
}

const Opened = z.object({ item: z.string().max(64).default('') })

interface ShopProps {
  /** Null for a guest. */
  readonly buyer: Buyer | null
  /** Neither currency nor the inventory is switched off. */
  readonly isOpen: boolean
}

function Shop({ buyer, isOpen }: ShopProps) {
  const filters = useAddressFilters(ShopFilters)
  const { filters: address, setFilters } = useAddressFilters(Opened)
  const offers = useOffers('dinosaur')
  const found = foundOffers(offers.value ?? [], filters.filters, buyer?.pearls ?? null)
  const opened = offers.value?.find(({ id, isOn }) => isOn && id === address.item)
  const open = useCallback((item: string) => setFilters({ item }), [setFilters])
  const { may } = useAtomValue(accessAtom)
  return (
    <CataloguePage
      title="Shop"
      lead="Dinosaurs for Void Pearls. What you buy stays in your inventory until you redeem it."
      actions={
        <>
          {buyer === null && isOpen ? <ActionLink href="/">Sign in to buy</ActionLink> : null}
          {may.includes('ownerPanel') ? <ActionLink href="/catalogue">Edit catalogue</ActionLink> : null}
        </>
      }
      filters={isOpen ? <Filters {...filters} found={found} offers={offers.value ?? []} buyer={buyer} /> : null}
      detail={opened && isOpen ? <ShopDetail offer={opened} buyer={buyer} onClose={() => open('')} /> : null}
      {...statesOf(offers, () => isOpen && found.length === 0, {
        picture: 'tracks',
        title: 'No dinosaurs found',
        children: <p>Try another search or clear the filters.</p>,
      })}
    >
      <IfOn feature="realCurrency">
        <IfOn feature="realInventory">
          <CardGrid
            label="Dinosaurs"
            rows={found}
            keyOf={({ id }) => id}
            card={(offer) => <ShopCard offer={offer} buyer={buyer} isOpen={offer === opened} onOpen={open} />}
          />
        </IfOn>
      </IfOn>
    </CataloguePage>
  )
}

const sortNames: Readonly<Record<Sort, string>> = {
  featured: 'Sort: featured',
  name: 'Sort: name',
  price: 'Sort: price',
  weight: 'Sort: weight',
  rarity: 'Sort: rarity',
}
const rarityOptions = [
  { key: 'all' as const, name: 'All rarities' },
  ...rarities
    .filter((rarity) => rarity !== 'epic')
    .toReversed()
    .map((key) => ({ key, name: rarityNames[key] })),
]

interface FiltersProps extends AddressFilters<ShopFilters> {
  readonly offers: readonly DinosaurOffer[]
  readonly found: readonly DinosaurOffer[]
  readonly buyer: Buyer | null
}

function Filters({ filters, isFiltered, setFilters, clearFilters, offers, found, buyer }: FiltersProps) {
  const { type, rarity, sort, affordable, sale } = filters
  const hasSales = offers.some((offer) => offer.isOn && offer.sale !== null)
  return (
    <FilterBar
      label="Shop"
      search={{ value: filters.search, onChange: (search) => setFilters({ search }), hint: 'Name or ability' }}
      found={found.length === 1 ? '1 dinosaur' : `${found.length} dinosaurs`}
      isFiltered={isFiltered}
      onClear={clearFilters}
    >
      <ChipSet legend="Category" place="unseen">
        {(['all', ...dinosaurTypes] as const).map((key) => (
          <Chip key={key} aria-pressed={type === key} onClick={() => setFilters({ type: key })}>
            {key === 'all' ? 'All' : typeNames[key]}
          </Chip>
        ))}
      </ChipSet>
      <Select
        label="Rarity"
        hidesLabel
        options={rarityOptions}
        value={rarity}
        onValue={(next) => setFilters({ rarity: next })}
      />
      <Select
        label="Sort"
        hidesLabel
        options={sorts.map((key) => ({ key, name: sortNames[key] }))}
        value={sort}
        onValue={(next) => setFilters({ sort: next })}
      />
      {hasSales || sale ? (
        <Chip aria-pressed={sale} onClick={() => setFilters({ sale: !sale })}>
          On sale
        </Chip>
      ) : null}
      {buyer ? (
        <Chip aria-pressed={affordable} onClick={() => setFilters({ affordable: !affordable })}>
          I can afford
        </Chip>
      ) : null}
    </FilterBar>
  )
}
