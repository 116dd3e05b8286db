import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { HeldReason, HoldContext, useHeld, useHold } from './hold.tsx'
import { CloseMark } from './Stroke.tsx'
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
 * marked `data-first-focus`, otherwise on the first control. While a command that was sent from it has no answer, nothing but the answer closes
 * it: closed, it would hide the command, and the user could give it twice.
 */
export function Dialog({ title, onClose, size = 'usual', hasClose = true, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const { held, explain, isHeld, why } = useHeld(dialog)
  const leave = isHeld ? explain : onClose
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
        leave()
      }}
      // A browser does not let the page prevent a second Escape, or the gesture back of a phone.
      onClose={(event) => {
        if (isHeld && event.target === dialog.current && !dialog.current.open) dialog.current.showModal()
      }}
    >
      <header className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        {hasClose ? (
          <IconButton label="Close" tone="quiet" onPress={leave}>
            <CloseMark />
          </IconButton>
        ) : null}
      </header>
      {isHeld ? <HeldReason why={why} /> : null}
      <HoldContext value={held}>{children}</HoldContext>
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

interface CancelButtonProps {
  /** A command of the form or the dialog is in flight. */
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly tone?: 'plain' | 'quiet'
  readonly 'data-first-focus'?: boolean
  readonly name?: string
}

/** Leaves a form or a dialog; while its command is in flight it stays, and says why. */
export function CancelButton({ isBusy, onCancel, name = 'Cancel', ...rest }: CancelButtonProps) {
  const explain = useHold(isBusy)
  return (
    <Button {...rest} aria-disabled={isBusy || undefined} onClick={isBusy ? explain : onCancel}>
      {name}
    </Button>
  )
}
