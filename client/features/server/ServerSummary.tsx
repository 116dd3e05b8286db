import { clockFace, gameTimeAt } from '../../../shared/features/server/gameTime.ts'
import type { ServerStatus } from '../../../shared/features/server/server.ts'
import { ThemeGlyph } from '../../themes/ThemeMenu.tsx'
import { Stroke } from '../../ui/Stroke.tsx'
import { useNow } from '../../ui/Time.tsx'
import { ServerSign } from './LinkStatus.tsx'
import { figureOf } from './linkLabels.ts'
import styles from './ServerSummary.module.css'

interface ServerSummaryProps {
  readonly status: ServerStatus
  /** False if the values are old. */
  readonly running: boolean
  /** The id of the panel that it opens. */
  readonly opens: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

/** The status in one line, for a telephone. A tap opens all values. */
export function ServerSummary({ status, running, opens, isOpen, onToggle }: ServerSummaryProps) {
  const { playerCount, maxPlayers } = status
  return (
    <button
      type="button"
      className={styles.summary}
      data-old={!running || undefined}
      aria-expanded={isOpen}
      aria-controls={isOpen ? opens : undefined}
      onClick={onToggle}
    >
      <ServerSign status={status} />
      {isOpen ? null : (
        <>
          <span className={styles.players}>
            <b>{figureOf(playerCount)}</b> of {figureOf(maxPlayers)}
            <span className="unseen"> online</span>
          </span>
          <Time status={status} running={running} />
        </>
      )}
      <span className={styles.arrow}>
        <Stroke size={16}>
          <path d={isOpen ? 'M5 12l5-5 5 5' : 'M5 8l5 5 5-5'} />
        </Stroke>
      </span>
    </button>
  )
}

function Time({ status: { clock }, running }: Pick<ServerSummaryProps, 'status' | 'running'>) {
  const now = useNow()
  if (!clock) return null
  const { minutes, phase } = gameTimeAt(clock, running ? now : clock.at)
  return (
    <span className={styles.time}>
      <ThemeGlyph theme={phase} size={16} />
      <span className="unseen">{phase}, </span>
      <b>{clockFace(minutes)}</b>
    </span>
  )
}
