import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { clockFace, gameTimeAt } from '../../../shared/features/server/gameTime.ts'
import { isFeatureOn } from '../../../shared/features/server/hubFeatures.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ThemeGlyph } from '../../themes/ThemeKeeper.tsx'
import { gameNowAtom } from './health.ts'
import { useIsRunning } from './LinkStatus.tsx'
import { figureOf } from './linkLabels.ts'
import styles from './ServerFigures.module.css'

/** Players online and the game's time of day, in a line. Nothing until the game was read. */
export function ServerFigures() {
  const { value: status } = useDocument(server, mainServer)
  if (!status || status.readAt === null || !isFeatureOn(status, 'realServerStatus')) return null
  return <Figures status={status} />
}

/** Dimmed while the figures are old: the health sign says how old. */
function Figures({ status }: { readonly status: ServerStatus }) {
  const isRunning = useIsRunning(status)
  const now = useAtomValue(gameNowAtom)
  const { clock, playerCount, maxPlayers } = status
  const time = clock && gameTimeAt(clock, now)
  return (
    <p className={styles.figures} data-old={!isRunning || undefined}>
      <span>
        {isRunning ? null : <span className="unseen">At the last reading: </span>}
        <b>{figureOf(playerCount)}</b> of {figureOf(maxPlayers)} online
      </span>
      {time ? (
        <span className={styles.time}>
          <ThemeGlyph theme={time.phase} size={16} />
          <span className="unseen">Game time, {time.phase}: </span>
          <b>{clockFace(time.minutes)}</b>
        </span>
      ) : null}
    </p>
  )
}
