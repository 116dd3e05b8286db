import { useState } from 'react'
import { numberText } from '../../../shared/engine/numberText.ts'
import { currencies } from '../../../shared/features/world/currencies.ts'
import { rarityTokens } from '../../themes/themes.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardGrid } from '../../ui/CardGrid.tsx'
import { Countdown } from '../../ui/Countdown.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column, Sort } from '../../ui/DataTableHead.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { FilterBar } from '../../ui/FilterBar.tsx'
import { NumberedPager, Pager, usePaging } from '../../ui/Pager.tsx'
import { Plot } from '../../ui/Plot.tsx'
import { Price } from '../../ui/Price.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { RarityBadge } from '../../ui/RarityBadge.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { useNow } from '../../ui/Time.tsx'
import { Row, Sample, Story } from './Story.tsx'
import { type SamplePlayer, samplePlayers } from './samplePlayers.ts'

/** The parts that show things. */
export const DataStories = () => (
  <>
    <Story part="DataTable" about="Rows that can be sorted, chosen and opened." wide>
      <PlayerTable count={8} />
    </Story>
    <Story
      part="FilterBar"
      about="A search, filters, and the number of matches. On a phone the filters are behind a button. A search that is too long is kept and reported."
    >
      <Stack>
        <Filters />
        <LongSearch />
      </Stack>
    </Story>
    <Story
      part="Pager"
      about="Turns the pages of a list, by newer and older or by number. Hidden while there is only one."
    >
      <Pages />
    </Story>
    <Story part="CardGrid" about="Cards with a rarity, an action, and their detail open." wide>
      <Cards />
    </Story>
    <Story part="Tabs" about="Arrow keys move between tabs, Tab moves into the panel.">
      <SampleTabs />
    </Story>
    <Story part="Stat" about="Figures with their labels, the most important first.">
      <StatRow label="Server">
        <Stat name="Players online" value="120" detail="of 300 slots" />
        <Stat name="Tick rate" value="58.4" unit="Hz" tone="good" />
        <Stat name="Waiting commands" value="14" tone="warn" detail="the oldest for 3 min" />
        <Stat name="Failed" value="2" tone="danger" />
        <Stat name="Read" value={null} />
      </StatRow>
    </Story>
    <Story part="Plot" about="Values over time, with those at the pointer above and a table behind.">
      <Plots />
    </Story>
    <Story part="Countdown" about="Days, hours, the last minute, and over.">
      <Countdowns />
    </Story>
    <Story part="Price" about="Three currencies: a mark, an amount, and the name where it first appears.">
      <Row>
        {currencies.map((currency, at) => (
          <Price key={currency} currency={currency} amount={[10_000, 7_500, 120][at] ?? 0} showsName />
        ))}
        <Price currency="voidPearls" amount={9_000} tooPoor />
        <Price currency="razorTalons" amount={null} />
      </Row>
    </Story>
    <Story part="RarityBadge" about="A word and a shape, not the colour alone.">
      <Row>
        {rarityTokens.map((rarity) => (
          <RarityBadge key={rarity} rarity={rarity} />
        ))}
      </Row>
    </Story>
    <Story part="ProgressBar" about="A dinosaur's needs, a warning, danger, and an unknown total.">
      <Stack>
        <ProgressBar label="Health" value={82} tone="health" warnBelow={50} dangerBelow={25} />
        <ProgressBar label="Hunger" value={12} tone="hunger" warnBelow={40} dangerBelow={20} />
        <ProgressBar label="Thirst" value={32} tone="thirst" warnBelow={40} dangerBelow={20} />
        <ProgressBar label="Growth" value={68} tone="growth" />
        <ProgressBar label="Sending to 300 players" value={12} max={300} text="12 of 300" />
        <ProgressBar label="Reading the recording" value={null} />
      </Stack>
    </Story>
    <Story part="Long DataTable" about="300 rows. Only those near the window are drawn." wide>
      <PlayerTable count={300} />
    </Story>
  </>
)

const columns: readonly Column<SamplePlayer>[] = [
  { name: 'Player', width: 'minmax(112px, 1.4fr)', sortKey: 'name', cell: ({ name }) => <strong>{name}</strong> },
  { name: 'Species', width: 'minmax(112px, 1.2fr)', sortKey: 'species', cell: ({ species }) => species },
  { name: 'Growth', width: '76px', sortKey: 'growth', figures: true, cell: ({ growth }) => `${growth}%` },
  { name: 'Health', width: '76px', sortKey: 'health', figures: true, cell: ({ health }) => `${health}%` },
  { name: 'Place', width: 'minmax(120px, 1.6fr)', cell: ({ place }) => place },
  {
    name: 'Pearls',
    width: '76px',
    sortKey: 'pearls',
    figures: true,
    cell: ({ pearls }) => numberText(pearls),
  },
  { name: 'Played', width: '88px', sortKey: 'playedMs', figures: true, cell: ({ playedMs }) => lengthOf(playedMs) },
]

const sorted = (rows: readonly SamplePlayer[], { key, descending }: Sort) =>
  rows.toSorted((a, b) => {
    const [one, other] = [a[key as keyof SamplePlayer], b[key as keyof SamplePlayer]]
    const order = typeof one === 'number' ? one - Number(other) : String(one).localeCompare(String(other))
    return descending ? -order : order
  })

