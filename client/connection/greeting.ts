import { Hello } from '../../shared/protocol/hello.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import type { Clock } from './clock.ts'
import type { Store } from './copies.ts'
import { helloAtom } from './meAtom.ts'

export interface Greeting {
  serverNow(): number
  /** Takes a hello: 'mismatch' when the hub speaks another protocol, else whether somebody else sits here now. */
  receive(message: unknown): 'mismatch' | 'somebodyElse' | 'same'
}

/** What the hub says of itself and of this person, and its time. */
export function createGreeting(store: Store, clock: Clock): Greeting {
  let offsetMs = 0
  return {
    serverNow: () => clock.now() + offsetMs,
    receive(message) {
      const { data: hello } = Hello.safeParse(message)
      if (hello?.protocol !== protocolVersion) return 'mismatch'
      offsetMs = hello.now - clock.now()
      const before = store.get(helloAtom)
      store.set(helloAtom, hello)
      return before !== null && before.you?.id !== hello.you?.id ? 'somebodyElse' : 'same'
    },
  }
}
