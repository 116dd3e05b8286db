import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { featureOffText, isFeatureOn } from '../../../shared/features/server/hubFeatures.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { isCurrent } from '../../../shared/features/server/serverState.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { CopyButton } from '../../ui/Button.tsx'
import { lengthOf } from '../../ui/durations.ts'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { GameClock } from './GameClock.tsx'
import { useJoinDetails } from './JoinServer.tsx'
import { LastReading, ServerSign, useHubNow, useIsRunning, useServerState } from './LinkStatus.tsx'
import styles from './ServerCard.module.css'

/** The status of the game server. */
export function ServerCard() {
  const document = useDocument(server, mainServer)
  const refusal = { code: 'forbidden', message: "You can't see the server's status." }
  return (
    <section className={styles.card} aria-label="Game server">
      <StatefulContent {...statesOf({ ...document, refusal }, () => false, null)}>
        {document.value ? <Instruments status={document.value} /> : null}
      </StatefulContent>
    </section>
  )
}

function Instruments({ status }: { readonly status: ServerStatus }) {
  const isOn = isFeatureOn(status, 'realServerStatus')
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.name}>{status.name || 'Game server'}</h2>
        <ServerSign status={status} />
        {status.simulated ? <span className={styles.simulated}>Simulated game</span> : null}
      </header>
      {isOn ? <Figures status={status} /> : <p>{featureOffText('realServerStatus')}</p>}
      <Facts status={status} isOn={isOn} />
    </>
  )
}

/** What changes by the minute. Old figures stay, dimmed: the warning says from when they are. */
function Figures({ status }: { readonly status: ServerStatus }) {
  const now = useHubNow()
  const isRunning = useIsRunning(status)
  const isKnown = isCurrent(useServerState(status))
  const { clock, startedAt, latencyMs, playerCount, maxPlayers } = status
  return (
    <div className={styles.figures} data-old={!isRunning || undefined}>
      <StatRow label="Server figures">
        <Stat name="Players online" value={playerCount} detail={<PlayersDetail max={maxPlayers} />} />
        <GameClock clock={clock} isRunning={isRunning} />
        <Stat name="Up for" value={startedAt === null || !isKnown ? null : lengthOf(now - startedAt)} />
        <Stat name="Response time" value={latencyMs === null || !isKnown ? null : latencyLabel(latencyMs)} />
      </StatRow>
    </div>
  )
}

/** @param ms milliseconds */
const latencyLabel = (ms: number) => (ms < 1 ? 'under 1 ms' : `${Math.round(ms)} ms`)

function PlayersDetail({ max }: { readonly max: number | null }) {
  const { may } = useAtomValue(accessAtom)
  return (
    <>
      {max === null ? null : `of ${max} slots `}
      {may.includes('viewPendingCommands') ? <Link href="/players">See who's online</Link> : null}
    </>
  )
}

const dayLengthText = (minutes: number | null) => (minutes === null ? null : `${minutes} min real time`)

/** What seldom changes. A fact that is not known is left out. */
function Facts({ status, isOn }: { readonly status: ServerStatus; readonly isOn: boolean }) {
  const { value: details } = useJoinDetails()
  const { map, version, dayLengthMinutes, nightLengthMinutes, hasPassword, readAt } = status
  const { address = null, gameMode = null, discordInvite = null } = details ?? {}
  const password = hasPassword === null ? null : hasPassword ? 'Needed to join' : 'None'
  const facts = [
    ['Address', address && <AddressFact key={address} address={address} />],
    ['Discord', discordInvite && <a href={discordInvite}>Open the invite</a>],
    ['Game mode', gameMode],
    ...(isOn
      ? ([
          ['Map', map],
          ['Password', password],
          ['Length of day', dayLengthText(dayLengthMinutes)],
          ['Length of night', dayLengthText(nightLengthMinutes)],
          ['Version', version],
          ['Last reading', <LastReading key="reading" at={readAt} />],
        ] as const)
      : []),
  ] as const
  return (
    <dl className={styles.facts}>
      {facts.map(([term, value]) =>
        value ? (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

const AddressFact = ({ address }: { readonly address: string }) => (
  <span className={styles.address}>
    <code>{address}</code>
    <CopyButton text={address} what="address" />
  </span>
)
