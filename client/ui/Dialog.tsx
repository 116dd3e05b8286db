import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'
import { Stroke } from './Stroke.tsx'
import { IconButton } from './Tooltip.tsx'

interface DialogProps {
  readonly title: string
  /** Escape, or the button at the top. */
  readonly onClose: () => void
  /** `wide`: for a table or for two columns. */
  readonly size?: 'usual' | 'wide'
  /** Whether the head has a button that closes: not where a button below cancels. */
  readonly hasClose?: boolean
  readonly children: ReactNode
}

/**
 * A modal dialog over the page. Escape closes it; the focus returns where it was. Mount it to open it. The focus begins on the element
 * marked `data-first-focus`, else on the first control.
 */
export function Dialog({ title, onClose, size = 'usual', hasClose = true, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Closed before its removal from the page, so that the browser returns the focus.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    current?.querySelector<HTMLElement>('[data-first-focus]')?.focus()
    return () => current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={heading}
      onCancel={(event) => {
        // A file chooser inside sends its own `cancel`, which bubbles.
        if (event.target !== dialog.current) return
        event.preventDefault()
        onClose()
      }}
    >
      <header className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {hasClose ? (
          <IconButton label="Close" tone="quiet" onPress={onClose}>
            <CloseMark />
          </IconButton>
        ) : null}
      </header>
      {children}
    </dialog>
  )
}

/** The content of a dialog, which scrolls where it is long. */
export const DialogBody = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.body}>{children}</div>
)

/** The buttons at the foot of a dialog, the main one last. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.actions}>{children}</div>
)

export const CloseMark = () => (
  <Stroke>
    <path d="M5 5l10 10M15 5 5 15" />
  </Stroke>
)
