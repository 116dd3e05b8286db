/** Not live for longer than this: what is shown is called stale. */
export const staleAfterMs = 10_000

/** What the status sign says. `since` is epoch ms of this machine. */
export interface ConnectionState {
  /** `reload`: the hub speaks a newer protocol than this page, and a reload brings the page that fits. */
  readonly name: 'connecting' | 'live' | 'reconnecting' | 'stale' | 'reload'
  readonly since: number
}

export type ConnectionEvent = 'hello' | 'lost' | 'tooLong' | 'mismatch'

/** The next state. When the connection was lost is kept through `stale`, so that "stale since" is the truth. */
export function nextState(state: ConnectionState, event: ConnectionEvent, now: number): ConnectionState {
  if (state.name === 'reload') return state
  if (event === 'mismatch') return { name: 'reload', since: now }
  if (event === 'hello') return state.name === 'live' ? state : { name: 'live', since: now }
  if (event === 'lost') return state.name === 'live' ? { name: 'reconnecting', since: now } : state
  return state.name === 'live' ? state : { name: 'stale', since: state.since }
}
