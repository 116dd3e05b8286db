import { atom } from 'jotai'
import { z } from 'zod'
import type { Permission } from '../../shared/engine/permissions.ts'
import { Hello } from '../../shared/protocol/hello.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import type { Clock } from './clock.ts'
import type { Store } from './copies.ts'

/** The hub's last hello; null before the first. Written by the connection alone. */
export const helloAtom = atom<Hello | null>(null)

/** Who this person is and what they may do, by the hub's last word. `you` is null for a guest and before the first hello. */
export interface Me {
  readonly you: Hello['you']
  readonly may: readonly Permission[]
}

export const meAtom = atom<Me>((get) => {
  const hello = get(helloAtom)
  return { you: hello?.you ?? null, may: hello?.may ?? [] }
})

export interface Greeting {
  serverNow(): number
  /**
   * Takes a hello: 'mismatch' when the hub speaks a newer protocol than this page, or none that can be read; 'older' when it has yet to
   * be renewed; else whether somebody else sits here now.
   */
  receive(message: unknown): 'mismatch' | 'older' | 'somebodyElse' | 'same'
}

/** What else it says may have another form. */
const Older = Hello.pick({ protocol: true }).extend({
  protocol: z
    .int()
    .positive()
    .max(protocolVersion - 1),
})

/** What the hub says of itself and of this person, and its time. */
export function createGreeting(store: Store, clock: Clock): Greeting {
  let offsetMs = 0
  return {
    serverNow: () => clock.now() + offsetMs,
    receive(message) {
      if (Older.safeParse(message).success) return 'older'
      const { data: hello } = Hello.safeParse(message)
      if (hello?.protocol !== protocolVersion) return 'mismatch'
      offsetMs = hello.now - clock.now()
      const before = store.get(helloAtom)
      store.set(helloAtom, hello)
      return before !== null && before.you?.id !== hello.you?.id ? 'somebodyElse' : 'same'
    },
  }
}
