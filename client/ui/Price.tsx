import { numberText } from '../../shared/engine/numberText.ts'
import { currencyNameOf } from '../../shared/features/world/amounts.ts'
import type { Currency } from '../../shared/features/world/currencies.ts'
import styles from './Price.module.css'
import { Stroke } from './Stroke.tsx'

interface PriceProps {
  readonly currency: Currency
  /** Null if not known. */
  readonly amount: number | null
  /** Written beside the amount, where one sees it for the first time. Screen readers always get it. */
  readonly showsName?: boolean
  /** What is asked of a user who has less; shown in the colour of danger and said. */
  readonly tooPoor?: boolean
}

/** An amount of a currency, with the mark of that. */
export const Price = ({ currency, amount, showsName = false, tooPoor = false }: PriceProps) => (
  <span className={styles.price} data-currency={currency} data-poor={tooPoor || undefined}>
    <CurrencyMark currency={currency} />
    <span className={styles.amount}>{amount === null ? '–' : numberText(amount)}</span>
    <span className={showsName ? styles.name : 'unseen'}> {currencyNameOf(amount ?? 0, currency)}</span>
    {tooPoor ? <span className={styles.poor}>not enough</span> : null}
  </span>
)

/** A pearl in its shell, a talon, a shard: different shapes, not only colours. */
const shapes: Readonly<Record<Currency, string>> = {
  voidPearls: 'M10 3.5a6.5 6.5 0 1 0 .01 0zM7 9.2a3.4 3.4 0 0 1 2.4-2.4M13.4 12.2a4 4 0 0 1-1.8 1.6',
  razorTalons: 'M4 3.5c6 .4 10.6 4.4 11.6 13-3.2-4.8-6-6.6-9.8-7.4C4.2 8.4 3.6 6 4 3.5zM6.6 6.2c2.4.8 4.2 2.2 5.6 4.2',
  sylvanShards: 'M10 2.5 14.5 8 10 17.5 5.5 8zM5.5 8h9M10 2.5V17.5',
}

export const CurrencyMark = ({ currency, size = 20 }: { readonly currency: Currency; readonly size?: number }) => (
  <span className={styles.mark} data-currency={currency}>
    <Stroke size={size}>
      <path d={shapes[currency]} />
    </Stroke>
  </span>
)
