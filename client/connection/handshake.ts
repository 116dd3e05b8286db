import { atom } from 'jotai'
import { z } from 'zod'
import type { Permission } from '../../shared/engine/permissions.ts'
import { Hello } from '../../shared/protocol/hello.ts'
import { protocolVersion } from '../../shared/protocol/version.ts'
import type { Clock } from './clock.ts'
import type { Store } from './copies.ts'

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

export interface Handshake {
  serverNow(): number
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

/** Reads the hub's hello into the store and keeps the offset to server time. */
export function createHandshake(store: Store, clock: Clock): Handshake {
  let offsetMs = 0
  return {
    serverNow: () => clock.now() + offsetMs,
    receive(message) {
      if (OlderHello.safeParse(message).success) return 'older'
      const { data: hello } = Hello.safeParse(message)
      if (hello?.protocol !== protocolVersion) return 'mismatch'
      offsetMs = hello.now - clock.now()
      const before = store.get(helloAtom)
      store.set(helloAtom, hello)
      return before !== null && before.principal?.id !== hello.principal?.id ? 'otherPrincipal' : 'same'
    },
  }
}
