import type { CSSProperties } from 'react'
import { levelMs, levelOf, type PlayRecord, playMsOf } from '../../../shared/features/play/playRecord.ts'
import { useNow } from '../../ui/useNow.ts'
import { dayOf, playWords } from './dayWords.ts'
import styles from './Figures.module.css'

interface FiguresProps {
  /** Null while it is not known, or no player is linked. */
  readonly record: PlayRecord | null
  /** Epoch ms of the first sign-in; null where that is not known. */
  readonly joinedAt: number | null
}

/** Level, play time and since when: the instruments of a page of one's own. */
export function Figures({ record, joinedAt }: FiguresProps) {
  const now = useNow(30_000)
  const playMs = record && playMsOf(record, now)
  return (
    <dl className={styles.figures}>
      <div className={styles.figure}>
        <dt>Level</dt>
        <dd data-testid="level">
          {playMs === null ? '–' : levelOf(playMs)}
          {playMs === null ? null : <ToNext playMs={playMs} />}
        </dd>
      </div>
      <div className={styles.figure}>
        <dt>Play time</dt>
        <dd>{playMs === null ? '–' : playWords(playMs)}</dd>
      </div>
      <div className={styles.figure}>
        <dt>Joined</dt>
        <dd>{joinedAt ? dayOf(joinedAt) : '–'}</dd>
      </div>
    </dl>
  )
}

function ToNext({ playMs }: { readonly playMs: number }) {
  const part = (playMs % levelMs) / levelMs
  return (
    <span className={styles.bar} style={{ '--full': part } as CSSProperties}>
      <span className="unseen">, {Math.floor(part * 100)} % of the way to the next</span>
    </span>
  )
}
