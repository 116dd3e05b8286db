import { atom } from 'jotai'
import type { Notice } from '../../shared/protocol/notice.ts'
import type { Clock } from './clock.ts'
import type { Store } from './copies.ts'

/** `since` is epoch ms of this machine. */
export interface ConnectionState {
  /** `reload`: the hub speaks a newer protocol than this page, and a reload fetches the page that fits. */
  readonly name: 'connecting' | 'live' | 'reconnecting' | 'stale' | 'reload'
  readonly since: number
}

/** Written by the connection alone. */
export const connectionStateAtom = atom<ConnectionState>({ name: 'connecting', since: 0 })

/** Live, reconnecting, or stale since when: for the status sign of every page. */
export const connectionAtom = atom((get) => get(connectionStateAtom))

/** What the hub last said about this connection itself; null if nothing. Written by the connection alone. */
export const noticeAtom = atom<Notice | null>(null)

/** After this time without a connection, what is shown counts as stale. */
const staleAfterMs = 10_000

type ConnectionEvent = 'hello' | 'lost' | 'tooLong' | 'mismatch'

/** The next state. `stale` keeps the time of the loss, so that "stale since" is true. */
function nextState(state: ConnectionState, event: ConnectionEvent, now: number): ConnectionState {
  if (state.name === 'reload') return state
  if (event === 'mismatch') return { name: 'reload', since: now }
  if (event === 'hello') return state.name === 'live' ? state : { name: 'live', since: now }
  if (event === 'lost') return state.name === 'live' ? { name: 'reconnecting', since: now } : state
  return state.name === 'live' ? state : { name: 'stale', since: state.since }
}

export interface ConnectionTracker {
  isLive(): boolean
  isOutdated(): boolean
  /** The handshake is complete. */
  connected(): void
  lost(): void
  /** The hub speaks another protocol: this page cannot rely on anything that it sends. */
  outdated(): void
  stop(): void
}

/** Keeps the state of the connection in the store. */
export function createConnectionTracker(store: Store, clock: Clock): ConnectionTracker {
  let cancel = () => {}
  const turn = (event: ConnectionEvent) =>
    store.set(connectionStateAtom, (state) => nextState(state, event, clock.now()))
  const startStaleTimer = () => {
    cancel()
    cancel = clock.after(staleAfterMs, () => turn('tooLong'))
  }
  const isIn = (name: ConnectionState['name']) => store.get(connectionStateAtom).name === name

  store.set(connectionStateAtom, { name: 'connecting', since: clock.now() })
  startStaleTimer()
  return {
    isLive: () => isIn('live'),
    isOutdated: () => isIn('reload'),
    connected() {
      cancel()
      turn('hello')
    },
    lost() {
      if (isIn('live')) startStaleTimer()
      turn('lost')
    },
    outdated() {
      cancel()
      turn('mismatch')
    },
    stop: () => cancel(),
  }
}
