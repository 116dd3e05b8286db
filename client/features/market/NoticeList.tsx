import { atom, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { Link } from 'wouter'
import { dismissMarketNotices } from '../../../shared/features/market/commands.ts'
import { listings, marketNews, marketWatches } from '../../../shared/features/market/listing.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { useCommand } from '../../connection/useCommand.ts'
import { documentAtom, useDocument } from '../../connection/useDocument.ts'
import { Problem } from '../../ui/Problem.tsx'
import { CloseMark } from '../../ui/Stroke.tsx'
import { Ago } from '../../ui/Time.tsx'
import { IconButton } from '../../ui/Tooltip.tsx'
import styles from './Selling.module.css'

/** News of watched species that the user has not put away yet. */
export function NoticeList({ account }: { readonly account: string }) {
  const news = useNews(account)
  const { run, busy, refusal, dismiss } = useCommand(dismissMarketNotices)
  const dismissAll = () => void run({ species: news.map(({ species }) => species) })
  return (
    <>
      {news.length === 0 ? null : (
        <section className={styles.notices} aria-label="Notices">
          <ul>
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
    return [{ species, name: speciesName(species), lastAt: news.lastAt }]
  })
}
