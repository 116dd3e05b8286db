import { hostWatchedForMs } from '../../../shared/features/deliveries/hostOrders.ts'
import type { HostKind } from '../../../shared/features/deliveries/kinds.ts'
import type { GameState } from '../../../shared/features/gameHost/gameHost.ts'
import type { ActionOutcome } from '../actionLink.ts'
import type { BackupSight, HostSight } from './hostAdapter.ts'

/** An action that was sent to the host. */
export interface Sent {
  readonly kind: HostKind
  /** The host answered that it does it. False: its answer was lost. */
  readonly isAccepted: boolean
  /** Uptime when it was sent; null where the host did not report it. */
  readonly uptimeBeforeMs: number | null
}

/** The host and the game at one moment. */
export interface Seen {
  /** Ms since it was sent. */
  readonly sinceMs: number
  /** Null where the host could not be read. */
  readonly host: HostSight | null
  /** The game answers over RCON. */
  readonly answers: boolean
  /** Since it was sent, the connection to the game was lost once, or the host said that the game server is off. */
  readonly wasDown: boolean
  /** The game's own uptime; null where it does not report it, as the unmodified game. */
  readonly gameUptimeMs: number | null
  /** Of the backup of this action. */
  readonly backup: BackupSight
}

/** Whether the action happened, by what is seen after it. Null: not to be seen yet. An answer of the host alone proves nothing. */
export function judge(sent: Sent, seen: Seen): ActionOutcome | null {
  switch (sent.kind) {
    case 'start':
      return hasStarted(seen) ? confirmed('The game server runs, and the game answers.') : null
    case 'shutdown':
      return isOff(seen) ? confirmed('The game server is off.') : null
    case 'restart':
      return judgeRestart(sent, seen)
    case 'backupGame':
      if (seen.backup === 'failed')
        return { state: 'refused', reply: null, why: 'The host says that the backup failed.' }
      return seen.backup === 'done' ? confirmed('The backup is complete.') : null
  }
}

const confirmed = (reply: string, why: string | null = null): ActionOutcome => ({ state: 'confirmed', reply, why })
const startedStates: readonly (GameState | null)[] = ['running', 'starting', null]

/** Some panels never learn that the game has finished starting, so an answer of the game counts then too. */
const hasStarted = ({ host, answers }: Seen) => answers && startedStates.includes(host?.state ?? null)
const isOff = ({ host, answers }: Seen) => host?.state === 'offline' && !answers

/** Uptimes are whole seconds in some places. */
const roundingMs = 1_000

function judgeRestart({ isAccepted, uptimeBeforeMs }: Sent, seen: Seen): ActionOutcome | null {
  const { sinceMs, host, answers, wasDown, gameUptimeMs } = seen
  const uptimeMs = host?.uptimeMs ?? null
  const isYounger =
    uptimeMs !== null && (uptimeMs + roundingMs < sinceMs || (uptimeBeforeMs !== null && uptimeMs < uptimeBeforeMs))
  const isBack = answers && wasDown
  if (isYounger && (host?.state === 'running' || isBack)) return confirmed('The game server restarted.')
  if (isBack && gameUptimeMs !== null && gameUptimeMs + roundingMs < sinceMs) return confirmed('The game restarted.')
  if (isBack && isAccepted && uptimeMs === null && gameUptimeMs === null)
    return confirmed(
      'The game server restarted.',
      'The connection to the game was lost and is back. Neither the host nor the game reports how long it has been running.',
    )
  return null
}

/**
 * What is known at the end of the time in which an action could have been seen.
 * @param accepted why the host's answer was lost; null where it accepted
 */
export function unseenText({ kind }: Pick<Sent, 'kind'>, seen: Seen | null, lostBy: string | null): string {
  const began = lostBy === null ? 'The host accepted it' : `${lostBy} It may have arrived`
  const state = seen?.host?.state ?? null
  const then = `, and ${hostWatchedForMs / 60_000} minutes later`
  if (kind === 'backupGame')
    return seen?.backup === 'running'
      ? `${began}${then} the backup is not complete.`
      : `${began}${then} no such backup is there.`
  if (state === null)
    return `${began}${then} nothing shows whether it happened: the host does not report whether the game server runs.`
  if (kind === 'shutdown') return `${began}${then} the game server is not off: the host says ${state}.`
  if (state === 'offline') return `${began}${then} the game server is off: it stopped, or never started.`
  if (kind === 'start') return `${began}${then} the game does not answer. The host says ${state}.`
  return `${began}${then} nothing shows a restart. The host says ${state}.`
}
