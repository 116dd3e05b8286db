import { useState } from 'react'
import type { KnownDinosaur } from '../../../shared/features/inventory/knownDinosaur.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './CompareBar.module.css'
import { CompareDialog } from './CompareDialog.tsx'

interface CompareBarProps {
  readonly all: readonly KnownDinosaur[]
  /** Ids, two at most. */
  readonly chosen: readonly string[]
  readonly onChosen: (ids: readonly string[]) => void
}

/** What is chosen to be compared, at the lower edge of the page while anything is. */
export function CompareBar({ all, chosen, onChosen }: CompareBarProps) {
  const [isOpen, setOpen] = useState(false)
  const [one, other] = chosen.flatMap((id) => all.find(({ entry }) => entry.id === id) ?? [])
  if (!one) return null
  return (
    <section className={styles.bar} aria-label="Compare">
      <p className={styles.text} role="status">
        {other ? `${one.name} and ${other.name}` : `${one.name}: choose another one to compare it with.`}
      </p>
      {other ? (
        <Button tone="main" onClick={() => setOpen(true)}>
          Compare
        </Button>
      ) : null}
      <Button onClick={() => onChosen([])}>Cancel</Button>
      {isOpen && other ? <CompareDialog pair={[one, other]} onClose={() => setOpen(false)} /> : null}
    </section>
  )
}
