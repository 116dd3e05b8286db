import { type Balances as Amounts, wallet } from '../../../shared/features/wallet/wallet.ts'
import { currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { CurrencyMark } from '../../ui/Price.tsx'
import { useFeature } from '../server/FeatureOff.tsx'
import styles from './Balances.module.css'

const figures = new Intl.NumberFormat('en-GB')

interface BalancesProps {
  /** Null if not known. */
  readonly wallet: Amounts | null
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
