import { useAtomValue } from 'jotai'
import { helloAtom } from '../connection/meAtom.ts'
import styles from './DemoSign.module.css'

/** Stands on every page of a demo, so that nothing of it is taken for the real thing. */
export function DemoSign() {
  const hello = useAtomValue(helloAtom)
  if (!hello?.demo) return null
  return (
    <aside className={styles.demo} aria-label="Demo" data-testid="demo-sign">
      <strong>Demo.</strong> Sign in as anyone; the animals are simulated.
    </aside>
  )
}
