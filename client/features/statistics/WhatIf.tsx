import { useState } from 'react'
import type { z } from 'zod'
import { causeNames } from '../../../shared/features/ledger/ledgerSearch.ts'
import type { readEconomy } from '../../../shared/features/statistics/economyQueries.ts'
import { type Change, type Effect, whatIf, whatIfAssumption } from '../../../shared/features/statistics/whatIf.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { type Currency, currencyNames } from '../../../shared/features/world/currencies.ts'
import { NumberField } from '../../ui/NumberField.tsx'
import { Select } from '../../ui/Select.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { numberIn } from '../../ui/textRules.ts'
import styles from './Economy.module.css'
import shared from './Statistics.module.css'

type Economy = z.output<typeof readEconomy.output>

interface WhatIfProps {
  readonly economy: Pick<Economy, 'sold' | 'paid'>
  readonly days: number
}

/** A change without its new amount. */
type Tried =
  | Omit<Extract<Change, { readonly kind: 'price' }>, 'to'>
  | Omit<Extract<Change, { readonly kind: 'reward' }>, 'to'>

interface Option {
  readonly key: string
  readonly name: string
  readonly tried: Tried
}

/** A new price or reward may be at most this. */
const most = 1_000_000_000
const causeName = (cause: string) => (causeNames as Readonly<Record<string, string>>)[cause] ?? cause

/** What another price or reward would have done to the figures of these days. It changes nothing. */
export function WhatIf({ economy, days }: WhatIfProps) {
  const options = optionsOf(economy)
  const [key, choose] = useState<string | null>(null)
  const [typed, type] = useState<string | null>(null)
  const chosen = options.find((option) => option.key === key) ?? options[0]
  if (!chosen)
    return (
      <DashboardPanel
        state="empty"
        empty={{
          picture: 'tracks',
          title: 'Nothing was bought or earned in this period.',
          children: <p>There is nothing to try another price or reward on.</p>,
        }}
        refused={null}
        title="What if"
      >
        {null}
      </DashboardPanel>
    )
  const isPrice = chosen.tried.kind === 'price'
  const was = whatIf(economy, { ...chosen.tried, to: 0 })?.was ?? 0
  const text = typed ?? String(Math.round(was))
  // Until something is typed: exactly what it was, which the field shows as a whole number.
  const to = typed === null ? was : numberIn(typed)
  const effect = to === null || to < 0 || to > most ? null : whatIf(economy, { ...chosen.tried, to })
  return (
    <DashboardPanel {...alwaysReady} title="What if">
      <Stack>
        <div className={styles.tries}>
          <Select
            label="Price or reward"
            options={options}
            value={chosen.key}
            onValue={(next) => {
              choose(next)
              type(null)
            }}
          />
          <NumberField
            label={`${isPrice ? 'New price' : 'New reward'}, ${currencyNames[chosen.tried.currency]}`}
            needed={`Enter a whole number from 0 to ${figures.format(most)}.`}
            least={0}
            most={most}
            step={1}
            value={text}
            onValue={type}
          />
        </div>
        <p className={styles.effect} role="status">
          {effect && to !== null ? effectLabel(effect, { isPrice, to, days }) : 'Enter a number to see the effect.'}
        </p>
        <p className={shared.soft}>{whatIfAssumption} Nothing is changed here.</p>
      </Stack>
    </DashboardPanel>
  )
}

function optionsOf({ sold, paid }: WhatIfProps['economy']): readonly Option[] {
  const priced = sold
    .filter(({ times }) => times > 0)
    .map(({ cause, item, currency }) => ({
      key: `price ${cause} ${currency} ${item}`,
      name: `${causeName(cause)}: ${item || 'all'} (${currencyNames[currency]})`,
      tried: { kind: 'price', cause, item, currency } as const,
    }))
  const earned = paid
    .filter(({ times }) => times > 0)
    .map(({ cause, currency }) => ({
      key: `reward ${cause} ${currency}`,
      name: `Reward: ${causeName(cause)} (${currencyNames[currency]})`,
      tried: { kind: 'reward', cause, currency } as const,
    }))
  return [...priced, ...earned]
}

const figures = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const amountOf = (amount: number, currency: Currency) => amountInWords(Math.round(amount), currency)

interface Asked {
  readonly isPrice: boolean
  readonly to: number
  readonly days: number
}

/** In a sentence: what was, what would have been, and what that does to the supply. */
function effectLabel({ currency, times, was, before, after, supply }: Effect, { isPrice, to, days }: Asked): string {
  const count = times === 1 ? 'once' : `${figures.format(times)} times`
  const basis = `In the last ${days} days it was ${isPrice ? 'bought' : 'paid'} ${count}, at ${figures.format(was)} on average: ${amountOf(before, currency)}.`
  const then = `At ${figures.format(to)} it would have been ${amountOf(after, currency)}`
  if (supply === 0) return `${basis} ${then}: the same.`
  return `${basis} ${then}. The supply would now be ${figures.format(Math.abs(supply))} ${supply > 0 ? 'larger' : 'smaller'}.`
}
