import { numberText } from '../../../shared/engine/numberText.ts'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import { deedOf, directionOf } from '../../../shared/features/ledger/ledgerSearch.ts'
import type { LedgerChange, LedgerLine } from '../../../shared/features/ledger/queries.ts'
import { currencyNameOf } from '../../../shared/features/world/amounts.ts'
import type { Column } from '../../ui/DataTableHead.tsx'
import { CurrencyMark } from '../../ui/Price.tsx'
import styles from './Ledger.module.css'

const exactly = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
const signed = new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero' })

export const Moment = ({ at }: { readonly at: number }) => (
  <time className={styles.time} dateTime={new Date(at).toISOString()}>
    {exactly.format(at)}
  </time>
)

/** `Given by staff: “Won the race”`, with the names that staff see; what only came out of a hold is said to. */
export function Deed({ line }: { readonly line: LedgerLine }) {
  const { reason, byName, otherName, changes } = line
  const isOfHold = changes.some(({ held }) => held < 0) && changes.every(({ balance }) => balance === 0)
  return (
    <>
      {deedOf(line)}
      {reason === '' ? null : `: “${withMarksShown(reason)}”`}
      {byName === '' ? null : <span className={styles.soft}> by {byName}</span>}
      {isOfHold ? <span className={styles.soft}> from what was set aside</span> : null}
      {otherName === '' ? null : <span className={styles.soft}>{` ${otherWord(line)} ${otherName}`}</span>}
    </>
  )
}

/** Before the name of the other player: a gift comes from them, but what is sold, for which currency comes in, goes to them. */
function otherWord(line: LedgerLine): 'from' | 'to' | 'with' {
  if (line.cause === 'gift') return directionOf(line) === 'in' ? 'from' : 'to'
  if (line.cause === 'marketSale') return directionOf(line) === 'in' ? 'to' : 'from'
  return 'with'
}

/** `+500` or `−500` with the mark of its currency. Without a sign where the balance did not change: it left with what was set aside. */
export const Amount = ({ change }: { readonly change: LedgerChange }) => (
  <span className={styles.amount} data-in={change.balance > 0 || undefined}>
    {change.balance === 0 ? numberText(Math.abs(change.held)) : signed.format(change.balance).replace('-', '−')}{' '}
    <CurrencyMark currency={change.currency} />
    <span className="unseen"> {currencyNameOf(change.balance || change.held, change.currency)}</span>
  </span>
)

const After = ({ change: { currency, after, balance } }: { readonly change: LedgerChange }) => (
  <span className={styles.after}>
    {after === null ? (balance === 0 ? 'unchanged' : '–') : numberText(after)}
    <span className="unseen"> {currencyNameOf(after ?? 0, currency)}</span>
  </span>
)

export const ledgerColumns: readonly Column<LedgerLine>[] = [
  { name: 'Time', width: '152px', cell: ({ at }) => <Moment at={at} /> },
  {
    name: 'What happened',
    isPlain: true,
    width: 'minmax(240px, 1fr)',
    cell: (line) => (
      <span className={styles.sentence}>
        <Deed line={line} />
      </span>
    ),
  },
  {
    name: 'Amount',
    isPlain: true,
    width: '168px',
    figures: true,
    cell: ({ changes }) => (
      <span className={styles.stack}>
        {changes.map((change) => (
          <Amount key={change.currency} change={change} />
        ))}
      </span>
    ),
  },
  {
    name: 'Balance after',
    width: '128px',
    figures: true,
    cell: ({ changes }) => (
      <span className={styles.stack}>
        {changes.map((change) => (
          <After key={change.currency} change={change} />
        ))}
      </span>
    ),
  },
]
