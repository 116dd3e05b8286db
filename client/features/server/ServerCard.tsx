import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/Time.tsx'
import { useIsNarrow } from '../../ui/useIsNarrow.ts'
import { GameClock } from './GameClock.tsx'
import { LinkSign } from './LinkStatus.tsx'
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
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  const running = status.link.name === 'up' && !isStale
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

const hidden = 'The state of the server is not open to you.'
const silent = 'No instruments: the hub does not answer.'
const reading = 'Reading the instruments …'

function NoReading({ refused }: { readonly refused: boolean }) {
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  return (
    <div className={styles.card}>
      <p className={styles.blank}>{refused ? hidden : isStale ? silent : reading}</p>
    </div>
  )
}

interface InstrumentsProps {
  readonly status: ServerStatus
  readonly running: boolean
  readonly withSign: boolean
}

function Instruments({ status, running, withSign }: InstrumentsProps) {
  const { playerCount, maxPlayers, readAt, name, simulated } = status
  return (
    <>
      <header className={styles.head}>
        {withSign ? <LinkSign status={status} /> : null}
        {simulated ? <span className={styles.simulated}>Simulated game</span> : null}
        <h2 className={styles.name}>{name === '' ? 'Game server' : name}</h2>
      </header>
      <div className={styles.dials} data-old={!running || undefined}>
        <p className={styles.dial}>
          <span className={styles.figure}>{readAt === null ? '–' : playerCount}</span>
          <span className={styles.unit}>of {maxPlayers} players</span>
        </p>
        <GameClock clock={status.clock} running={running} />
      </div>
      <Facts status={status} />
    </>
  )
}

function Facts({ status }: { readonly status: ServerStatus }) {
  const now = useNow()
  const { map, version, startedAt, latencyMs, hasPassword, readAt, link } = status
  const facts: readonly (readonly [string, string | null])[] = [
    ['Map', map === '' ? null : map],
    ['Version', version],
    ['Up', startedAt === null || link.name !== 'up' ? null : lengthOf(now - startedAt)],
    ['Answers in', latencyMs === null ? null : `${Math.round(latencyMs)} ms`],
    ['Join', hasPassword ? 'with a password' : null],
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
