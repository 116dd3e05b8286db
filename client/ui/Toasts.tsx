import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import styles from './Toasts.module.css'
import { type Toast, takeToastAtom, toastsAtom } from './toastsAtom.ts'

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
