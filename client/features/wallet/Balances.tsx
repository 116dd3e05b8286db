import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { numberText } from '../../../shared/engine/numberText.ts'
import { type Balances as Amounts, wallet } from '../../../shared/features/wallet/wallet.ts'
import { currencies, currencyNames } from '../../../shared/features/world/currencies.ts'
import { useConnection } from '../../connection/ConnectionProvider.tsx'
import { connectionAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { CurrencyMark } from '../../ui/Price.tsx'
import { RollingNumber } from '../../ui/RollingNumber.tsx'
import { Ago } from '../../ui/Time.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { useMatches } from '../../ui/useIsNarrow.ts'
import { useFeature } from '../server/FeatureOff.tsx'
import styles from './Balances.module.css'

// Never more than there is.
const shortFigures = new Intl.NumberFormat('en-GB', {
  notation: 'compact',
  maximumSignificantDigits: 3,
  roundingMode: 'trunc',
})

/** `25K`; below a thousand the number itself, which rolls. */
const ShortNumber = ({ value }: { readonly value: number }) =>
  value < 1_000 ? (
    <RollingNumber value={value} />
  ) : (
    <>
      <span className="unseen">{numberText(value)}</span>
      <span aria-hidden="true" title={numberText(value)}>
        {shortFigures.format(value)}
      </span>
    </>
  )

interface BalancesProps {
  /** Null if not known. */
  readonly wallet: Amounts | null
  /** In a line, with the mark of each currency for its name. */
  readonly compact?: boolean
  /** Shortened to three digits, as `25K`. Screen readers get the whole number. */
  readonly isShort?: boolean
}

/** The amount of each currency. */
export function Balances({ wallet, compact = false, isShort = false }: BalancesProps) {
  return (
    <dl
      className={styles.balances}
      data-compact={compact || undefined}
      data-short={isShort || undefined}
      aria-label="Balances"
    >
      {currencies.map((currency) => (
        <div
          key={currency}
          className={styles.balance}
          data-currency={currency}
          title={compact ? currencyNames[currency] : undefined}
        >
          <dt className={styles.name}>
            <CurrencyMark currency={currency} size={isShort ? 16 : compact ? 20 : 24} />
            <span className={compact ? 'unseen' : undefined}>{currencyNames[currency]}</span>
          </dt>
          <dd className={styles.amount}>
            {isShort && wallet ? (
              <ShortNumber value={wallet[currency]} />
            ) : (
              <RollingNumber value={wallet?.[currency] ?? null} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The own balances in a line, which lead to the ledger; nothing where currency is switched off. */
export function OwnBalances({ account, isShort = false, onGo }: OwnBalancesProps) {
  const { value } = useDocument(wallet, account)
  if (!useFeature('realCurrency')) return null
  return (
    <Tooltip text="Your balances. Open your ledger">
      <Link href="/ledger" className={styles.link} onClick={() => onGo?.()}>
        <Balances wallet={value} compact isShort={isShort} />
        <span className="unseen">Open your ledger</span>
      </Link>
    </Tooltip>
  )
}

interface OwnBalancesProps {
  readonly account: string
  readonly isShort?: boolean
  readonly onGo?: () => void
}

/** In the head of every page: whole numbers where there is room, shortened ones where there is less. */
export const TopBalances = ({ account }: { readonly account: string }) => (
  <OwnBalances account={account} isShort={useMatches('(max-width: 1280px)')} />
)

/** That the balances did not arrive, or how old they are while the hub is away, with another attempt. Nothing while they are live. */
export function BalancesProblem({ account }: { readonly account: string }) {
  const { state, at } = useDocument(wallet, account)
  const connection = useConnection()
  const { name } = useAtomValue(connectionAtom)
  const isOn = useFeature('realCurrency')
  const isAway = name === 'stale' || name === 'reconnecting'
  if (!isOn || (state !== 'refused' && !isAway)) return null
  return (
    <p className={styles.problem} role="status">
      <span>
        Failed to load player currency.
        {at === null ? null : (
          <>
            {' '}
            What you see is from <Ago at={at} isInSentence />.
          </>
        )}
      </span>
      <Button tone="quiet" onClick={() => (isAway ? connection.wake() : connection.restart())}>
        Retry
      </Button>
    </p>
  )
}
