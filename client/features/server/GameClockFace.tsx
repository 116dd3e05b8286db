import { clockFace, gameTimeAt, phaseAfter } from '../../../shared/features/server/gameTime.ts'
import type { GameClock } from '../../../shared/features/server/server.ts'
import { MoodGlyph } from '../../themes/MoodGlyph.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/useNow.ts'
import styles from './ServerCard.module.css'

interface GameClockFaceProps {
  readonly clock: GameClock | null
  /** While the link is down the clock stands at its last reading. */
  readonly running: boolean
}

/** The island's time of day, and how long until the light changes. */
export function GameClockFace({ clock, running }: GameClockFaceProps) {
  const now = useNow()
  if (!clock) return <p className={styles.noClock}>The game does not tell its time of day.</p>
  const time = gameTimeAt(clock, running ? now : clock.at)
  return (
    <p className={styles.dial}>
      <span className={styles.figure}>{clockFace(time.minutes)}</span>
      <span className={styles.unit}>
        <span className={styles.phase}>
          <MoodGlyph mood={time.phase} size={16} /> {time.phase}
        </span>
        {running ? (
          <>
            , {phaseAfter[time.phase]} in {Math.ceil(time.gameMinutesLeft)} min
            <span className={styles.watch}> ({lengthOf(time.realMsLeft)} by your watch)</span>
          </>
        ) : null}
      </span>
    </p>
  )
}
