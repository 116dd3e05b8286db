import type { Clock } from '../clock.ts'
import type { LinkLog, LinkState } from '../link.ts'

export interface StateBoard {
  state(): LinkState
  onState(listener: (state: LinkState) => void): () => void
  set(name: LinkState['name'], why: string | null): void
}

/** Holds the state of a link, tells it to whoever listens, and logs it, each only when it really changed. */
export function createStateBoard(clock: Clock, log: LinkLog, address: string): StateBoard {
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
      if (name === 'up') log.info(`Game server ${address}: connected.`)
      else if (why === 'closed') log.info(`Game server ${address}: closed.`)
      else log.warn(`Game server ${address}: ${name}${why ? ` (${why})` : ''}.`)
      for (const listener of listeners) listener(state)
    },
  }
}
