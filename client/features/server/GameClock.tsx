import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { clockFace, gameTimeAt, phaseAfter } from '../../../shared/features/server/gameTime.ts'
import { type GameClock as ClockReading, server } from '../../../shared/features/server/server.ts'
import { helloAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ThemeGlyph, ThemeKeeper } from '../../themes/ThemeKeeper.tsx'
import { cycleThemeAt, localPhase } from '../../themes/themeAtom.ts'
import { lengthOf } from '../../ui/durations.ts'
import { Stat } from '../../ui/Stat.tsx'
import { useNow } from '../../ui/Time.tsx'
import { gameNowAtom } from './health.ts'
import styles from './ServerCard.module.css'

interface GameClockProps {
  readonly clock: ClockReading | null
  /** False while the game is not read: the clock stands still then. */
  readonly isRunning: boolean
}

/** The island's time of day, and the time until its phase changes. */
export function GameClock({ clock, isRunning }: GameClockProps) {
  const now = useAtomValue(gameNowAtom)
  const name = 'Game time'
  // A game that can't be read may well report its time.
  if (!clock) return <Stat name={name} value={null} detail={isRunning ? 'Not reported by the game' : null} />
  const time = gameTimeAt(clock, now)
  const phase = (
    <>
      <span className={styles.phase}>
        <ThemeGlyph theme={time.phase} size={16} /> {time.phase}
      </span>
      {isRunning ? `, ${phaseAfter[time.phase]} in ${lengthOf(time.realMsLeft)} real time` : null}
    </>
  )
  return <Stat name={name} value={clockFace(time.minutes)} detail={phase} />
}

const lookEveryMs = 5_000

/** Sets the theme from the game's time of day, or from the hub's time in the user's zone if the game sends none. */
export function IslandTheme() {
  const now = useNow(lookEveryMs)
  const clock = useDocument(server, mainServer).value?.clock
  const isDemo = useAtomValue(helloAtom)?.demo ?? false
  return (
    <ThemeKeeper
      island={clock ? gameTimeAt(clock, now).phase : localPhase(now)}
      cycle={isDemo ? cycleThemeAt(now) : null}
    />
  )
}
