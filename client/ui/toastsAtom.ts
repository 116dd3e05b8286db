import { atom } from 'jotai'

/** Something that was done, and the way back if there is one. */
export interface Toast {
  readonly id: number
  readonly words: string
  readonly undo: (() => void) | null
}

let lastId = 0
const kept = atom<readonly Toast[]>([])
const mostAtOnce = 3

export const toastsAtom = atom((get) => get(kept))

/** Shows words for a while, with the way back if there is one. */
export const tellAtom = atom(null, (get, set, words: string, undo: (() => void) | null = null) => {
  lastId += 1
  set(kept, [...get(kept), { id: lastId, words, undo }].slice(-mostAtOnce))
})

export const takeToastAtom = atom(null, (get, set, id: number) =>
  set(
    kept,
    get(kept).filter((toast) => toast.id !== id),
  ),
)
