import { useId, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Part } from '../roles/Part.tsx'
import { PendingCommands, usePending } from './PendingCommands.tsx'
import styles from './PendingToggle.module.css'

interface PendingToggleProps {
  readonly title: string
  /** How what stands there is used. */
  readonly words: string
}

/** The list of what waits, with its count; shut until somebody wants it. */
export function PendingToggle({ title, words }: PendingToggleProps) {
  const [isOpen, setOpen] = useState(false)
  const count = usePending().length
  const id = useId()
  const act = (
    <Button aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>
      {isOpen ? 'Hide' : 'Show'} {title.toLowerCase()} ({count})
    </Button>
  )
  return (
    <Part title={title} words={words} act={act}>
      {isOpen ? (
        <div id={id} className={styles.room}>
          <PendingCommands />
        </div>
      ) : null}
    </Part>
  )
}
