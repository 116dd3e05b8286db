import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import { enterLine } from '../../../shared/features/console/console.ts'
import { consoleNotice } from '../../../shared/features/console/consoleReply.ts'
import { server } from '../../../shared/features/server/server.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { NoticeBar } from '../../ui/Problem.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { DashboardPanel } from '../../ui/templates/DashboardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { useTextDraft } from '../../ui/useDraft.ts'
import { ConsoleInput } from '../console/ConsoleInput.tsx'
import { ConsoleLog } from '../console/ConsoleLog.tsx'
import { ConsoleConfirm } from '../console/ConsolePanel.tsx'
import { useConsole } from '../console/useConsole.ts'
import { useMay } from '../roles/Gated.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import { useIsGameOff } from '../staff/affected.ts'
import { BroadcastPanel } from './BroadcastPanel.tsx'
import { FailureContext, useFailure } from './controlFailure.tsx'
import { usePowerUnderWay } from './LatestOrders.tsx'
import { LogPanel } from './LogPanel.tsx'
import { MaintenancePanel } from './MaintenancePanel.tsx'
import { PlayersPanel } from './PlayersPanel.tsx'
import { PowerPanel } from './PowerPanel.tsx'
import { SchedulePanel } from './SchedulePanel.tsx'
import styles from './ServerControl.module.css'
import { StatusFigures } from './StatusFigures.tsx'

/** The tab of the owner panel that controls the game server. */
export const ServerTab = () => (
  <ControlFrame>
    <LinkFailure />
    <StatusFigures />
    <div className={styles.tab}>
      <div className={styles.columns}>
        <Stack gap="wide">
          <PowerPanel />
          <MaintenancePanel />
        </Stack>
        <Stack gap="wide">
          <BroadcastPanel />
          <SchedulePanel />
        </Stack>
        <div className={styles.side}>
          <Stack gap="wide">
            <PlayersPanel />
            <ConsolePanel />
          </Stack>
        </div>
        <div className={styles.logs}>
          <LogPanel />
        </div>
      </div>
    </div>
  </ControlFrame>
)

/** Controls of the game server. A failure of one is shown above them until it is dismissed. */
export function ControlFrame({ children }: { readonly children: ReactNode }) {
  const [failure, setFailure] = useState<string | null>(null)
  return (
    <FailureContext value={setFailure}>
      <Stack gap="wide">
        <IfOn feature="rcon" />
        {failure === null ? null : (
          <NoticeBar role="alert" onDismiss={() => setFailure(null)}>
            <p>{failure}</p>
          </NoticeBar>
        )}
        {children}
      </Stack>
    </FailureContext>
  )
}

/**
 * While the game cannot be reached, until it is dismissed; a later loss shows again. Where an order or the host explains it, that is not a
 * failure.
 */
function LinkFailure() {
  const link = useDocument(server, mainServer).value?.link
  const underWay = usePowerUnderWay()
  const isOff = useIsGameOff()
  const [isDismissed, setDismissed] = useState(false)
  const isLost = link?.name === 'down' || link?.name === 'refused'
  useEffect(() => {
    if (!isLost) setDismissed(false)
  }, [isLost])
  if (!isLost) return null
  if (underWay !== null) return <p role="status">{underWay}</p>
  if (isOff) return <p role="status">The game server is off. Players can join after you start it.</p>
  if (isDismissed) return null
  return (
    <NoticeBar role="alert" onDismiss={() => setDismissed(true)}>
      <p>Failed to connect to server{link.why ? `: ${link.why}` : ''}</p>
    </NoticeBar>
  )
}

/** For those who may open the console. */
const ConsolePanel = () =>
  useMay(enterLine) ? (
    <DashboardPanel {...alwaysReady} title="Console">
      <ConsolePart />
    </DashboardPanel>
  ) : null

const shownLines = 10

/** The last lines of the console, and the next one. The page of the console has all of it. */
function ConsolePart() {
  const { lines, players, enter, unconfirmed } = useConsole()
  const { value: line, change } = useTextDraft('console')
  const field = useRef<HTMLInputElement>(null)
  const fail = useFailure()
  const isConnected = useDocument(server, mainServer).value?.link.name === 'up'
  const awaitsAnswer = useRef(false)
  const onEnter = (text: string) => {
    fail(null)
    awaitsAnswer.current = true
    enter(text)
  }
  const { key, tone, link, reply } = lines.at(-1) ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!awaitsAnswer.current || tone === undefined || tone === 'waiting') return
    awaitsAnswer.current = false
    // Without a link it was never an order.
    if (tone === 'bad') fail(consoleNotice(link ?? null, reply ?? ''))
  }, [key, tone])
  return (
    <>
      <ConsoleLog lines={lines.slice(-shownLines)} />
      {isConnected ? (
        <ConsoleInput
          ref={field}
          line={line}
          onLine={change}
          players={players}
          history={lines.map(({ text }) => text)}
          onEnter={onEnter}
        />
      ) : (
        <p role="status">The game isn't connected, so no command can be entered here.</p>
      )}
      <p>
        <Link href="/console">Open the console</Link> for help and earlier lines.
      </p>
      {unconfirmed ? <ConsoleConfirm {...unconfirmed} /> : null}
    </>
  )
}
