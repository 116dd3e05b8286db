import type { Clock } from './clock.ts'
import { connectionStateAtom } from './connectionAtom.ts'
import { type ConnectionEvent, nextState, staleAfterMs } from './connectionState.ts'
import type { Store } from './copies.ts'

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
