import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { dismissMarketNotices } from '../../../shared/features/market/commands.ts'
import { listings, marketNews, marketPast, marketWatches } from '../../../shared/features/market/listing.ts'
import { speciesNameOf } from '../../../shared/features/market/search.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { documentAtom, useDocument } from '../../connection/useDocument.ts'
import { CloseMark } from '../../ui/Dialog.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Ago } from '../../ui/Time.tsx'
import { IconButton } from '../../ui/Tooltip.tsx'
import { noticeText } from './MarketNotices.tsx'
import styles from './Selling.module.css'

/** Of more notices than these the rest is counted. */
const mostShown = 5

/** What the user has not put away yet: sales, ends, and news of watched species. */
export function NoticeList({ account }: { readonly account: string }) {
  const { value } = useDocument(marketPast, account)
  const news = useNews(account)
  const { run, busy, refusal, dismiss } = useCommand(dismissMarketNotices)
  const unseen = Object.values(value?.past ?? {})
    .filter(({ isSeen }) => !isSeen)
    .toSorted((one, other) => other.endedAt - one.endedAt)
  const hidden = unseen.length - mostShown
  const dismissAll = () =>
    void run({ listings: unseen.map(({ id }) => id), species: news.map(({ species }) => species) })
  return (
    <>
      {unseen.length + news.length === 0 ? null : (
        <section className={styles.notices} aria-label="Notices">
          <ul>
            {unseen.slice(0, mostShown).map((one) => (
              <li key={one.id}>
                {noticeText(one)}{' '}
                <span className={styles.soft}>
                  <Ago at={one.reversedAt ?? one.endedAt} />
                </span>
              </li>
            ))}
            {hidden > 0 ? <li className={styles.soft}>{hidden} more in My Listings</li> : null}
            {news.map(({ species, name, lastAt }) => (
              <li key={species}>
                You're watching {name}: one was listed <Ago at={lastAt} isInSentence />.{' '}
                <Link href={`/market?q=${encodeURIComponent(`species:"${name}"`)}`}>Show {name}</Link>
              </li>
            ))}
          </ul>
          <IconButton label="Dismiss notices" tone="quiet" disabled={busy} onPress={dismissAll}>
            <CloseMark />
          </IconButton>
        </section>
      )}
      {refusal ? <Problem onDismiss={dismiss}>{refusal.message}</Problem> : null}
    </>
  )
}

/** Watched species of which another user has listed one since the user looked. */
function useNews(account: string) {
  const watched = useDocument(marketWatches, account).value?.species
  const own = useDocument(listings, account).value?.open
  const latest = useAtomValue(
    useMemo(
      () =>
        atom((get) =>
          Object.keys(watched ?? {}).map((species) => ({
            species,
            news: get(documentAtom(marketNews, species)).value,
          })),
        ),
      [watched],
    ),
  )
  if (!watched || !own) return []
  return latest.flatMap(({ species, news }) => {
    const seenAt = watched[species]?.seenAt ?? Number.POSITIVE_INFINITY
    if (news === null || news.lastAt <= seenAt || Object.hasOwn(own, news.listing)) return []
    return [{ species, name: speciesNameOf(species), lastAt: news.lastAt }]
  })
}
