import { type Atom, atom, useAtomValue } from 'jotai'
import { type CSSProperties, useState } from 'react'
import { numberText } from '../../../shared/engine/numberText.ts'
import { levelMs, levelOf, type PlayRecord, playMsOf, playRecord } from '../../../shared/features/play/playRecord.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { type DocumentState, documentAtom } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { useHubNow, useIsGameLive } from '../server/LinkStatus.tsx'
import styles from './PlayRecord.module.css'

interface FiguresProps {
  /** Null if not known, or if no player is linked. */
  readonly record: PlayRecord | null
  /** Epoch ms of the first sign-in; null if not known. */
  readonly joinedAt: number | null
  /** In place of the level that the play time gives: of a sample. */
  readonly level?: number
}

/** Level, play time and date of joining. */
export function Figures({ record, joinedAt, level }: FiguresProps) {
  const now = useHubNow(30_000)
  const playMs = record && playMsOf(record, now)
  return (
    <dl className={styles.figures}>
      <div className={styles.figure}>
        <dt>Level</dt>
        <dd data-testid="level">
          {playMs === null ? '–' : (level ?? levelOf(playMs))}
          {playMs === null ? null : <ToNext playMs={playMs} />}
        </dd>
      </div>
      <div className={styles.figure}>
        <dt>Play time</dt>
        <dd>{playMs === null ? '–' : playTimeLabel(playMs)}</dd>
      </div>
      <div className={styles.figure}>
        <dt>Joined</dt>
        <dd>{joinedAt ? dayLabel(joinedAt) : '–'}</dd>
      </div>
    </dl>
  )
}

function ToNext({ playMs }: { readonly playMs: number }) {
  const part = (playMs % levelMs) / levelMs
  return (
    <span className={styles.bar} style={{ '--full': part } as CSSProperties}>
      <span className="unseen">, {Math.floor(part * 100)}% of the way to the next level</span>
    </span>
  )
}

const shownAtFirst = 5

/** When the user was on the island, and as which species. @param record null while no player is linked */
export function RecentStays({ record }: { readonly record: DocumentState<PlayRecord> | null }) {
  return (
    <section className={styles.stays} aria-labelledby="recent-stays">
      <h2 id="recent-stays" className={styles.title}>
        Recent visits
      </h2>
      {record === null ? (
        <p className={styles.soft}>Link Steam to record what you play.</p>
      ) : record.state === 'refused' ? (
        <p className={styles.soft}>You can't see this player's record.</p>
      ) : record.value === null ? (
        <p className={styles.soft}>Loading…</p>
      ) : (
        <Stays record={record.value} />
      )}
    </section>
  )
}

function Stays({ record }: { readonly record: PlayRecord }) {
  const [showsAll, showAll] = useState(false)
  const isGameLive = useIsGameLive()
  const { firstSeenAt, lastSeenAt, since } = record
  const ended = Object.values(record.recent).sort((one, other) => other.startedAt - one.startedAt)
  if (firstSeenAt === null) return <p className={styles.soft}>You haven't been on the server yet.</p>
  return (
    <>
      <p className={styles.soft}>
        First seen {dayLabel(firstSeenAt)}.{' '}
        {since !== null
          ? isGameLive
            ? 'On the server now.'
            : 'On the server at the last reading.'
          : lastSeenAt === null
            ? ''
            : `Last seen ${momentLabel(lastSeenAt)}.`}
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
              <td>{momentLabel(since)}</td>
              <td>{isGameLive ? 'now' : '–'}</td>
              <td>{record.species === null ? 'choosing' : speciesName(record.species)}</td>
            </tr>
          )}
          {ended.slice(0, showsAll ? undefined : shownAtFirst).map(({ startedAt, endedAt, species }) => (
            <tr key={startedAt}>
              <td>{momentLabel(startedAt)}</td>
              <td>
                {momentLabel(endedAt)}
                <span className={styles.length}>{lengthOf(endedAt - startedAt)}</span>
              </td>
              <td>{species === null ? 'None chosen' : speciesName(species)}</td>
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

const none: Atom<DocumentState<PlayRecord> | null> = atom(null)

/** The record of a player; null while no player is linked. @param steamId of the linked player */
export const usePlayRecord = (steamId: string | null): DocumentState<PlayRecord> | null =>
  useAtomValue<DocumentState<PlayRecord> | null>(steamId === null ? none : documentAtom(playRecord, steamId))

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const moment = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const hourMs = 3_600_000

/** `3 Nov 2026`, in local time. @param at epoch ms */
const dayLabel = (at: number) => day.format(at)

/** `3 Nov, 14:03`, in local time. @param at epoch ms */
const momentLabel = (at: number) => moment.format(at)

/** Play time: `245 h`, below two hours in minutes. @param ms milliseconds */
export const playTimeLabel = (ms: number) =>
  ms < 2 * hourMs ? `${Math.floor(ms / 60_000)} min` : `${numberText(Math.floor(ms / hourMs))} h`
