import { type ButtonHTMLAttributes, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import styles from './Button.module.css'
import { Stroke } from './Stroke.tsx'

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** `main`: the one thing to do here. `danger`: it takes something from somebody. `quiet`: beside the way. */
  readonly tone?: 'plain' | 'main' | 'danger' | 'quiet'
  /** What is in flight, in words: shown in place of the face, and the button waits. Null when nothing is. */
  readonly flight?: string | null
  /** As wide as high, for a face that is a drawing: give it an `aria-label`. */
  readonly square?: boolean
  readonly children: ReactNode
}

/** A button of the house. In flight it says so and cannot be pressed again. */
export function Button({ tone = 'plain', flight = null, square = false, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.button}
      data-tone={tone}
      data-square={square || undefined}
      aria-busy={flight !== null || undefined}
      disabled={disabled || flight !== null}
    >
      {flight !== null && !square ? flight : children}
    </button>
  )
}

interface ActionLinkProps {
  readonly href: string
  readonly tone?: 'plain' | 'main' | 'quiet'
  /** Leaves this page for another one of the hub or of somebody else: not a way inside the page. */
  readonly away?: boolean
  /** The browser keeps what comes as a file. */
  readonly download?: boolean
  readonly children: ReactNode
}

/** A way somewhere that looks as a button does. */
export function ActionLink({ href, tone = 'plain', away = false, download = false, children }: ActionLinkProps) {
  const look = { className: `${styles.button} ${styles.link}`, 'data-tone': tone }
  if (!away)
    return (
      <Link href={href} {...look}>
        {children}
      </Link>
    )
  return (
    <a href={href} {...look} {...(download ? { download: '' } : {})}>
      {children}
    </a>
  )
}

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for whoever cannot see it: `pack code`. */
  readonly what: string
}

const toldMs = 2_000

/** Puts a text where one can paste it from, and says whether that worked. */
export function CopyButton({ text, what }: CopyButtonProps) {
  const [told, setTold] = useState<'' | 'Copied' | 'Select it by hand'>('')
  useEffect(() => {
    if (told === '') return
    const timer = setTimeout(() => setTold(''), toldMs)
    return () => clearTimeout(timer)
  }, [told])
  const copy = () =>
    // Without https a browser gives no clipboard at all.
    (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
      () => setTold('Copied'),
      () => setTold('Select it by hand'),
    )
  return (
    <>
      <Button aria-label={`Copy ${what}`} onClick={() => void copy()}>
        {told || 'Copy'}
      </Button>
      <span className="unseen" role="status">
        {told}
      </span>
    </>
  )
}

/** Puts away what was said. */
export const DismissButton = ({ onDismiss }: { readonly onDismiss: () => void }) => (
  <button type="button" className={styles.dismiss} aria-label="Dismiss" onClick={onDismiss}>
    <Stroke size={16}>
      <path d="M4 4l12 12M16 4 4 16" />
    </Stroke>
  </button>
)
