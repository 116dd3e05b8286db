import {
  type Currency,
  currencies,
  currencyNames,
  type Wallet,
  wallet,
} from '../../../shared/features/wallet/wallet.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Stroke } from '../../ui/Stroke.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import styles from './Balances.module.css'

const figures = new Intl.NumberFormat('en-GB')

interface BalancesProps {
  /** Null if not known. */
  readonly wallet: Wallet | null
  /** In a line, with the mark of each currency for its name. */
  readonly compact?: boolean
}

/** The amount of each currency. */
export function Balances({ wallet, compact = false }: BalancesProps) {
  return (
    <dl className={styles.balances} data-compact={compact || undefined} aria-label="Balances">
      {currencies.map((currency) => (
        <div
          key={currency}
          className={styles.balance}
          data-currency={currency}
          title={compact ? currencyNames[currency] : undefined}
        >
          <dt className={styles.name}>
            <CurrencyMark currency={currency} size={compact ? 20 : 24} />
            <span className={compact ? 'unseen' : undefined}>{currencyNames[currency]}</span>
          </dt>
          <dd className={styles.amount}>{wallet ? figures.format(wallet[currency]) : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The own balances in a line; nothing where currency is switched off. */
export const OwnBalances = ({ account }: { readonly account: string }) => {
  const { value } = useDocument(wallet, account)
  return useFeature('realCurrency') ? <Balances wallet={value} compact /> : null
}

/** A pearl in its shell, a talon, a shard: different shapes, not only colours. */
const shapes: Readonly<Record<Currency, string>> = {
  voidPearls: 'M10 3.5a6.5 6.5 0 1 0 .01 0zM7 9.2a3.4 3.4 0 0 1 2.4-2.4M13.4 12.2a4 4 0 0 1-1.8 1.6',
  razorTalons: 'M4 3.5c6 .4 10.6 4.4 11.6 13-3.2-4.8-6-6.6-9.8-7.4C4.2 8.4 3.6 6 4 3.5zM6.6 6.2c2.4.8 4.2 2.2 5.6 4.2',
  sylvanShards: 'M10 2.5 14.5 8 10 17.5 5.5 8zM5.5 8h9M10 2.5V17.5',
}

function CurrencyMark({ currency, size }: { readonly currency: Currency; readonly size: number }) {
  return (
    <Stroke size={size}>
      <path d={shapes[currency]} />
    </Stroke>
  )
}
