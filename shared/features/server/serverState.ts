import { isFeatureOn } from './hubFeatures.ts'
import type { ServerStatus } from './server.ts'

/** The interval at which the game's status is read. */
export const statusEveryMs = 10_000
/** Of three readings in a row none succeeded: the last one is stale. */
export const freshMs = 3 * statusEveryMs
/** A game of which nothing legible was read for this long is down, even while its connection is open. */
export const downAfterMs = 120_000

/**
 * What is known of the game server:
 * - `online`: its status was read within the last 30 s
 * - `stale`: the connection is open, and the last status is 30 s to 2 minutes old
 * - `unread`: the connection is open for less than 2 minutes, and no status has been read on it
 * - `silent`: the connection is open, and no status has been read for 2 minutes: the server counts as down
 * - `off`: the connection is open, and the owner has switched the server status off: it is not read
 * - `connecting`, `refused`, `down`, `none`: the state of the connection, which is not open
 */
export type ServerState = 'online' | 'stale' | 'unread' | 'silent' | 'off' | Exclude<ServerStatus['link']['name'], 'up'>

/** @param now server epoch ms */
export function serverStateAt(status: Pick<ServerStatus, 'link' | 'readAt' | 'features'>, now: number): ServerState {
  const { link, readAt } = status
  if (link.name !== 'up') return link.name
  if (!isFeatureOn(status, 'realServerStatus')) return 'off'
  // A time in the future is fresh: the hub corrects it when its clock is set back, and a recording may be ahead of its viewer.
  const isWithin = (at: number, ms: number) => now - at <= ms
  if (readAt !== null && isWithin(readAt, freshMs)) return 'online'
  if (readAt !== null && isWithin(readAt, downAfterMs)) return 'stale'
  return Math.abs(now - link.since) <= downAfterMs ? 'unread' : 'silent'
}

/** Whether the last reading still describes the server: it is fresh, or shown as stale with its age. */
export const isCurrent = (state: ServerState) => state === 'online' || state === 'stale'
