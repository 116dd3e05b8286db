import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { meAtom } from '../connection/handshake.ts'
import styles from './Toasts.module.css'

const shownMs = 6_000

/** What was just done. Goes by itself, but not from under a pointer or the focus. */
export function Toasts() {
  const toasts = useAtomValue(toastsAtom)
  return (
    <div className={styles.toasts} role="status">
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function OneToast({ toast }: { readonly toast: Toast }) {
  const take = useSetAtom(takeToastAtom)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const stay = () => clearTimeout(timer.current)
  const count = () => {
    stay()
    timer.current = setTimeout(() => take(toast.id), shownMs)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted from when it came, and by who leaves it
  useEffect(() => {
    count()
    return stay
  }, [])
  const undo = () => {
    toast.undo?.()
    take(toast.id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only waits while somebody reaches for its button
    <div className={styles.toast} onPointerEnter={stay} onPointerLeave={count} onFocus={stay} onBlur={count}>
      <p>{toast.words}</p>
      {toast.undo ? (
        <button type="button" className={styles.undo} onClick={undo}>
          Undo
        </button>
      ) : null}
    </div>
  )
}

/** Something that was done, and the way back if there is one. */
interface Toast {
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
