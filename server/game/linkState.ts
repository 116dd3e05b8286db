import type { Clock } from '../engine/clock.ts'
import type { Timings } from './evrima/timings.ts'
import type { LinkLog, LinkState } from './link.ts'

export interface LinkStateHolder {
  state(): LinkState
  onState(listener: (state: LinkState) => void): () => void
  set(name: LinkState['name'], why: string | null): void
}

/** Holds the state of a link; logs each change and passes it to the listeners. */
export function createLinkState(clock: Clock, log: LinkLog, address: string): LinkStateHolder {
  let state: LinkState = { name: 'connecting', since: clock.now(), why: null }
  const listeners = new Set<(state: LinkState) => void>()

  return {
    state: () => state,
    onState(listener) {
      const own = (next: LinkState) => listener(next)
      listeners.add(own)
      return () => listeners.delete(own)
    },
    set(name, why) {
      if (state.name === name && state.why === why) return
      state = { name, since: state.name === name ? state.since : clock.now(), why }
      if (name === 'up' && why) log.warn(`Game server ${address}: ${why}.`)
      else if (name === 'up') log.info(`Game server ${address}: connected.`)
      else if (why === 'closed') log.info(`Game server ${address}: closed.`)
      else log.warn(`Game server ${address}: ${name}${whyText(why)}`)
      for (const listener of listeners) listener(state)
    },
  }
}

/** A reason is some words, or one or more sentences that end with a full stop of their own. */
function whyText(why: string | null): string {
  if (!why) return '.'
  return why.endsWith('.') ? `. ${why}` : ` (${why}).`
}

/**
 * The delay before the next attempt: doubled each time, less up to a half at random, so that hubs that lost a server together do not
 * return together. @param random 0 to 1
 */
export const backOffMs = (
  failures: number,
  random: number,
  timings: Pick<Timings, 'firstRetryMs' | 'maxRetryMs'>,
): number => Math.min(timings.maxRetryMs, timings.firstRetryMs * 2 ** Math.min(failures, 30)) * (1 - random / 2)

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at that address',
  ECONNRESET: 'the game server dropped the connection',
  ENOTFOUND: 'the name of the host is not known',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
}

/** Why a connection failed, as a text for users. */
export const networkReason = ({ code, message }: NodeJS.ErrnoException): string =>
  reasons[code ?? ''] ?? (code === undefined ? message : `network: ${code}`)
