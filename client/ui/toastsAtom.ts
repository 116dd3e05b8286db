import { atom } from 'jotai'
import { meAtom } from '../connection/meAtom.ts'

/** Something that was done, and the way back if there is one. */
export interface Toast {
  readonly id: number
  readonly words: string
  readonly undo: (() => void) | null
}

let lastId = 0
const kept = atom<readonly (Toast & { readonly to: string | null })[]>([])
const mostAtOnce = 3

/** Only what was told to whoever sits here now: what one did is not for the next to undo. */
export const toastsAtom = atom<readonly Toast[]>((get) => {
  const me = get(meAtom).you?.id ?? null
  return get(kept).filter(({ to }) => to === me)
})

/** Shows words for a while, with the way back if there is one. */
export const tellAtom = atom(null, (get, set, words: string, undo: (() => void) | null = null) => {
  lastId += 1
  set(kept, [...get(kept), { id: lastId, words, undo, to: get(meAtom).you?.id ?? null }].slice(-mostAtOnce))
})

export const takeToastAtom = atom(null, (get, set, id: number) =>
  set(
    kept,
    get(kept).filter((toast) => toast.id !== id),
  ),
)
