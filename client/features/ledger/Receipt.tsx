import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { causeNames, deedOf, directionOf } from '../../../shared/features/ledger/ledgerSearch.ts'
import { type LedgerLine, readReceipt } from '../../../shared/features/ledger/queries.ts'
import { amountInWords } from '../../../shared/features/world/amounts.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { CopyButton } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { Fact, Facts } from '../../ui/Facts.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { ReverseSale } from '../market/ReverseSale.tsx'
import styles from './Ledger.module.css'
import { Amount, Deed, Moment } from './ledgerRows.tsx'
import { RefundPurchase } from './RefundPurchase.tsx'

interface ReceiptProps {
  readonly line: LedgerLine
  /** The account whose ledger is read; null for the user's own. */
  readonly player: string | null
  readonly onClose: () => void
}

/** One operation with all of its entries, and the operations that belong together with it. */
export function Receipt({ line, player, onClose }: ReceiptProps) {
  const { value, refusal, reload } = useQuery(readReceipt, { player, operation: line.operation, at: line.at })
  const receipt = value?.receipt ?? null
  return (
    <Drawer title="Receipt" onClose={onClose}>
      <Facts
        sentence={<Deed line={line} />}
        beside={
          <p className={styles.stack} data-start>
            {line.changes.map((change) => (
              <Amount key={change.currency} change={change} />
            ))}
          </p>
        }
      >
        <Fact name="Time">
          <Moment at={line.at} />
        </Fact>
        <Fact name="Done by">{doneBy(line, player === null)}</Fact>
        <SubjectFact line={line} isOwn={player === null} />
        <Fact name="Operation">
          <span className={styles.id}>{line.operation}</span>{' '}
          <CopyButton text={line.operation} what="the operation's ID" />
        </Fact>
      </Facts>
      {refusal ? <Problem>{refusal.message}</Problem> : null}
      {receipt ? (
        <>
          <h3 className={styles.heading}>Entries</h3>
          <ul className={styles.entries}>
            {receipt.entries.map(({ account, currency, amount }) => (
              <li key={`${account} ${currency}`}>
                <span>{accountLabel(account, player === null)}</span>
                <span className={styles.amount}>
                  {amount > 0 ? '+' : '−'}
                  {amountInWords(Math.abs(amount), currency)}
                </span>
              </li>
            ))}
          </ul>
          {receipt.related.length > 0 ? <Related lines={receipt.related} /> : null}
          {player === null ? null : (
            <RefundPurchase
              line={line}
              related={receipt.related}
              player={player}
              mayNot={receipt.mayNot}
              onRefunded={reload}
            />
          )}
          {player !== null && line.cause === 'marketSale' ? (
            <ReverseSale operation={line.operation} player={player} at={line.at} mayNot={receipt.mayNot} />
          ) : null}
        </>
      ) : null}
    </Drawer>
  )
}

const Related = ({ lines }: { readonly lines: readonly LedgerLine[] }) => (
  <>
    <h3 className={styles.heading}>Related operations</h3>
    <ul className={styles.entries}>
      {lines.map((line) => (
        <li key={line.key}>
          <span>
            {deedOf(line)}
            <br />
            <Moment at={line.at} />
          </span>
          <span className={styles.stack}>
            {line.changes.map((change) => (
              <Amount key={change.currency} change={change} />
            ))}
          </span>
        </li>
      ))}
    </ul>
  </>
)

/** Where a user finds what an operation belongs to. */
const placesOf: Readonly<Partial<Record<LedgerLine['cause'], { readonly path: string; readonly name: string }>>> = {
  redemption: { path: '/redeem', name: 'Its receipt on Redeem' },
  released: { path: '/redeem', name: 'Its receipt on Redeem' },
  shop: { path: '/inventory', name: 'Your inventory' },
}
const placeOf = (line: LedgerLine) =>
  line.cause === 'marketSale'
    ? { path: `/market?tab=mine&mine=${directionOf(line) === 'in' ? 'sold' : 'bought'}`, name: 'My Listings' }
    : placesOf[line.cause]

/** The delivery or listing that it belongs to: for staff all that the audit has of it. The day of a bonus is in its sentence. */
function SubjectFact({ line, isOwn }: Pick<ReceiptProps, 'line'> & { readonly isOwn: boolean }) {
  const { subject, cause } = line
  const mayReadAudit = useAtomValue(accessAtom).may.includes('runConsole')
  if (subject === null || cause === 'dailyBonus' || cause === 'trivia' || cause === 'achievement') return null
  const place = isOwn ? placeOf(line) : undefined
  const audit = { path: `/audit?text=${encodeURIComponent(subject)}`, name: 'In the audit' }
  const link = place ?? (mayReadAudit ? audit : null)
  return (
    <Fact name="Belongs to">
      {link ? (
        <>
          <Link href={link.path}>{link.name}</Link>{' '}
        </>
      ) : null}
      <span className={styles.id}>{subject}</span>
    </Fact>
  )
}

function doneBy({ by, byName }: LedgerLine, isOwn: boolean): string {
  if (by === 'hub') return 'The hub'
  if (by === 'you') return isOwn ? 'You' : 'The player'
  return byName || (by === 'staff' ? 'Staff' : 'Another player')
}

const namesOf: Readonly<Record<string, string>> = causeNames

/** The account of an entry in words: `Your balance`, `Set aside`, `Made by the hub: daily bonus`. */
export function accountLabel(account: string, isOwn: boolean): string {
  if (account === 'player') return isOwn ? 'Your balance' : 'Balance'
  if (account === 'other') return "The other player's balance"
  if (account === 'closed') return 'Erased accounts'
  const [kind, cause = ''] = account.split(':')
  if (kind === 'hold') return 'Set aside'
  const name = (Object.hasOwn(namesOf, cause) ? namesOf[cause] : undefined)?.toLowerCase() ?? cause
  return kind === 'faucet' ? `From the hub: ${name}` : `To the hub: ${name}`
}
