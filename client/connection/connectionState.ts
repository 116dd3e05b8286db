import { atom } from 'jotai'
import { z } from 'zod'
import type { Permission } from '../../shared/engine/permissions.ts'
import { Hello } from '../../shared/protocol/hello.ts'
import type { Notice } from '../../shared/protocol/notice.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import type { Clock } from './clock.ts'
import type { Store } from './replica.ts'

/** `since` is epoch ms by the hub's time. */
export interface ConnectionState {
  /** `reload`: the hub speaks a newer protocol than this page, and a reload fetches the page that fits. */
  readonly name: 'connecting' | 'live' | 'reconnecting' | 'stale' | 'reload'
  readonly since: number
}

/** Written by the connection alone. */
export const connectionStateAtom = atom<ConnectionState>({ name: 'connecting', since: 0 })

/** Live, reconnecting, or stale since when: for the status sign of every page. */
export const connectionAtom = atom((get) => get(connectionStateAtom))

/** What every page says while the hub is away. */
export const hubAwayText = "Can't reach the hub. Retrying…"

/** Whether the hub, although it can be reached, has left a command without an answer for longer than usual. Written by the connection alone. */
export const lateAtom = atom(false)

/** The connection sends such a command again, with the same id, until it is answered. */
export const lateText =
  'This is taking longer than usual. Keep this page open: nothing is lost, and nothing is done twice.'

/** 'refused': the hub did not admit the connection. */
export interface HubNotice {
  readonly code: Notice['code'] | 'refused'
  readonly message: string
}

/** The hub's last notice about this connection; null if there was none, or the user has dismissed it. */
export const noticeAtom = atom<HubNotice | null>(null)

/** After this time without a connection the shown state counts as stale. */
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

interface ConnectionTracker {
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
export function createConnectionTracker(store: Store, clock: Clock, serverNow: () => number): ConnectionTracker {
  let cancel = () => {}
  const turn = (event: ConnectionEvent) =>
    store.set(connectionStateAtom, (state) => nextState(state, event, serverNow()))
  const startStaleTimer = () => {
    cancel()
    cancel = clock.after(staleAfterMs, () => turn('tooLong'))
  }
  const isIn = (name: ConnectionState['name']) => store.get(connectionStateAtom).name === name

  store.set(connectionStateAtom, { name: 'connecting', since: serverNow() })
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

/** The hub's last hello; null before the first. Written by the connection alone. */
export const helloAtom = atom<Hello | null>(null)

export type Principal = NonNullable<Hello['principal']>

/** The principal of this page and its permissions, as of the last hello. `principal` is null for a guest and before the first hello. */
export interface Access {
  readonly principal: Principal | null
  readonly may: readonly Permission[]
}

export const accessAtom = atom<Access>((get) => {
  const hello = get(helloAtom)
  return { principal: hello?.principal ?? null, may: hello?.may ?? [] }
})

interface Handshake {
  /**
   * Takes a hello. 'mismatch': the hub speaks a newer protocol than this page, or the message cannot be read. 'older': the hub speaks
   * an older protocol. Otherwise whether the principal is another one than before.
   */
  receive(message: unknown): 'mismatch' | 'older' | 'otherPrincipal' | 'same'
}

/** The other fields of an older hello may have another form. */
const OlderHello = Hello.pick({ protocol: true }).extend({
  protocol: z
    .int()
    .positive()
    .max(protocolVersion - 1),
})

/** Reads the hub's hello into the store. @param greeted takes the hub's time, epoch ms */
export function createHandshake(store: Store, greeted: (hubNow: number) => void): Handshake {
  return {
    receive(message) {
      if (OlderHello.safeParse(message).success) return 'older'
      const { data: hello } = Hello.safeParse(message)
      if (hello?.protocol !== protocolVersion) return 'mismatch'
      greeted(hello.now)
      const before = store.get(helloAtom)
      store.set(helloAtom, hello)
      return before !== null && before.principal?.id !== hello.principal?.id ? 'otherPrincipal' : 'same'
    },
  }
}
