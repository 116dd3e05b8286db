import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { connectionAtom } from '../../connection/connectionAtom.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { lengthOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/useNow.ts'
import { GameClockFace } from './GameClockFace.tsx'
import { linkHeadline, staleHeadline } from './linkWords.ts'
import styles from './ServerCard.module.css'

/** How the game server is: the instruments of the station. */
export function ServerCard() {
  const { state, value } = useDocument(server, mainServer)
  return (
    <section className={styles.card} aria-label="Game server">
      {value ? <Instruments status={value} /> : <NoReading refused={state === 'refused'} />}
    </section>
  )
}

const hidden = 'The state of the server is not open to you.'
const silent = 'No instruments: the hub does not answer.'
const reading = 'Reading the instruments …'

function NoReading({ refused }: { readonly refused: boolean }) {
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  return <p className={styles.blank}>{refused ? hidden : isStale ? silent : reading}</p>
}

function Instruments({ status }: { readonly status: ServerStatus }) {
  const { link, playerCount, maxPlayers, readAt, name, simulated } = status
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  const isRunning = link.name === 'up' && !isStale
  return (
    <>
      <header className={styles.head}>
        <p className={styles.link} data-link={isStale && link.name === 'up' ? 'connecting' : link.name}>
          <span className={styles.lamp} aria-hidden="true" />
          {(isStale ? staleHeadline : linkHeadline)[link.name]}
        </p>
        {simulated ? <span className={styles.simulated}>Simulated game</span> : null}
        <h2 className={styles.name}>{name === '' ? 'Game server' : name}</h2>
      </header>
      <div className={styles.dials} data-old={!isRunning || undefined}>
        <p className={styles.dial}>
          <span className={styles.figure}>{readAt === null ? '–' : playerCount}</span>
          <span className={styles.unit}>of {maxPlayers} players</span>
        </p>
        <GameClockFace clock={status.clock} running={isRunning} />
      </div>
      <Facts status={status} />
    </>
  )
}

/** Left out where there is little room. */
const details = new Set(['Version', 'Answers in', 'Join'])

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
      {facts.map(([term, told]) =>
        told === null ? null : (
          <div key={term} className={styles.fact} data-detail={details.has(term) || undefined}>
            <dt>{term}</dt>
            <dd>{told}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
