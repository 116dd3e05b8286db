import { type ButtonHTMLAttributes, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import styles from './Button.module.css'
import { Stroke } from './Stroke.tsx'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** `main`: the main action of the page. `danger`: a user loses something by it. `quiet`: less important than its surroundings. */
  readonly tone?: 'plain' | 'main' | 'danger' | 'quiet'
  /** Shown while the action is in flight, when the button cannot be pressed; null while nothing is in flight. */
  readonly busyLabel?: string | null
  /** As wide as high, for a drawing instead of a text: give it an `aria-label`. */
  readonly square?: boolean
  /** Its text, and not its ground, is in line with the edge of what it is in: for a `quiet` one that is alone there. */
  readonly flush?: boolean
  readonly children: ReactNode
}

/** A button. While its action is in flight it says so and cannot be pressed again. */
export function Button({ tone = 'plain', busyLabel = null, square = false, flush = false, ...more }: ButtonProps) {
  const { disabled, children, 'aria-label': label, ...rest } = more
  const face = busyLabel !== null && !square ? busyLabel : children
  return (
    <button
      type="button"
      {...rest}
      // A name must hold the text that is shown.
      aria-label={label && face === busyLabel ? `${label}: ${busyLabel}` : label}
      className={styles.button}
      data-tone={tone}
      data-square={square || undefined}
      data-flush={flush || undefined}
      aria-busy={busyLabel !== null || undefined}
      disabled={disabled || busyLabel !== null}
    >
      {face}
    </button>
  )
}

interface ActionLinkProps {
  readonly href: string
  readonly tone?: 'plain' | 'main' | 'quiet'
  /** Leads out of this page, to another one of the hub or to another site. */
  readonly external?: boolean
  /** The browser saves the response as a file. */
  readonly download?: boolean
  /** Where the focus of its dialog begins. */
  readonly firstFocus?: boolean
  readonly children: ReactNode
}

/** A link that looks like a button. */
export function ActionLink({ href, tone = 'plain', external = false, download = false, ...rest }: ActionLinkProps) {
  const { firstFocus, children } = rest
  const attributes = {
    className: `${styles.button} ${styles.link}`,
    'data-tone': tone,
    'data-first-focus': firstFocus || undefined,
  }
  if (!external)
    return (
      <Link href={href} {...attributes}>
        {children}
      </Link>
    )
  return (
    <a href={href} {...attributes} {...(download ? { download: '' } : {})}>
      {children}
    </a>
  )
}

interface CopyButtonProps {
  readonly text: string
  /** The name of the copied text, for screen readers: `pack code`. */
  readonly what: string
  /** What the button says. */
  readonly face?: string
}

const resultShownMs = 2_000

/** Copies a text to the clipboard and says whether that worked. */
export function CopyButton({ text, what, face = 'Copy' }: CopyButtonProps) {
  const [result, setResult] = useState<'' | 'Copied' | "Can't copy. Select the text.">('')
  useEffect(() => {
    if (result === '') return
    const timer = setTimeout(() => setResult(''), resultShownMs)
    return () => clearTimeout(timer)
  }, [result])
  const copy = () =>
    // Without https a browser has no clipboard.
    (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setResult('Copied'),
      () => setResult("Can't copy. Select the text."),
    )
  return (
    <>
      <Button aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {result || face}
      </Button>
      <span className="unseen" role="status">
        {result}
      </span>
    </>
  )
}

/** Removes a message. */
export const DismissButton = ({ onDismiss }: { readonly onDismiss: () => void }) => (
  <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
    <Stroke size={16}>
      <path d="M4 4l12 12M16 4 4 16" />
    </Stroke>
  </button>
)
