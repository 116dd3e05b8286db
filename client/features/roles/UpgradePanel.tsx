import { useAtom } from 'jotai'
import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { You } from './GatedPage.tsx'
import { OwnerKeyForm, RolePasswordForm } from './UpgradeForms.tsx'
import styles from './UpgradePanel.module.css'
import { upgradeToldAtom } from './upgradeToldAtom.ts'

/** Folded away until somebody wants it: the rights of a role, lent to this session for its password. */
export function UpgradePanel({ you }: { readonly you: You }) {
  const [isOpen, setOpen] = useState(false)
  const { told, tell, row } = useTold(you.id)
  const panel = useId()
  const onRaised = (words: string) => {
    setOpen(false)
    tell(words)
  }
  return (
    <div className={styles.upgrade}>
      <div ref={row} className={styles.row}>
        <Button
          aria-expanded={isOpen}
          aria-controls={isOpen ? panel : undefined}
          onClick={() => {
            tell(null)
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
          <RolePasswordForm onRaised={onRaised} />
          <OwnerKeyForm onRaised={onRaised} />
        </div>
      ) : null}
    </div>
  )
}

/** The good word of the hub; when it comes the focus goes to the toggle, as the form that had it is gone. */
function useTold(account: string) {
  const [kept, keep] = useAtom(upgradeToldAtom)
  const row = useRef<HTMLDivElement>(null)
  const told = kept?.to === account ? kept.words : null
  useEffect(() => {
    if (told !== null) row.current?.querySelector('button')?.focus()
  }, [told])
  return { told, row, tell: (words: string | null) => keep(words === null ? null : { to: account, words }) }
}
