import { currencies, currencyWords, type Wallet } from '../../../shared/features/wallet/wallet.ts'
import styles from './Balances.module.css'
import { CurrencyMark } from './CurrencyMark.tsx'

const figures = new Intl.NumberFormat('en-GB')

/** What somebody has of each currency. @param wallet null while that is not known */
export function Balances({ wallet }: { readonly wallet: Wallet | null }) {
  return (
    <dl className={styles.balances} aria-label="Balances">
      {currencies.map((currency) => (
        <div key={currency} className={styles.balance} data-currency={currency}>
          <dt className={styles.name}>
            <CurrencyMark currency={currency} />
            {currencyWords[currency]}
          </dt>
          <dd className={styles.amount}>{wallet ? figures.format(wallet[currency]) : '–'}</dd>
        </div>
      ))}
    </dl>
  )
}
