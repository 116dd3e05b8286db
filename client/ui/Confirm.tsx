import { type ReactNode, type SubmitEvent, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './Button.tsx'
import styles from './Confirm.module.css'
import { Problem } from './Problem.tsx'

interface ConfirmProps {
  /** The question, with who is affected. */
  readonly title: string
  /** What happens then. */
  readonly children: ReactNode
  /** The act as its button says it: `Remove Rex`. */
  readonly act: string
  /** While it is in flight: `Removing Rex`. */
  readonly flight: string | null
  readonly refusal: string | null
  readonly onYes: () => void
  readonly onNo: () => void
}

/** Asks once before something that cannot be undone. Escape is no; the focus begins on no and comes back afterwards. */
export function Confirm({ title, children, act, flight, refusal, onYes, onNo }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  // Closed before it is taken from the page, so that the focus finds its way back.
  useLayoutEffect(() => {
    const { current } = dialog
    current?.showModal()
    return () => current?.close()
  }, [])
  // A form, so that Enter in a field is yes.
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (flight === null) onYes()
  }
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault()
        onNo()
      }}
    >
      <h2 id={heading} className={styles.title}>
        {title}
      </h2>
      <form onSubmit={onSubmit}>
        <div className={styles.body}>
          {children}
          {refusal ? <Problem>{refusal}</Problem> : null}
        </div>
        <div className={styles.acts}>
          <Button onClick={onNo}>Keep as it is</Button>
          <Button type="submit" tone="danger" flight={flight}>
            {act}
          </Button>
        </div>
      </form>
    </dialog>
  )
}
