import { atom, useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { accessAtom } from '../connection/connectionState.ts'
import styles from './Toast.module.css'

const shownMs = 6_000

/** Shows the actions that were just done. A toast disappears by itself, but not while it has the pointer or the focus. */
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
  const remove = useSetAtom(removeToastAtom)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const stopTimer = () => clearTimeout(timer.current)
  const startTimer = () => {
    stopTimer()
    timer.current = setTimeout(() => remove(toast.id), shownMs)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted from its arrival, and from the end of each interaction
  useEffect(() => {
    startTimer()
    return stopTimer
  }, [])
  const undo = () => {
    toast.undo?.()
    remove(toast.id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stays while the pointer or the focus is on it
    <div
      className={styles.toast}
      onPointerEnter={stopTimer}
      onPointerLeave={startTimer}
      onFocus={stopTimer}
      onBlur={startTimer}
    >
      <p>{toast.text}</p>
      {toast.undo ? (
        <button type="button" className={styles.undo} onClick={undo}>
          Undo
        </button>
      ) : null}
    </div>
  )
}

/** An action that was done, and the function that undoes it, if there is one. */
interface Toast {
  readonly id: number
  readonly text: string
  readonly undo: (() => void) | null
}

let lastId = 0
const kept = atom<readonly (Toast & { readonly to: string | null })[]>([])
const mostAtOnce = 3

/** Only the toasts of the present principal: the next principal must not undo the actions of the previous one. */
export const toastsAtom = atom<readonly Toast[]>((get) => {
  const principal = get(accessAtom).principal?.id ?? null
  return get(kept).filter(({ to }) => to === principal)
})

/** Shows a text for a while, with an undo if there is one. */
export const showToastAtom = atom(null, (get, set, text: string, undo: (() => void) | null = null) => {
  lastId += 1
  set(kept, [...get(kept), { id: lastId, text, undo, to: get(accessAtom).principal?.id ?? null }].slice(-mostAtOnce))
})

export const removeToastAtom = atom(null, (get, set, id: number) =>
  set(
    kept,
    get(kept).filter((toast) => toast.id !== id),
  ),
)
