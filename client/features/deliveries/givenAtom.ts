import { atom } from 'jotai'
import { meAtom } from '../../connection/meAtom.ts'

/** A delivery that was wanted from this page. `pressedAt`: by the server's clock, epoch ms. */
export interface Given {
  readonly id: string
  readonly pressedAt: number
}

const kept = atom<readonly (Given & { readonly by: string | null })[]>([])
const mostKept = 200

/** What whoever sits here has wanted since this page was opened, the newest first. */
export const givenAtom = atom<readonly Given[]>((get) => {
  const me = get(meAtom).you?.id ?? null
  return get(kept).filter(({ by }) => by === me)
})

/** One that is named again, as by an undo that only takes it back, keeps its place and its time. */
export const noteGivenAtom = atom(null, (get, set, given: Given) => {
  const before = get(kept)
  if (before.some(({ id }) => id === given.id)) return
  set(kept, [{ ...given, by: get(meAtom).you?.id ?? null }, ...before].slice(0, mostKept))
})

export const forgetGivenAtom = atom(null, (get, set, ids: readonly string[]) =>
  set(
    kept,
    get(kept).filter(({ id }) => !ids.includes(id)),
  ),
)
