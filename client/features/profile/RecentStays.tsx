import { useState } from 'react'
import type { PlayRecord } from '../../../shared/features/play/playRecord.ts'
import type { DocumentState } from '../../connection/documentAtom.ts'
import { Button } from '../../ui/Button.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { dayOf, momentOf } from './dayWords.ts'
import styles from './RecentStays.module.css'

const shownAtFirst = 5

/** When somebody was on the island, and as what. @param record null while no player is linked */
export function RecentStays({ record }: { readonly record: DocumentState<PlayRecord> | null }) {
  return (
    <section className={styles.stays} aria-labelledby="recent-stays">
      <h2 id="recent-stays" className={styles.title}>
        Recent stays
      </h2>
      {record === null ? (
        <p className={styles.soft}>
          No player of the game is linked. Link Steam, and what you play is kept from then on.
        </p>
      ) : record.state === 'refused' ? (
        <p className={styles.soft}>The record of that player is not open to you.</p>
      ) : record.value === null ? (
        <p className={styles.soft}>Fetching the record …</p>
      ) : (
        <Stays record={record.value} />
      )}
    </section>
  )
}

function Stays({ record }: { readonly record: PlayRecord }) {
  const [showsAll, showAll] = useState(false)
  const { firstSeenAt, lastSeenAt, since } = record
  const ended = Object.values(record.recent).sort((one, other) => other.startedAt - one.startedAt)
  if (firstSeenAt === null) return <p className={styles.soft}>You have not been seen on the island yet.</p>
  return (
    <>
      <p className={styles.soft}>
        First seen {dayOf(firstSeenAt)}.{' '}
        {since === null ? (lastSeenAt === null ? '' : `Last seen ${momentOf(lastSeenAt)}.`) : 'On the island now.'}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Start</th>
            <th scope="col">End</th>
            <th scope="col">Species</th>
          </tr>
        </thead>
        <tbody>
          {since === null ? null : (
            <tr data-now>
              <td>{momentOf(since)}</td>
              <td>now</td>
              <td>{record.species ?? 'choosing'}</td>
            </tr>
          )}
          {ended.slice(0, showsAll ? undefined : shownAtFirst).map(({ startedAt, endedAt, species }) => (
            <tr key={startedAt}>
              <td>{momentOf(startedAt)}</td>
              <td>
                {momentOf(endedAt)}
                <span className={styles.length}>{lengthOf(endedAt - startedAt)}</span>
              </td>
              <td>{species ?? 'None chosen'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {ended.length > shownAtFirst ? (
        <Button tone="quiet" aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
          {showsAll ? 'Show fewer' : `Show all ${ended.length}`}
        </Button>
      ) : null}
    </>
  )
}
