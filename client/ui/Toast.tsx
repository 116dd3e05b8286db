import { atom, useAtomValue, useSetAtom, useStore } from 'jotai'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { accessAtom, lateAtom, lateText } from '../connection/connectionState.ts'
import styles from './Toast.module.css'

const shownMs = 6_000
/** An undo and a link take a decision first. */
const choiceMs = 12_000

/**
 * Shows the actions that were just done, and that one takes longer than usual. A toast disappears by itself, but not while it has the pointer or the focus. Ctrl+Z undoes the
 * newest one that can be undone, wherever the focus is: by Tab it may be a whole page away.
 */
export function Toasts() {
  const toasts = useAtomValue(toastsAtom)
  const isLate = useAtomValue(lateAtom)
  useUndoKey()
  return (
    <div className={styles.toasts} role="status">
      {isLate ? (
        <div className={styles.toast}>
          <p className={styles.words}>{lateText}</p>
        </div>
      ) : null}
      {toasts.map((toast) => (
        <OneToast key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

function OneToast({ toast }: { readonly toast: Toast }) {
  const remove = useSetAtom(removeToastAtom)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** Pointers and focus on it. */
  const holds = useRef(0)
  const hold = (more: number) => () => {
    holds.current += more
    clearTimeout(timer.current)
    if (holds.current < 1)
      timer.current = setTimeout(() => remove(toast.id), toast.undo || toast.link ? choiceMs : shownMs)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted from its arrival, and from the end of each interaction
  useEffect(() => {
    hold(0)()
    return () => clearTimeout(timer.current)
  }, [])
  const undo = () => {
    toast.undo?.()
    remove(toast.id)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stays while the pointer or the focus is on it
    <div
      className={styles.toast}
      onPointerEnter={hold(1)}
      onPointerLeave={hold(-1)}
      onFocus={hold(1)}
      onBlur={hold(-1)}
    >
      <div className={styles.words}>
        {toast.title === null ? null : <p className={styles.title}>{toast.title}</p>}
        <p>{toast.text}</p>
      </div>
      {toast.link ? (
        <Link className={styles.link} href={toast.link.href} onClick={() => remove(toast.id)}>
          {toast.link.text}
        </Link>
      ) : null}
      {toast.undo ? (
        <>
          <kbd className={styles.keys}>{isApple ? '⌘Z' : 'Ctrl Z'}</kbd>
          <button type="button" className={styles.undo} aria-keyshortcuts="Control+Z Meta+Z" onClick={undo}>
            Undo
          </button>
        </>
      ) : null}
    </div>
  )
}

function useUndoKey() {
  const store = useStore()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isUndoKey(event) || keepsUndoKey()) return
      const newest = store.get(toastsAtom).findLast(({ undo }) => undo !== null)
      if (!newest) return
      event.preventDefault()
      newest.undo?.()
      store.set(removeToastAtom, newest.id)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [store])
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const isUndoKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'z'

/** In a field the key undoes typing; a dialog asks about something else. */
const keepsUndoKey = () =>
  document.activeElement?.matches('input:not([type="checkbox"], [type="radio"]), textarea, select') === true ||
  document.querySelector('dialog[open]:not([data-beside])') !== null

interface ToastMore {
  /** Above the text. */
  readonly title: string | null
  /** Where the reader finds more of it. */
  readonly link: { readonly href: string; readonly text: string } | null
}

/** An action that was done, and the function that undoes it, if there is one. */
interface Toast extends ToastMore {
  readonly id: number
  readonly text: string
  readonly undo: (() => void) | null
  /** The principal whom it told; null for a guest. */
  readonly to: string | null
}

let lastId = 0
const kept = atom<readonly Toast[]>([])
const mostAtOnce = 3

/** Only the toasts of the present principal: the next principal must not undo the actions of the previous one. */
export const toastsAtom = atom<readonly Toast[]>((get) => {
  const principal = get(accessAtom).principal?.id ?? null
  return get(kept).filter(({ to }) => to === principal)
})

/** Shows a text for a while, with an undo, a title and a link if there are any. Returns the toast's id. */
export const showToastAtom = atom(
  null,
  (
    get,
    set,
    text: string,
    undo: (() => void) | null = null,
    { title = null, link = null }: Partial<ToastMore> = {},
  ) => {
    lastId += 1
    const to = get(accessAtom).principal?.id ?? null
    const before = get(toastsAtom)
    // An undo was promised for its time: the oldest toast without one makes room first.
    const dropped = before[mostAtOnce - 1] && (before.find((toast) => !toast.undo) ?? before[0])
    set(kept, [...before.filter((toast) => toast !== dropped), { id: lastId, text, undo, title, link, to }])
    return lastId
  },
)

export const removeToastAtom = atom(null, (get, set, id: number) =>
  set(
    kept,
    get(kept).filter((toast) => toast.id !== id),
  ),
)
