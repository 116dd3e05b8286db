import { mainServer } from '../../../shared/engine/ids.ts'
import { clockFace, gameTimeAt, phaseAfter } from '../../../shared/features/server/gameTime.ts'
import { type GameClock, server } from '../../../shared/features/server/server.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { MoodGlyph, MoodKeeper } from '../../themes/ThemeMenu.tsx'
import { localPhase } from '../../themes/themeAtom.ts'
import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/Time.tsx'
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

const lookEveryMs = 5_000

/** Keeps the page in the mood of the game's time of day, or of the reader's own where the game tells none. */
export function IslandMood() {
  const now = useNow(lookEveryMs)
  const clock = useDocument(server, mainServer).value?.clock
  return <MoodKeeper island={clock ? gameTimeAt(clock, now).phase : localPhase(Date.now())} />
}
