import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './Disclosure.module.css'

interface DisclosureProps {
  /** The accessible name of the button, where its face is a drawing. */
  readonly label?: string
  readonly face: ReactNode
  /** Which side of the panel is aligned with the button; its end if left out. */
  readonly align?: 'start' | 'end'
  /** Names the panel. */
  readonly title: string
  readonly children: (close: () => void) => ReactNode
}

/** A button that opens a small panel below it. Escape, a click elsewhere or leaving by Tab closes it. */
export function Disclosure({ label, face, align = 'end', title, children }: DisclosureProps) {
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
    // biome-ignore lint/a11y/noStaticElementInteractions: it only receives bubbled events of its button and its panel
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
        // The panel takes the focus of a click beside its buttons, so that such a click does not close it.
        <section id={panel} className={styles.sheet} data-from={align} aria-label={title} tabIndex={-1}>
          {children(close)}
        </section>
      ) : null}
    </div>
  )
}
