import { useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './UpgradePanel.module.css'
import { UpgradeWays } from './UpgradeWays.tsx'

/** Folded away until somebody wants it: the rights of a role, lent to this session for its password. */
export function UpgradePanel() {
  const [isOpen, setOpen] = useState(false)
  const [told, setTold] = useState('')
  const row = useRef<HTMLDivElement>(null)
  const panel = useId()
  const onRaised = (words: string) => {
    setOpen(false)
    setTold(words)
    // The form that had the focus is gone.
    row.current?.querySelector('button')?.focus()
  }
  return (
    <div className={styles.upgrade}>
      <div ref={row} className={styles.row}>
        <Button
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => {
            setTold('')
            setOpen(!isOpen)
          }}
        >
          Upgrade Role
        </Button>
        <p className={styles.told} role="status">
          {told}
        </p>
      </div>
      {isOpen ? (
        <div id={panel} className={styles.panel}>
          <UpgradeWays onRaised={onRaised} />
        </div>
      ) : null}
    </div>
  )
}
