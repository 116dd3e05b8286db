import { mainServer } from '../../../shared/engine/ids.ts'
import { clockFace, gameTimeAt, phaseAfter } from '../../../shared/features/server/gameTime.ts'
import { type GameClock as ClockReading, server } from '../../../shared/features/server/server.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ThemeGlyph, ThemeKeeper } from '../../themes/ThemeMenu.tsx'
import { localPhase } from '../../themes/themeAtom.ts'
import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/Time.tsx'
import styles from './ServerCard.module.css'

interface GameClockProps {
  readonly clock: ClockReading | null
  /** False while the link is down: the clock then stays at its last reading. */
  readonly running: boolean
}

/** The island's time of day, and the time until its phase changes. */
export function GameClock({ clock, running }: GameClockProps) {
  const now = useNow()
  if (!clock) return <p className={styles.noClock}>The game does not tell its time of day.</p>
  const time = gameTimeAt(clock, running ? now : clock.at)
  return (
    <p className={styles.dial}>
      <span className={styles.figure}>{clockFace(time.minutes)}</span>
      <span className={styles.unit}>
        <span className={styles.phase}>
          <ThemeGlyph theme={time.phase} size={16} /> {time.phase}
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

const lookEveryMs = 5_000

/** Sets the theme from the game's time of day, or from local time if the game sends none. */
export function IslandTheme() {
  const now = useNow(lookEveryMs)
  const clock = useDocument(server, mainServer).value?.clock
  return <ThemeKeeper island={clock ? gameTimeAt(clock, now).phase : localPhase(Date.now())} />
}
