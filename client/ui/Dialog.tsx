import { useAtomValue } from 'jotai'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { connectionAtom } from '../connection/connectionState.ts'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
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

interface Hold {
  /** Keeps the dialog open until the returned function is called. */
  readonly hold: () => () => void
  /** Says why it does not close now. */
  readonly explain: () => void
}

/** Forms and dialogs with a command in flight tell it the part of the page around them. */
export const HoldContext = createContext<Hold | null>(null)

/**
 * A modal dialog over the page. Escape closes it; the focus returns where it was. Mount it to open it. The focus begins on the element
 * marked `data-first-focus`, else on the first control. While a command that was sent from it has no answer, nothing but the answer closes
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
        if (isHeld && event.target === dialog.current) dialog.current.showModal()
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
      {isHeld ? (
        <p className={why ? styles.held : 'unseen'} role="status">
          {why}
        </p>
      ) : null}
      <HoldContext value={held}>{children}</HoldContext>
    </dialog>
  )
}

const waitText = "Wait for the hub's answer: what was sent can't be cancelled."
const awayText =
  "Can't reach the hub. Your command waits on this page. To leave, reload the page and check whether it was done."

/** Whether the dialog stays open for a command in flight, and what it then says. */
function useHeld(dialog: { readonly current: HTMLDialogElement | null }) {
  const [isAsked, setAsked] = useState(false)
  const isAway = useAtomValue(connectionAtom).name !== 'live'
  const explain = useCallback(() => setAsked(true), [])
  const { held, isHeld } = useHolds(explain)
  useEffect(() => {
    setAsked(false)
    if (!isHeld) return
    // On the window: the button that was pressed is disabled now, and the focus is nowhere.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      if (dialog.current?.open) explain()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [dialog, isHeld, explain])
  return { held, explain, isHeld, why: isAway ? awayText : isAsked ? waitText : null }
}

/** How many commands are in flight in a part of the page. @param explain says why it does not close now; must keep its identity */
export function useHolds(explain: () => void) {
  const [holds, setHolds] = useState(0)
  const held = useMemo((): Hold => {
    const hold = () => {
      setHolds((count) => count + 1)
      return () => setHolds((count) => count - 1)
    }
    return { hold, explain }
  }, [explain])
  return { held, isHeld: holds > 0 }
}

/** Keeps the dialog around it open while a command is in flight. @returns says why it stays open */
export function useHold(isBusy: boolean): () => void {
  const held = useContext(HoldContext)
  useLayoutEffect(() => (isBusy ? held?.hold() : undefined), [held, isBusy])
  return held?.explain ?? (() => {})
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
