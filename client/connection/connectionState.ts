import { atom } from 'jotai'
import type { Notice } from '../../shared/protocol/notice.ts'
import type { Clock } from './clock.ts'
import type { Store } from './copies.ts'

/** Not live for longer than this: what is shown is called stale. */
const staleAfterMs = 10_000

/** What the status sign says. `since` is epoch ms of this machine. */
export interface ConnectionState {
  /** `reload`: the hub speaks a newer protocol than this page, and a reload brings the page that fits. */
  readonly name: 'connecting' | 'live' | 'reconnecting' | 'stale' | 'reload'
  readonly since: number
}

type ConnectionEvent = 'hello' | 'lost' | 'tooLong' | 'mismatch'

/** The next state. When the connection was lost is kept through `stale`, so that "stale since" is the truth. */
function nextState(state: ConnectionState, event: ConnectionEvent, now: number): ConnectionState {
  if (state.name === 'reload') return state
  if (event === 'mismatch') return { name: 'reload', since: now }
  if (event === 'hello') return state.name === 'live' ? state : { name: 'live', since: now }
  if (event === 'lost') return state.name === 'live' ? { name: 'reconnecting', since: now } : state
  return state.name === 'live' ? state : { name: 'stale', since: state.since }
}

/** Written by the connection alone. */
export const connectionStateAtom = atom<ConnectionState>({ name: 'connecting', since: 0 })

/** Live, reconnecting, stale since when: for the status sign that every page carries. */
export const connectionAtom = atom((get) => get(connectionStateAtom))

/** What the hub last had to say about this connection itself; null while there is nothing. Written by the connection. */
export const noticeAtom = atom<Notice | null>(null)

export interface Presence {
  isLive(): boolean
  isOutdated(): boolean
  /** The hub has greeted us. */
  greeted(): void
  lost(): void
  /** The hub speaks another protocol: nothing it says can be relied on by this page. */
  outdated(): void
  stop(): void
}

/** Whether what is shown is live, kept in the store for the status sign. */
export function createPresence(store: Store, clock: Clock): Presence {
  let callOff = () => {}
  const turn = (event: ConnectionEvent) =>
    store.set(connectionStateAtom, (state) => nextState(state, event, clock.now()))
  const countToStale = () => {
    callOff()
    callOff = clock.after(staleAfterMs, () => turn('tooLong'))
  }
  const isIn = (name: string) => store.get(connectionStateAtom).name === name

  store.set(connectionStateAtom, { name: 'connecting', since: clock.now() })
  countToStale()
  return {
    isLive: () => isIn('live'),
    isOutdated: () => isIn('reload'),
    greeted() {
      callOff()
      turn('hello')
    },
    lost() {
      if (isIn('live')) countToStale()
      turn('lost')
    },
    outdated() {
      callOff()
      turn('mismatch')
    },
    stop: () => callOff(),
  }
}
