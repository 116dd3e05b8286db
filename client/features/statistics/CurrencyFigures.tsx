import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Figure } from '../../../shared/features/statistics/dashboard.ts'
import type { readEconomy } from '../../../shared/features/statistics/economyQueries.ts'
import { currencyNames } from '../../../shared/features/world/currencies.ts'
import { DataBehind } from '../../ui/DataBehind.tsx'
import { CurrencyMark } from '../../ui/Price.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Ago } from '../../ui/Time.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import styles from './Economy.module.css'
import shared from './Statistics.module.css'

type Economy = z.output<typeof readEconomy.output>
type InCurrency = Economy['currencies'][number]

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 })
const two = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
/** Digits, even of sums that are too large for a number. */
const exact = (digits: string) => whole.format(BigInt(digits))

interface FigureRow {
  readonly name: string
  /** What exactly it is. */
  readonly definition: string
  readonly of: (currency: InCurrency) => ReactNode
  /** Where it may be unknown: which figure it is. */
  readonly figure?: 'growth' | 'velocity' | 'richestShare' | 'asleep'
  /** In the file. */
  readonly raw: (currency: InCurrency) => string | number | null
}

const known = ({ value, why }: Figure, label: (value: number) => ReactNode): ReactNode =>
  value === null ? <Unknown why={why ?? 'Not known.'} /> : label(value)

/** A dash, with the reason under it. */
const Unknown = ({ why }: { readonly why: string }) => (
  <>
    – <span className={styles.why}>{why}</span>
  </>
)

const rows: readonly FigureRow[] = [
  {
    name: 'Supply',
    definition: 'All there is: in the wallets of players, and set aside for their open orders.',
    of: ({ supply }) => <strong>{exact(supply)}</strong>,
    raw: ({ supply }) => supply,
  },
  {
    name: 'Set aside',
    definition: 'The part of the supply that is held for open orders. It is spent or given back when they end.',
    of: ({ held }) => exact(held),
    raw: ({ held }) => held,
  },
  {
    name: 'Change',
    figure: 'growth',
    definition: 'What the hub made in this period, less what was spent.',
    of: ({ growth }) => known(growth, (value) => `${value > 0 ? '+' : ''}${whole.format(value)}`),
    raw: ({ growth }) => growth.value,
  },
  {
    name: 'Velocity',
    figure: 'velocity',
    definition:
      'How often a unit changed hands: what was spent and passed between players in this period, divided by the mean supply of this period. Low: players save. High: they spend what they get.',
    of: ({ velocity }) => known(velocity, (value) => two.format(value)),
    raw: ({ velocity }) => velocity.value,
  },
  {
    name: 'Share of the richest 1%',
    figure: 'richestShare',
    definition: "How much of the supply is in the richest 1% of wallets that aren't empty (at least one wallet).",
    of: ({ richestShare }) => known(richestShare, (value) => `${two.format(value)}%`),
    raw: ({ richestShare }) => richestShare.value,
  },
  {
    name: 'Dormant',
    figure: 'asleep',
    definition: 'In wallets without any movement in the last 30 days.',
    of: ({ asleep, supply }) =>
      known(asleep, (value) => (
        <>
          {whole.format(value)} <span className={styles.why}>{shareOf(value, supply)}</span>
        </>
      )),
    raw: ({ asleep }) => asleep.value,
  },
  {
    name: 'Drift',
    definition:
      'By how much the wallets and the ledger differ. It is always 0; anything else is a fault of the hub, which corrects nothing by itself.',
    of: ({ drift }) => (drift === '0' ? '0' : <strong className={styles.wrong}>{exact(drift)}</strong>),
    raw: ({ drift }) => drift,
  },
]

/** The reason why a figure is not known of any currency, where it is the same for all; otherwise null. */
function sharedWhy(currencies: readonly InCurrency[], figure: FigureRow['figure'] | null): string | null {
  if (!figure) return null
  const [why, ...others] = new Set(currencies.map((one) => (one[figure].value === null ? one[figure].why : null)))
  return others.length === 0 ? (why ?? null) : null
}

const shareOf = (part: number, supply: string) =>
  Number(supply) === 0 ? '' : `${whole.format((part / Number(supply)) * 100)}% of the supply`

/** The figures of each currency beside one another. The name of a figure opens its definition. */
export function CurrencyFigures({ economy: { currencies, walletsAt } }: { readonly economy: Economy }) {
  return (
    <DashboardPanel {...alwaysReady} title="Figures by currency">
      {currencies.every(({ drift }) => drift === '0') ? null : (
        <Problem>
          Wallets and ledger differ. Nothing was corrected automatically. The hub's log has the details.
        </Problem>
      )}
      <div className={shared.scroll}>
        <table className={styles.compare}>
          <caption className="unseen">Figures by currency. The name of a figure opens its definition.</caption>
          <thead>
            <tr>
              <td />
              {currencies.map(({ currency }) => (
                <th key={currency} scope="col">
                  <CurrencyMark currency={currency} size={16} /> {currencyNames[currency]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, definition, figure = null, of }) => (
              <tr key={name}>
                <th scope="row">
                  <details>
                    <summary>{name}</summary>
                    <p className={styles.why}>{definition}</p>
                  </details>
                </th>
                {sharedWhy(currencies, figure) === null ? (
                  currencies.map((one) => <td key={one.currency}>{of(one)}</td>)
                ) : (
                  <td colSpan={currencies.length}>
                    <Unknown why={sharedWhy(currencies, figure) ?? ''} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {walletsAt === null ? null : (
        <p className={shared.soft}>
          The richest share, dormant currency and the oldest hold date from the last count of all wallets,{' '}
          <Ago at={walletsAt} isInSentence />.
        </p>
      )}
      <DataBehind
        label="Figures by currency"
        isShown
        columns={[
          { name: 'Figure', value: ({ name }: FigureRow) => name },
          ...currencies.map((one) => ({ name: currencyNames[one.currency], value: ({ raw }: FigureRow) => raw(one) })),
        ]}
        rows={rows}
        keyOf={({ name }) => name}
        file="economy"
      />
    </DashboardPanel>
  )
}
