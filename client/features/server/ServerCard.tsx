import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { featureOffText, isFeatureOn } from '../../../shared/features/server/hubFeatures.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { isCurrent } from '../../../shared/features/server/serverState.ts'
import { hubAwayText } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/Time.tsx'
import { useIsNarrow } from '../../ui/useIsNarrow.ts'
import { GameClock } from './GameClock.tsx'
import { healthAtom } from './health.ts'
import { ServerSign, useIsRunning, useServerState } from './LinkStatus.tsx'
import { figureOf } from './linkLabels.ts'
import styles from './ServerCard.module.css'
import { ServerSummary } from './ServerSummary.tsx'

/** The status of the game server. */
export function ServerCard() {
  const { state, value } = useDocument(server, mainServer)
  return (
    <section aria-label="Game server">
      {value ? <Station status={value} /> : <NoReading refused={state === 'refused'} />}
    </section>
  )
}

/** All values where there is room; on a telephone a summary that opens the rest. */
function Station({ status }: { readonly status: ServerStatus }) {
  const isNarrow = useIsNarrow()
  const [isOpen, setOpen] = useState(false)
  const opens = useId()
  const running = useIsRunning(status)
  if (!isFeatureOn(status, 'realServerStatus')) return <SwitchedOff status={status} />
  return (
    <>
      {isNarrow ? (
        <ServerSummary
          status={status}
          running={running}
          opens={opens}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        />
      ) : null}
      {!isNarrow || isOpen ? (
        <div id={opens} className={styles.card}>
          <Instruments status={status} running={running} withSign={!isNarrow} />
        </div>
      ) : null}
    </>
  )
}

/** The link is still shown: commands and positions depend on it. */
const SwitchedOff = ({ status }: { readonly status: ServerStatus }) => (
  <div className={styles.card}>
    <ServerSign status={status} />
    <p className={styles.blank}>{featureOffText('realServerStatus')}</p>
  </div>
)

const hidden = 'The state of the server is not open to you.'
const reading = 'Reading the instruments …'

function NoReading({ refused }: { readonly refused: boolean }) {
  const isDown = useAtomValue(healthAtom).state === 'hubDown'
  return (
    <div className={styles.card}>
      <p className={styles.blank}>{refused ? hidden : isDown ? hubAwayText : reading}</p>
    </div>
  )
}

interface InstrumentsProps {
  readonly status: ServerStatus
  readonly running: boolean
  readonly withSign: boolean
}

function Instruments({ status, running, withSign }: InstrumentsProps) {
  const { playerCount, maxPlayers, name, simulated } = status
  return (
    <>
      <header className={styles.head}>
        {withSign ? <ServerSign status={status} /> : null}
        {simulated ? <span className={styles.simulated}>Simulated game</span> : null}
        <h2 className={styles.name}>{name || 'Game server'}</h2>
      </header>
      <div className={styles.dials} data-old={!running || undefined}>
        <p className={styles.dial}>
          <span className={styles.figure}>{figureOf(playerCount)}</span>
          <span className={styles.unit}>of {figureOf(maxPlayers)} online</span>
        </p>
        <GameClock clock={status.clock} running={running} />
      </div>
      <Facts status={status} />
    </>
  )
}

const unknown = 'unknown'

function Facts({ status }: { readonly status: ServerStatus }) {
  const now = useNow()
  const state = useServerState(status)
  const { map, version, startedAt, latencyMs, hasPassword, readAt } = status
  const facts: readonly (readonly [string, string | null])[] = [
    ['Map', map || unknown],
    ['Version', version],
    ['Up', startedAt === null || !isCurrent(state) ? null : lengthOf(now - startedAt)],
    ['Answers in', latencyMs === null || !isCurrent(state) ? null : `${Math.round(latencyMs)} ms`],
    ['Join', hasPassword === null ? unknown : hasPassword ? 'with a password' : 'without a password'],
    ['Read', readAt === null ? 'not yet' : `${lengthOf(now - readAt)} ago`],
  ]
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) =>
        value === null ? null : (
          <div key={term} className={styles.fact}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
