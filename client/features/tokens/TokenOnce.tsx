import { useEffect, useRef } from 'react'
import { Button } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Field } from '../../ui/Field.tsx'
import styles from './TokenOnce.module.css'

interface TokenOnceProps {
  readonly token: string
  readonly label: string
  readonly onClose: () => void
}

/** The one time that a token is shown. It is held by this page alone and is gone with it. */
export function TokenOnce({ token, label, onClose }: TokenOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.once} aria-label={`New token: ${label}`}>
      <h3 ref={heading} tabIndex={-1} className={styles.title}>
        Copy “{label}” now: it is shown only this once
      </h3>
      <p>
        The hub keeps no copy of it. Whoever has it can do what you allowed it: keep it like a password, and revoke it
        below if it gets about.
      </p>
      <div className={styles.token}>
        <Field label="Token" readOnly value={token} onValue={() => {}} onFocus={({ target }) => target.select()} />
        <CopyButton text={token} what="token" />
      </div>
      <p className={styles.hint}>
        A program sends it with each request: <code>Authorization: Bearer wht_…</code>
      </p>
      <Button onClick={onClose}>I have kept it</Button>
    </section>
  )
}
