import { useState } from 'react'
import { termsOf } from '../../../shared/engine/search/matchSearch.ts'
import { inventory } from '../../../shared/features/inventory/inventory.ts'
import { countsOf, type KnownDinosaur } from '../../../shared/features/inventory/knownDinosaur.ts'
import { dinosaurSearch } from '../../../shared/features/inventory/search.ts'
import { featureOffText } from '../../../shared/features/server/hubFeatures.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { useDocument } from '../../connection/useDocument.ts'
import { ActionLink, Button } from '../../ui/Button.tsx'
import { Actions } from '../../ui/Stack.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { useNow } from '../../ui/Time.tsx'
import { CataloguePage } from '../../ui/templates/CataloguePage.tsx'
import { type ScreenStates, statesOf } from '../../ui/templates/screenStates.tsx'
import { useAddressFilters } from '../../ui/useAddressFilters.ts'
import { VirtualGrid } from '../../ui/VirtualGrid.tsx'
import { PermissionGate } from '../roles/Gated.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import { CompareBar } from './Compare.tsx'
import { DinosaurCard } from './DinosaurCard.tsx'
import { DinosaurDetail } from './DinosaurDetail.tsx'
import { InventoryBar } from './InventoryBar.tsx'
import { InventoryFilter, useShown } from './inventoryList.ts'
import { type Asking, ManageQuestion } from './ManageMenu.tsx'

/** The dinosaurs that a user has outside of the game. */
export const InventoryScreen = () => (
  <PermissionGate title="Inventory" needs="play">
    {({ id }) => <Inventory accountId={id} />}
  </PermissionGate>
)

/** Ages in a search are that precise. */
const nowEveryMs = 60_000
const cardPx = 248

function Inventory({ accountId }: { readonly accountId: string }) {
  const own = useDocument(inventory, accountId)
  const isOn = useFeature('realInventory')
  const connection = useConnection()
  const now = useNow(nowEveryMs)
  const { filters, setFilters } = useAddressFilters(InventoryFilter)
  const { all, parsed, shown } = useShown(own.value?.dinosaurs, filters, now)
  const [compared, setCompared] = useState<readonly string[]>([])
  const [asking, ask] = useState<Asking | null>(null)
  const opened = all.find(({ entry }) => entry.id === filters.dinosaur)
  const clear = () => setFilters({ q: '', show: 'all' })
  const manage = {
    onCompare: (id: string) => setCompared((before) => toggledPair(before, id)),
    onLike: (known: KnownDinosaur) => setFilters({ q: likeText(known, now), show: 'all' }),
    onAsk: ask,
  }
  const onKey = (known: KnownDinosaur, key: string) => {
    const act = cardKeys[key.toLowerCase()]
    if (act === 'rename') ask({ what: 'rename', known })
    else if (act === 'compare') manage.onCompare(known.entry.id)
    else if (act === 'like') manage.onLike(known)
    return act !== undefined
  }
  const refusal = { code: 'forbidden', message: 'Failed to load inventory data' }
  const states = statesOf(
    { ...own, refusal, reload: () => connection.restart() },
    () => shown.length === 0,
    emptyText(all.length, clear),
  )
  const isKnown = own.value !== null
  return (
    <CataloguePage
      title="Inventory"
      lead="Your dinosaurs outside the game."
      figures={isOn ? <Figures all={own.value === null ? null : all} /> : null}
      filters={
        <InventoryBar
          accountId={accountId}
          all={all}
          filters={filters}
          parsed={parsed}
          found={isKnown ? foundText(shown.length, all.length) : ''}
          now={now}
          onChange={setFilters}
          onClear={clear}
        />
      }
      detail={
        <>
          {opened ? <DinosaurDetail known={opened} {...manage} onClose={() => setFilters({ dinosaur: '' })} /> : null}
          {asking ? <ManageQuestion asking={asking} onClose={() => ask(null)} /> : null}
        </>
      }
      {...(isOn ? states : off)}
    >
      <VirtualGrid
        label="Dinosaurs"
        rows={shown}
        keyOf={({ entry }) => entry.id}
        cardPx={filters.view === 'grid' ? cardPx : null}
        onKey={onKey}
        card={(known) => (
          <DinosaurCard
            known={known}
            view={filters.view}
            isOpen={known === opened}
            isCompared={compared.includes(known.entry.id)}
            onOpen={() => setFilters({ dinosaur: known === opened ? '' : known.entry.id })}
            {...manage}
          />
        )}
      />
      <CompareBar all={all} chosen={compared} onChosen={setCompared} />
    </CataloguePage>
  )
}

/** @param all null while it is not known */
function Figures({ all }: { readonly all: readonly KnownDinosaur[] | null }) {
  const counts = all && countsOf(all.map(({ entry }) => entry))
  return (
    <StatRow label="Your collection">
      <Stat name="Total" value={counts?.total ?? null} />
      <Stat name="Grown" value={counts?.grown ?? null} detail="parked by you" />
      <Stat name="Purchased" value={counts?.purchased ?? null} detail="in the shop" />
      <Stat name="Traded" value={counts?.traded ?? null} detail="on the market" />
    </StatRow>
  )
}

const emptyText = (all: number, onClear: () => void) => ({
  title: 'No dinosaurs found',
  children:
    all === 0 ? (
      <>
        <p>Buy one in the shop, or park the dinosaur that you're playing on your profile.</p>
        <ActionLink tone="main" href="/shop">
          Go to the shop
        </ActionLink>
      </>
    ) : (
      <>
        <p>
          {all === 1
            ? "Your dinosaur doesn't match this search."
            : `None of your ${all} dinosaurs matches this search.`}
        </p>
        <Actions>
          <Button onClick={onClear}>Clear filters</Button>
          <ActionLink href="/shop">Go to the shop</ActionLink>
        </Actions>
      </>
    ),
})

const off: ScreenStates = { state: 'refused', empty: null, refused: { message: featureOffText('realInventory') } }

/** Keys on the heading of a card. */
const cardKeys: Readonly<Record<string, 'rename' | 'compare' | 'like'>> = { n: 'rename', c: 'compare', l: 'like' }

const foundText = (shown: number, all: number) =>
  shown === all ? (all === 1 ? '1 dinosaur' : `${all} dinosaurs`) : `${shown} of ${all} dinosaurs`

/** At most two are compared: a third takes the place of the first. */
const toggledPair = (before: readonly string[], id: string): readonly string[] =>
  before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-2)

/** Its species and the kinds of its other fields; not how far it has grown, which hardly another one has. */
const likeText = (known: KnownDinosaur, now: number) =>
  termsOf(dinosaurSearch, known, now)
    .filter((term) => !term.startsWith('growth'))
    .join(' ')
