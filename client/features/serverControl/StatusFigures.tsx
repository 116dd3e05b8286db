import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import { isCurrent, type ServerState, serverStateAt } from '../../../shared/features/server/serverState.ts'
import { broadcasts } from '../../../shared/features/serverControl/broadcasts.ts'
import { comingKinds, performanceOf, serverControl } from '../../../shared/features/serverControl/serverControl.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { lengthOf } from '../../ui/durations.ts'
import { Stat, StatRow } from '../../ui/Stat.tsx'
import { Ago, On } from '../../ui/Time.tsx'
import { useHubNow } from '../server/LinkStatus.tsx'

const stateNames: Readonly<Record<ServerState, string>> = {
  online: 'Online',
  stale: 'Not answering',
  unread: 'Connecting',
  silent: 'Offline',
  off: 'Not read',
  connecting: 'Connecting',
  refused: 'Offline',
  down: 'Offline',
  none: 'Not connected',
}
const performanceNames = {
  excellent: 'Excellent',
  good: 'Good',
  poor: 'Poor',
  critical: 'Critical',
  unknown: 'Unknown',
} as const
const performanceTones = {
  excellent: 'good',
  good: 'good',
  poor: 'warn',
  critical: 'danger',
  unknown: 'plain',
} as const
/** Players that the game takes where it does not report how many. */
const usualMaxPlayers = 300

/** The state of the game server, pushed as it changes. */
export function StatusFigures() {
  const status = useDocument(server, mainServer).value
  const control = useDocument(serverControl, mainServer).value
  const messages = useDocument(broadcasts, mainServer).value
  const now = useHubNow(10_000)
  const state = status ? serverStateAt(status, now) : null
  const isRead = state !== null && isCurrent(state)
  const latency = isRead && status ? status.latencyMs : null
  const performance = performanceOf(latency)
  const startedAt = status?.startedAt ?? null
  const tasks =
    control && messages
      ? comingKinds.filter((which) => control[which] !== null).length + Object.keys(messages.waiting).length
      : null
  return (
    <StatRow label="Server status">
      <Stat
        name="Status"
        value={state && stateNames[state]}
        tone={
          state === 'online'
            ? 'good'
            : state === 'silent' || state === 'down' || state === 'refused'
              ? 'danger'
              : 'warn'
        }
        detail={status?.readAt ? <Ago at={status.readAt} withinMs={30_000} /> : null}
      />
      <Stat
        name="Players"
        value={isRead ? status?.playerCount : null}
        detail={`of ${status?.maxPlayers ?? usualMaxPlayers}`}
      />
      <Stat
        name="Link"
        value={status && (status.link.name === 'up' ? 'Connected' : 'Not connected')}
        tone={status?.link.name === 'up' ? 'good' : 'danger'}
        detail={status && status.link.since > 0 ? <On at={status.link.since} /> : null}
      />
      <Stat
        name="Performance"
        value={performanceNames[performance]}
        tone={performanceTones[performance]}
        detail={
          latency === null
            ? 'No answer measured'
            : `The game answers in ${latency < 1 ? 'under 1' : Math.round(latency)} ms`
        }
      />
      <Stat name="Uptime" value={isRead && startedAt !== null ? lengthOf(now - startedAt) : null} />
      <Stat
        name="Last restart"
        value={startedAt === null ? null : <Ago at={startedAt} />}
        detail={startedAt === null ? null : <On at={startedAt} />}
      />
      <Stat name="Scheduled tasks" value={tasks} />
    </StatRow>
  )
}
