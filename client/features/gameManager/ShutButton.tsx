import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import styles from './GameManager.module.css'

/** What cannot be done yet, and why. */
export function ShutButton({ name, why }: { readonly name: string; readonly why: string }) {
  const id = useId()
  return (
    <div className={styles.shut}>
      <Button disabled aria-describedby={id}>
        {name}
      </Button>
      <p id={id} className={styles.why}>
        {why}
      </p>
    </div>
  )
}
