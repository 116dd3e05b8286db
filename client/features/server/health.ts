import { atom } from 'jotai'
import { selectAtom } from 'jotai/utils'
import { mainServer } from '../../../shared/engine/ids.ts'
import { type ServerStatus, server } from '../../../shared/features/server/server.ts'
import { type ServerState, serverStateAt, statusEveryMs } from '../../../shared/features/server/serverState.ts'
import { type ConnectionState, connectionAtom } from '../../connection/connectionState.ts'
import { documentAtom, watcherAtom } from '../../connection/useDocument.ts'

/**
 * What the page may say of hub and game link, together: the one source of every sign, warning and note. The hub outranks the link and the link
 * outranks the data, since without the one nothing is known of the other. `since` and `readAt` are epoch ms of the server:
 * - `connecting`: the first answer of the hub, or of a game that has just connected, is on its way
 * - `live`: hub and link are up, and the game was read within the last 30 s
 * - `reconnecting`, `hubDown`: the hub has been away for less or more than 10 s
 * - `reload`: the hub is newer than this page
 * - `linkDown`: the game can't be reached; `silent` means that its connection is open and nothing was read for 2 minutes
 * - `staleData`: the link is up, and the last reading is older than 30 s; `readAt` is null if there was none
 */
export type Health =
  | { readonly state: 'connecting' | 'live' | 'reload' }
  | { readonly state: 'reconnecting' | 'hubDown'; readonly since: number }
  | { readonly state: 'linkDown'; readonly cause: LinkFault; readonly since: number; readonly why: string | null }
  | { readonly state: 'staleData'; readonly readAt: number | null; readonly ageMs: number }

type LinkFault = 'none' | 'connecting' | 'refused' | 'down' | 'silent'

/** @param status null while it is not known @param now server epoch ms */
export const healthOf = (connection: ConnectionState, status: ServerStatus | null, now: number): Health =>
  healthOfHub(connection) ?? (status ? healthOfLink(status, now) : { state: 'connecting' })

/** Null while the hub answers. */
function healthOfHub({ name, since }: ConnectionState): Health | null {
  if (name === 'live') return null
  if (name === 'stale') return { state: 'hubDown', since }
  return name === 'reconnecting' ? { state: name, since } : { state: name }
}

function healthOfLink(status: ServerStatus, now: number): Health {
  const { link, readAt } = status
  const state = serverStateAt(status, now)
  if (isBeginning(state, link.since, now)) return { state: 'connecting' }
  switch (state) {
    case 'online':
    case 'off':
      return { state: 'live' }
    case 'stale':
      return { state: 'staleData', readAt, ageMs: now - (readAt ?? link.since) }
    case 'unread':
      return { state: 'staleData', readAt: null, ageMs: now - link.since }
    case 'silent':
      return { state: 'linkDown', cause: state, since: readAt ?? link.since, why: null }
    default:
      return { state: 'linkDown', cause: state, since: link.since, why: link.why }
  }
}

/** After a start, and under a new leader, the hub has nothing to say of its link at first; then connecting and the first reading take a moment. */
const isBeginning = (state: ServerState, since: number, now: number) =>
  ['none', 'connecting', 'unread'].includes(state) && (since === 0 || now - since <= statusEveryMs)

/** The hub's state is not known beyond the time at which it was lost. */
export const isHubAway = (health: Health): health is Extract<Health, { readonly state: 'reconnecting' | 'hubDown' }> =>
  health.state === 'reconnecting' || health.state === 'hubDown'

/** Whether hub or game link is lost: who was online is known, who is online is not. */
export const isGameLost = (health: Health): boolean => isHubAway(health) || health.state === 'linkDown'

const tickMs = 1_000

/** Changes every second while a screen reads it: a state may change by time alone. */
const tickAtom = atom(0)
tickAtom.onMount = (setTick) => {
  const timer = setInterval(() => setTick((tick) => tick + 1), tickMs)
  return () => clearInterval(timer)
}

const latestAtom = atom((get) => {
  get(tickAtom)
  const now = get(watcherAtom)?.serverNow() ?? 0
  return healthOf(get(connectionAtom), get(documentAtom(server, mainServer)).value, now)
})

const isSame = (one: Health, other: Health) => JSON.stringify(one) === JSON.stringify(other)

/** The health now. It keeps its identity while nothing changes; the age of stale data changes every second. */
export const healthAtom = selectAtom(latestAtom, (health) => health, isSame)

const readingAtom = atom((get) => {
  const health = get(latestAtom)
  const now = get(watcherAtom)?.serverNow() ?? 0
  const status = get(documentAtom(server, mainServer)).value
  const isRead = status !== null && !isHubAway(health) && serverStateAt(status, now) === 'online'
  return { now, isRead, readAt: status?.readAt ?? 0 }
})

/**
 * The time up to which the game is known, server epoch ms: its clock is shown as of then. It runs while the game is read, stops when the
 * link or the hub is lost, and never goes back.
 */
export const gameNowAtom = selectAtom(readingAtom, ({ now, isRead, readAt }, before?: number) =>
  isRead ? now : Math.max(before ?? 0, readAt),
)
