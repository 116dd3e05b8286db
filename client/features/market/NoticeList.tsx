import { Link } from 'wouter'
import { dismissMarketNotices } from '../../../shared/features/market/commands.ts'
import { listings, marketNews, marketPast, marketWatches } from '../../../shared/features/market/listing.ts'
import { speciesNameOf } from '../../../shared/features/market/search.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Ago } from '../../ui/Time.tsx'
import { noticeText } from './MarketNotices.tsx'
import styles from './Selling.module.css'

/** What the user has not put away yet: sales, ends, and news of watched species. */
export function NoticeList({ account }: { readonly account: string }) {
  const { value } = useDocument(marketPast, account)
  const watches = useDocument(marketWatches, account).value?.species ?? {}
  const { run, busy, refusal, dismiss } = useCommand(dismissMarketNotices)
  const unseen = Object.entries(value?.past ?? {})
    .filter(([, one]) => !one.isSeen)
    .toSorted(([, one], [, other]) => other.endedAt - one.endedAt)
  return (
    <>
      {unseen.length === 0 ? null : (
        <section className={styles.notices} aria-label="Notices">
          <ul>
            {unseen.slice(0, mostShown).map(([key, one]) => (
              <li key={key}>
                {noticeText(one)}{' '}
                <span className={styles.soft}>
                  <Ago at={one.reversedAt ?? one.endedAt} />
                </span>
              </li>
            ))}
            {unseen.length > mostShown ? <li className={styles.soft}>{unseen.length - mostShown} more</li> : null}
          </ul>
          <Button
            busyLabel={busy ? 'Dismissing…' : null}
            onClick={() => void run({ listings: unseen.map(([key]) => key) })}
          >
            Dismiss
          </Button>
        </section>
      )}
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
      {Object.entries(watches).map(([species, { seenAt }]) => (
        <SpeciesNotice key={species} account={account} species={species} seenAt={seenAt} />
      ))}
    </>
  )
}

const mostShown = 5

interface SpeciesNoticeProps {
  readonly account: string
  readonly species: string
  /** Epoch ms. */
  readonly seenAt: number
}

function SpeciesNotice({ account, species, seenAt }: SpeciesNoticeProps) {
  const { value } = useDocument(marketNews, species)
  const own = useDocument(listings, account).value
  const { run, busy } = useCommand(dismissMarketNotices)
  const isOwn = own !== null && value !== null && Object.hasOwn(own.open, value.listing)
  if (value === null || value.lastAt <= seenAt || isOwn) return null
  const name = speciesNameOf(species)
  return (
    <section className={styles.notices} aria-label={`News of ${name}`}>
      <p>
        You're watching {name}: one was listed <Ago at={value.lastAt} isInSentence />.{' '}
        <Link href={`/market?q=${encodeURIComponent(`species:"${name}"`)}`}>Show {name}</Link>
      </p>
      <Button
        aria-label={`Dismiss news of ${name}`}
        busyLabel={busy ? 'Dismissing…' : null}
        onClick={() => void run({ species: [species] })}
      >
        Dismiss
      </Button>
    </section>
  )
}