export function PlayerTable({
  count,
  onOpen,
}: {
  readonly count: number
  readonly onOpen?: (player: SamplePlayer) => void
}) {
  const [sort, setSort] = useState<Sort>({ key: 'name', descending: false })
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(['sample-1']))
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <DataTable
      caption={`${count} players`}
      columns={columns}
      rows={sorted(samplePlayers(count), sort)}
      keyOf={({ id }) => id}
      nameOf={({ name }) => name}
      sort={sort}
      onSort={setSort}
      chosen={chosen}
      onChosen={setChosen}
      opened={opened}
      onOpen={(player) => {
        setOpened(player.id)
        onOpen?.(player)
      }}
    />
  )
}

function Filters() {
  const [text, setText] = useState('')
  const [isPack, setPack] = useState(true)
  return (
    <FilterBar
      label="Players"
      search={{ value: text, onChange: setText, hint: 'Name or Steam ID' }}
      found="42 players"
      isFiltered={text !== '' || isPack}
      onClear={() => {
        setText('')
        setPack(false)
      }}
      actions={<Button>Refresh</Button>}
    >
      <Button aria-pressed={isPack} onClick={() => setPack(!isPack)}>
        In a pack
      </Button>
      <Button aria-pressed={false}>Low health</Button>
    </FilterBar>
  )
}

const LongSearch = () => (
  <FilterBar
    label="Skins"
    search={{ value: 'green with brown stripes', onChange: () => {}, hint: 'Name', longest: 20 }}
    found="3 skins"
    isFiltered={false}
    onClear={() => {}}
  />
)

function Pages() {
  const paging = usePaging<number>()
  const [page, setPage] = useState(2)
  return (
    <Stack>
      <Pager paging={paging} next={paging.page < 4 ? paging.page : null} isLoading={false} />
      <NumberedPager page={page} pages={6} onPage={setPage} />
    </Stack>
  )
}

const wares = [
  { name: 'Tyrannosaurus', rarity: 'apex', price: 10_000, text: 'Bone crusher, fear' },
  { name: 'Allosaurus', rarity: 'legendary', price: 7_500, text: 'Bleed, sprint' },
  { name: 'Stegosaurus', rarity: 'epic', price: 6_000, text: 'Thagomizer' },
  { name: 'Maiasaura', rarity: 'rare', price: 3_000, text: 'Herd call' },
  { name: 'Troodon', rarity: 'uncommon', price: 1_200, text: 'Venom, night sight' },
  { name: 'Pteranodon', rarity: 'common', price: 1_100, text: 'Flight' },
] as const

export function Cards() {
  const [opened, setOpened] = useState('Allosaurus')
  return (
    <CardGrid
      label="Shop"
      rows={wares}
      keyOf={({ name }) => name}
      card={({ name, rarity, price, text }) => (
        <Card
          title={name}
          rarity={rarity}
          badge={<RarityBadge rarity={rarity} />}
          picture={<SpeciesArt species={name} view="side" size={160} />}
          isOpen={opened === name}
          onOpen={() => setOpened(name)}
          foot={
            <>
              <Price currency="voidPearls" amount={price} tooPoor={price > 7_500} />
              <Button tone="main" disabled={price > 7_500}>
                Buy now
              </Button>
            </>
          }
        >
          {text}
        </Card>
      )}
    />
  )
}

function SampleTabs() {
  const [chosen, setChosen] = useState<'mine' | 'skins' | 'listings'>('mine')
  return (
    <Tabs
      label="Market"
      tabs={[
        { key: 'mine', name: 'Dinosaurs', count: 24 },
        { key: 'skins', name: 'Skins', count: 6 },
        { key: 'listings', name: 'My Listings', count: 0 },
      ]}
      chosen={chosen}
      onChoose={setChosen}
    >
      <p>The panel of “{chosen}”.</p>
    </Tabs>
  )
}

const hourMs = 3_600_000
const samplesFrom = Date.UTC(2026, 10, 21, 12)
const times = Array.from({ length: 97 }, (_, at) => samplesFrom + at * (hourMs / 4))
const wave = (height: number, shift: number) =>
  times.map((_, at) => (at > 40 && at < 46 ? null : Math.round(height * (1 + 0.6 * Math.sin((at + shift) / 9)))))
const single = [{ name: 'Online', token: 'accent', values: wave(110, 0) }] as const
const several = [
  { name: 'Carnivores', token: 'carnivore', values: wave(48, 0) },
  { name: 'Herbivores', token: 'herbivore', values: wave(60, 14) },
  { name: 'Omnivores', token: 'omnivore', values: wave(12, 30) },
] as const

export const Plots = () => (
  <Stack gap="wide">
    <Plot label="Players online" times={times} series={single} />
    <Plot label="Diets" times={times} series={several} />
    <Plot label="Tick rate" times={[]} series={[{ name: 'Tick rate', token: 'info', values: [] }]} unit="Hz" />
  </Stack>
)

function Countdowns() {
  const [opened] = useState(useNow(hourMs))
  return (
    <Row>
      <Sample name="days">
        <Countdown label="Season" to={opened + 51 * hourMs} over="Over" />
      </Sample>
      <Sample name="hours">
        <Countdown label="Event" to={opened + 2.5 * hourMs} over="Open now" />
      </Sample>
      <Sample name="last minute">
        <Countdown label="Trivia" to={opened + 45_000} over="Open now" />
      </Sample>
      <Sample name="over">
        <Countdown label="Trivia" to={opened - 1_000} over="Open now" />
      </Sample>
    </Row>
  )
}
