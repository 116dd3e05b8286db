import { useAtomValue } from 'jotai'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { type ServerState, serverStateAt } from '../../../shared/features/server/serverState.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { timeOf } from '../../ui/durations.ts'
import { Ago, useNow } from '../../ui/Time.tsx'
import { healthAtom, isGameLost, isHubAway } from './health.ts'
import styles from './LinkStatus.module.css'
import { healthAnnouncement, healthNotice, serverHeadline } from './linkLabels.ts'

/** The state of the game server, as a word and a lamp. */
export function ServerSign({ status }: { readonly status: ServerStatus }) {
  const known = useServerState(status)
  // After a link was lost it is tried again and again: the server stays offline meanwhile. A hub that has just begun has not said yet.
  const isNew = known === 'none' && status.link.since === 0
  const state = isNew ? 'connecting' : known === 'connecting' && status.readAt !== null ? 'down' : known
  const isAway = isHubAway(useAtomValue(healthAtom))
  return (
    <span className={styles.sign} data-state={isAway && state === 'online' ? 'stale' : state}>
      <span className={styles.lamp} aria-hidden="true" />
      <span>{serverHeadline(state, status.readAt, isAway)}</span>
    </span>
  )
}

/**
 * The state of the game server. It changes with time alone when the game falls silent; while the hub is away it is the one at which the hub
 * was lost.
 */
export function useServerState(status: ServerStatus): ServerState {
  const health = useAtomValue(healthAtom)
  const now = useNow()
  return serverStateAt(status, isHubAway(health) ? health.since : now)
}

/** Whether what the game reported is true now: its clock runs, its numbers are current. */
export function useIsRunning(status: ServerStatus): boolean {
  const isAway = isHubAway(useAtomValue(healthAtom))
  return useServerState(status) === 'online' && !isAway
}

/** Whether the page may say "now" of what the game reported: hub and link are up, and the last reading is fresh. */
export const useIsGameLive = (): boolean => useAtomValue(healthAtom).state === 'live'

/** Whether hub or game link is lost: nothing new arrives until it is back. */
export const useIsGameLost = (): boolean => isGameLost(useAtomValue(healthAtom))

/** Server time, epoch ms, which stops while the hub is away: what depends on it is as of then. */
export function useHubNow(everyMs?: number): number {
  const now = useNow(everyMs)
  const health = useAtomValue(healthAtom)
  return isHubAway(health) ? Math.min(now, health.since) : now
}

/** Whether a warning says what is wrong with the link: to staff alone, in whose hands it is. */
export const useSeesCause = (): boolean => useAtomValue(accessAtom).may.includes('viewPendingCommands')

/** When the game was last read: its age while readings come, the time itself while they fail to. */
export const LastReading = ({ at }: { readonly at: number | null }) => {
  const isLive = useIsGameLive()
  if (at === null) return 'None yet'
  return isLive ? <Ago key={at} at={at} /> : timeOf(at)
}

/** The warning above the map while what it shows is old. Its seconds tick; `LinkAnnouncer` announces it once. */
export function LinkBanner({ positionsAt }: { readonly positionsAt: number | null }) {
  const now = useNow()
  const health = useAtomValue(healthAtom)
  const readAt = useDocument(server, mainServer).value?.readAt ?? null
  const notice = healthNotice(health, { positionsAt, readAt }, now, useSeesCause())
  if (!notice) return null
  return (
    <p className={styles.banner} data-tone={notice.tone} data-testid="link-warning">
      <strong>{notice.title}</strong> {notice.text}
    </p>
  )
}

/** The warning above the server's status while the game can't be read. The page itself says when the hub is away. */
export function ServerWarning() {
  const health = useAtomValue(healthAtom)
  return isHubAway(health) ? null : (
    <div className={styles.framed}>
      <LinkBanner positionsAt={null} />
    </div>
  )
}

/** Announces to screen readers when the health changes, and nothing else. */
export function LinkAnnouncer() {
  return (
    <p className="unseen" role="status">
      {healthAnnouncement(useAtomValue(healthAtom))}
    </p>
  )
}
