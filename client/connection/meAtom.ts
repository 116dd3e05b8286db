import { atom } from 'jotai'
import type { Permission } from '../../shared/engine/permissions.ts'
import type { Hello } from '../../shared/protocol/hello.ts'

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
