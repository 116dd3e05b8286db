import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { z } from 'zod'
import { causeNames } from '../../../shared/features/ledger/ledgerSearch.ts'
import { readEconomy } from '../../../shared/features/statistics/economyQueries.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { type Currency, currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { DataBehind, type DataColumn } from '../../ui/DataBehind.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { Column } from '../../ui/DataTableHead.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { Plot } from '../../ui/Plot.tsx'
import { Price } from '../../ui/Price.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { useNow } from '../../ui/Time.tsx'
import { DashboardPanel, PanelGrid } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady, type ScreenStates, Settled, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { OneWayFlowsPanel } from '../economy/OneWayFlows.tsx'
import { IfOn, useFeature } from '../server/FeatureOff.tsx'
import { Bars } from './BarList.tsx'
import { CurrencyFigures } from './CurrencyFigures.tsx'
import styles from './Economy.module.css'
import { Range, SectionHead, useStatistic } from './StatisticPanel.tsx'
import shared from './Statistics.module.css'
import { WhatIf } from './WhatIf.tsx'

const ranges = [
  { key: 7, name: 'Last 7 days' },
  { key: 30, name: 'Last 30 days' },
  { key: 90, name: 'Last 90 days' },
  { key: 365, name: 'Last 365 days' },
] as const
type Days = (typeof ranges)[number]['key']
type Economy = z.output<typeof readEconomy.output>

/** How much currency there is, where it comes from and goes to, what things cost, and what another price would have done. */
export function EconomyTab() {
  const [days, setDays] = useState<Days>(30)
  const query = useStatistic(readEconomy, { days })
  const { value } = query
  if (!useFeature('realCurrency')) return <IfOn feature="realCurrency" />
  return (
    <>
      <SectionHead title="Currency and prices" action={<Range options={ranges} value={days} onValue={setDays} />} />
      <StatefulContent {...statesOf(query, () => false, null)}>
        {value ? (
          <>
            {/* Grids of two: they share the width also where a third would fit. */}
            <PanelGrid>
              <CurrencyFigures economy={value} />
              <Supply economy={value} days={days} />
            </PanelGrid>
            <PanelGrid>
              <Ways economy={value} days={days} />
            </PanelGrid>
            <PanelGrid>
              <WhatIf economy={value} days={days} />
              <UsualPrices prices={value.usualPrices} />
            </PanelGrid>
            <PanelGrid>
              <Growing economy={value} />
            </PanelGrid>
          </>
        ) : null}
      </StatefulContent>
      <Settled parts={value ? [] : [query.state]}>
        <PanelGrid>
          <OneWayFlowsPanel />
        </PanelGrid>
        <p className={shared.soft}>
          Prices are changed in the <Link href="/catalogue">catalogue</Link>; rewards, fees and limits on{' '}
          <Link href="/owner-admin">Owner Admin</Link>. Each movement is in the ledger of its player.
        </p>
      </Settled>
    </>
  )
}

interface EconomyProps {
  readonly economy: Economy
}

const tokens = { voidPearls: 'pearl', razorTalons: 'talon', sylvanShards: 'shard' } as const
const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const one = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 })

/** An empty panel where there is nothing yet. */
const emptyAs = (isEmpty: boolean, title: string): ScreenStates =>
  isEmpty ? { state: 'empty', empty: { picture: 'tracks', title }, refused: null } : alwaysReady

function Supply({ economy: { days, supply, currencies: each }, days: length }: EconomyProps & { readonly days: Days }) {
  const times = useMemo(() => days.map((day) => Date.parse(day)), [days])
  const changes = each.map(
    ({ currency, growth }) =>
      `${growth.value !== null && growth.value > 0 ? '+' : ''}${growth.value === null ? `– ${currencyNames[currency]}` : amountInWords(growth.value, currency)}`,
  )
  return (
    <DashboardPanel
      {...emptyAs(
        currencies.every((currency) => supply[currency].every((value) => value === null)),
        'No complete day yet.',
      )}
      title="Supply"
    >
      <Plot
        label="Supply"
        times={times}
        isByDay
        file={`supply-${length}-days`}
        series={currencies.map((currency) => ({
          name: currencyNames[currency],
          token: tokens[currency],
          values: supply[currency],
        }))}
        sentence={`In circulation at the end of each day, UTC. Change in this period: ${changes.join(', ')}.`}
      />
    </DashboardPanel>
  )
}

const kindNames = { faucet: 'In', sink: 'Out', transfer: 'Between players' } as const
type Way = Economy['ways'][number]
const wayName = ({ kind, cause }: Way) =>
  kind === 'transfer' ? 'Market sales and gifts' : ((causeNames as Readonly<Record<string, string>>)[cause] ?? cause)

const wayColumns: readonly DataColumn<Way>[] = [
  { name: 'Direction', value: ({ kind }) => kindNames[kind] },
  { name: 'Cause', value: wayName },
  ...currencies.map((currency) => ({ name: currencyNames[currency], value: ({ amounts }: Way) => amounts[currency] })),
  { name: 'Payments', value: ({ times }) => times },
]

