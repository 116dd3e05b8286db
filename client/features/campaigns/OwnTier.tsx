import { readOwnPerks } from '../../../shared/features/donations/commands.ts'
import { ownDonations } from '../../../shared/features/donations/donations.ts'
import { moneyText } from '../../../shared/features/donations/money.ts'
import { patron } from '../../../shared/features/patrons/patrons.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { useFollow } from '../../connection/useFollow.ts'
import { useQuery } from '../../connection/useQuery.ts'
import { Part } from '../../ui/Part.tsx'
import { On } from '../../ui/Time.tsx'
import styles from './Campaigns.module.css'

const mostShown = 5
const followMs = 500

/** On the user's own profile: their tier, until when, what it gives, and their latest donations. Nothing for those who have neither. */
export function OwnTier({ account }: { readonly account: string }) {
  const own = useDocument(patron, account).value
  const donations = Object.entries(useDocument(ownDonations, account).value?.donations ?? {})
  if (own === null || (own.tier === 'None' && donations.length === 0)) return null
  const latest = donations.toSorted(([, one], [, other]) => other.at - one.at).slice(0, mostShown)
  return (
    <Part title="Patron">
      {own.tier === 'None' ? <p>You have no patron tier at the moment.</p> : <Tier account={account} />}
      {latest.length === 0 ? null : (
        <ul className={styles.lines} aria-label="Your donations">
          {latest.map(([id, { amount, currency, at, isRefunded, tier }]) => (
            <li key={id}>
              {moneyText(amount, currency)} on <On at={at} />
              {isRefunded ? ', refunded' : tier === 'None' ? '' : `, for ${tier}`}
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function Tier({ account }: { readonly account: string }) {
  const own = useDocument(patron, account).value
  const { value, reload } = useQuery(readOwnPerks, {})
  useFollow(own, reload, followMs)
  if (own === null) return null
  return (
    <>
      <p>
        You are a <strong>{own.tier}</strong> patron
        {own.until === null ? (
          '.'
        ) : (
          <>
            {' '}
            until <On at={own.until} />.
          </>
        )}
      </p>
      {value?.perks ? <p>{value.perks}</p> : null}
    </>
  )
}
