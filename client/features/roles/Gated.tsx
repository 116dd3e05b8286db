import { useAtomValue } from 'jotai'
import { type ReactNode, useId, useState } from 'react'
import { meAtom } from '../../connection/handshake.ts'
import styles from './Gated.module.css'
import { type PersonalPermission, permissionStanding, permissionWords } from './permissionLabels.ts'

interface GatedProps {
  readonly needs: PersonalPermission
  /** What the control says. */
  readonly name: string
  /** The control itself, for whoever may use it. */
  readonly children: ReactNode
}

/** A control for those who may; for others the same words, not to be pressed, with what is missing on hover and on focus. */
export function Gated({ needs, name, children }: GatedProps) {
  const { you, may } = useAtomValue(meAtom)
  const [isHushed, setHushed] = useState(false)
  const id = useId()
  if (may.includes(needs)) return children
  const missing = you
    ? `${permissionStanding(needs, { role: you.role, may }).words} An owner can give it to your account.`
    : 'Sign in first.'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only lets the words come again when somebody comes again
    <span className={styles.gated} onPointerLeave={() => setHushed(false)} onBlur={() => setHushed(false)}>
      {/* Not `disabled`: the focus could not come to it, and nobody by keyboard would learn why. */}
      <button
        type="button"
        className={styles.shut}
        aria-disabled="true"
        aria-describedby={id}
        onKeyDown={({ key }) => key === 'Escape' && setHushed(true)}
      >
        {name}
      </button>
      <span id={id} role="tooltip" className={styles.why} data-hushed={isHushed || undefined}>
        Needs “{permissionWords[needs].name}”. {missing}
      </span>
    </span>
  )
}