/** Where currency comes from and goes to, by cause. */
function Ways({ economy: { ways }, days }: EconomyProps & { readonly days: Days }) {
  const [currency, setCurrency] = useState<Currency>('voidPearls')
  const listOf = (kind: Way['kind']) => {
    const rows = ways
      .filter((way) => way.kind === kind && way.amounts[currency] !== 0)
      .map((way) => ({ name: wayName(way), value: way.amounts[currency] }))
      .toSorted((first, second) => second.value - first.value)
    const all = rows.reduce((sum, { value }) => sum + value, 0)
    return (
      <div className={styles.way}>
        <h3 className={styles.wayTitle}>
          {kindNames[kind]} <strong>{whole.format(all)}</strong>
        </h3>
        {rows.length === 0 ? (
          <p className={shared.soft}>Nothing in this period.</p>
        ) : (
          <Bars
            label={kindNames[kind]}
            what={currencyNames[currency]}
            rows={rows}
            format={(value) => whole.format(value)}
          />
        )}
      </div>
    )
  }
  return (
    <DashboardPanel
      {...emptyAs(ways.length === 0, 'No payments in this period.')}
      title="Ways in and out"
      size="wide"
      action={
        <Select
          label="Currency"
          hidesLabel
          options={currencies.map((key) => ({ key, name: currencyNames[key] }))}
          value={currency}
          onValue={setCurrency}
        />
      }
    >
      <div className={styles.ways}>
        {listOf('faucet')}
        {listOf('sink')}
        {listOf('transfer')}
      </div>
      <p className={shared.soft}>In: made by the hub. Out: spent, and gone. Between players: it only changes hands.</p>
      <DataBehind
        label="Ways in and out"
        columns={wayColumns}
        rows={ways}
        keyOf={({ kind, cause }) => `${kind} ${cause}`}
        file={`ways-in-and-out-${days}-days`}
      />
    </DashboardPanel>
  )
}

/** What a player has to play for, and what waits longest. */
function Growing({ economy: { apex, oldestHold, holds, wallets } }: EconomyProps) {
  const now = useNow(60_000)
  return (
    <DashboardPanel {...alwaysReady} title="Play and orders" size="wide">
      <StatRow label="Play and orders">
        <Stat
          name="Hours to an apex"
          value={apex.hours.value === null ? null : one.format(apex.hours.value)}
          unit={apex.hours.value === null ? '' : 'h'}
          detail={apex.hours.why ?? apexDetail(apex)}
        />
        <Stat
          name="Earned per hour"
          value={apex.perHour.value === null ? null : one.format(apex.perHour.value)}
          detail={apex.perHour.why ?? `${currencyNames[apex.currency]}, on average over all players`}
        />
        <Stat
          name="Oldest hold"
          value={oldestHold ? lengthOf(now - oldestHold.at) : holds === 0 ? 'None' : null}
          detail={
            oldestHold ? (
              <>
                <Price currency={oldestHold.currency} amount={oldestHold.amount} /> {oldestHold.item}
              </>
            ) : null
          }
        />
        <Stat name="Open holds" value={whole.format(holds)} detail="set aside for orders" />
        <Stat name="Wallets" value={whole.format(wallets)} detail="that are not empty" />
      </StatRow>
      <p className={shared.soft}>
        Hours to an apex: the price of the cheapest apex in the shop, divided by what a player earned per hour of play
        in this period, without what staff gave.
      </p>
    </DashboardPanel>
  )
}

const apexDetail = ({ name, price, currency }: Economy['apex']): ReactNode =>
  name === null ? null : (
    <>
      {name}: <Price currency={currency} amount={price} />
    </>
  )

type UsualPrice = Economy['usualPrices'][number]
const confidenceNames = { day: 'last day', week: 'last 7 days', month: 'last 30 days' } as const
const priceColumns: readonly Column<UsualPrice>[] = [
  {
    name: 'Dinosaur',
    isPlain: true,
    cell: ({ species, age }) => `${speciesName(species)}${age === 'young' ? ', young' : ''}`,
  },
  { name: 'Usual price', figures: true, width: '120px', cell: ({ price }) => whole.format(price) },
  { name: 'Sales', figures: true, width: '72px', cell: ({ sales }) => whole.format(sales) },
  { name: 'From the', width: '120px', cell: ({ confidence }) => confidenceNames[confidence] },
]

const UsualPrices = ({ prices }: { readonly prices: readonly UsualPrice[] }) => (
  <DashboardPanel {...emptyAs(prices.length === 0, 'No sales between players yet.')} title="Usual prices">
    <DataTable
      caption="Usual prices"
      columns={priceColumns}
      rows={prices}
      keyOf={({ species, age }) => `${species} ${age}`}
    />
    <p className={shared.soft}>The median of real sales on the market. Half were dearer, half were cheaper.</p>
    <DataBehind
      label="Usual prices"
      isShown
      columns={priceFile}
      rows={prices}
      keyOf={({ species, age }) => `${species} ${age}`}
      file="usual-prices"
    />
  </DashboardPanel>
)

const priceFile: readonly DataColumn<UsualPrice>[] = [
  { name: 'Species', value: ({ species }) => speciesName(species) },
  { name: 'Age', value: ({ age }) => age },
  { name: 'Usual price', value: ({ price }) => price },
  { name: 'Sales', value: ({ sales }) => sales },
  { name: 'Confidence', value: ({ confidence }) => confidence },
]
