import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './Disclosure.module.css'

interface DisclosureProps {
  /** What the button says to whoever cannot see it, where its face is a drawing. */
  readonly label?: string
  readonly face: ReactNode
  /** From which side of the button the sheet hangs: its end, if not told. */
  readonly from?: 'start' | 'end'
  /** Names the panel. */
  readonly title: string
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a small sheet under itself. Escape, a click elsewhere or leaving by Tab closes it. */
export function Disclosure({ label, face, from = 'end', title, children }: DisclosureProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useId()

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return
    event.stopPropagation()
    close()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setOpen(false)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears what its button and its sheet let through
    <div className={styles.disclosure} onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? panel : undefined}
        onClick={() => setOpen(!open)}
      >
        {face}
      </button>
      {open ? (
        // The sheet takes the focus of a click beside its buttons, so that such a click does not close it.
        <section id={panel} className={styles.sheet} data-from={from} aria-label={title} tabIndex={-1}>
          {children(close)}
        </section>
      ) : null}
    </div>
  )
}
