import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react'
import styles from './Drawer.module.css'
import { useRootMark } from './rootMark.ts'
import { CloseMark } from './Stroke.tsx'
import { IconButton } from './Tooltip.tsx'

export interface DrawerProps {
  readonly title: string
  /** Beside the title: a role, a state. */
  readonly badge?: ReactNode
  /** Below the title, before the content; it stays while the content scrolls. */
  readonly head?: ReactNode
  readonly onClose: () => void
  readonly ref?: Ref<HTMLDialogElement>
  readonly children: ReactNode
}

/**
 * Details of one thing: beside the page from 1024 px, a sheet over it below. Escape closes it; the focus returns where it was.
 * Mount it to open it.
 */
export function Drawer({ title, badge, head, onClose, ref, children }: DrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  useImperativeHandle(ref, () => drawer.current as HTMLDialogElement)
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const isBeside = useIsBeside()
  useReturningFocus(heading)
  useRootMark('hasDrawer', isBeside)
  useLayoutEffect(() => {
    const { current } = drawer
    // Where a turned device makes it a sheet or no sheet any more, a question that is asked from it stays above it.
    const questions = [...(current?.querySelectorAll<HTMLDialogElement>('dialog[open]') ?? [])]
    if (isBeside) current?.show()
    else current?.showModal()
    heading.current?.focus({ preventScroll: true })
    for (const question of questions) {
      question.close()
      question.showModal()
      question.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    }
    return () => current?.close()
  }, [isBeside])
  // A modal dialog has its own Escape, which arrives as `cancel`: also a question that this drawer asks.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !isBeside) return
    if (event.target instanceof Element && event.target.closest('dialog') !== drawer.current) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <dialog
      ref={drawer}
      className={styles.drawer}
      data-beside={isBeside || undefined}
      aria-labelledby={id}
      onKeyDown={onKeyDown}
      onClick={({ target }) => {
        if (!isBeside && target === drawer.current) onClose()
      }}
      onCancel={(event) => {
        if (event.target !== drawer.current) return
        event.preventDefault()
        onClose()
      }}
    >
      {/* No header element: in a dialog it would be a second banner of the page. */}
      <div className={styles.sheet}>
        <div className={styles.head}>
          <h2 ref={heading} id={id} className={styles.title} tabIndex={-1}>
            {title}
          </h2>
          {badge ?? null}
          <IconButton label="Close" tone="quiet" onPress={onClose}>
            <CloseMark />
          </IconButton>
        </div>
        {head ?? null}
        <div className={styles.body}>{children}</div>
      </div>
    </dialog>
  )
}

/** Remembers what had the focus when the drawer opened, and gives it back when it is closed while it holds the focus. */
function useReturningFocus(heading: { readonly current: HTMLElement | null }) {
  useLayoutEffect(() => {
    const before = document.activeElement
    const drawer = heading.current?.closest('dialog')
    return () => {
      const { activeElement } = document
      const isHeld = !activeElement || activeElement === document.body || drawer?.contains(activeElement)
      if (!isHeld || !(before instanceof HTMLElement)) return
      if (before.isConnected) before.focus()
      else document.querySelector('main')?.focus()
    }
  }, [heading])
}

/** Where the drawer has room beside the page. */
export const besideQuery = '(min-width: 1024px)'

const subscribe = (listener: () => void) => {
  const query = matchMedia(besideQuery)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const useIsBeside = () => useSyncExternalStore(subscribe, () => matchMedia(besideQuery).matches)
