import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { focusOn } from '../../shell/FocusKeeper.tsx'
import styles from './Palette.module.css'

interface PaletteFrameProps {
  /** Changes when the content does: its own field then takes the focus, or the element marked `data-first-focus`. */
  readonly step: string
  /** What had the focus before the palette; null for nothing. */
  readonly before: HTMLElement | null
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog over the page; a sheet of full height on a telephone. Escape closes it, and the focus returns. */
export function PaletteFrame({ step, before, onClose, children }: PaletteFrameProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => {
      current?.close()
      // At once: a drawer or question that opens next remembers what has the focus now.
      giveFocusBack(before, current)
    }
  }, [before])
  // A dialog gives the focus to its first control, which may be a button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has its own field, or none
  useLayoutEffect(() => {
    dialog.current?.querySelector<HTMLElement>('input, textarea, [data-first-focus]')?.focus()
  }, [step])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Search"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={({ target }) => target === dialog.current && onClose()}
    >
      <div className={styles.sheet}>{children}</div>
    </dialog>
  )
}

/** Returns the focus where it was; where nothing had it, to the page: not to the control beside the palette, which is the account menu. */
function giveFocusBack(before: HTMLElement | null, closed: HTMLElement | null) {
  const { activeElement, body } = document
  if (activeElement && activeElement !== body && !closed?.contains(activeElement)) return
  const page = document.querySelector('main')
  if (before?.isConnected) before.focus({ preventScroll: true })
  else if (page) focusOn(page)
}

/** What has the focus; null for nothing. */
export const focusedControl = () => {
  const { activeElement } = document
  return activeElement instanceof HTMLElement && activeElement !== document.body ? activeElement : null
}
