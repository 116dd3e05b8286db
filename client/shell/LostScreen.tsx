import { useLocation } from 'wouter'
import { ActionLink } from '../ui/Button.tsx'
import { Picture } from '../ui/EmptyState.tsx'
import styles from './LostScreen.module.css'
import { lostTitle } from './PageNotices.tsx'

/** Shown at an address without a screen. */
export function LostScreen() {
  const [here] = useLocation()
  return (
    <main className={styles.lost}>
      <Picture name="compass" />
      <h1>{lostTitle}</h1>
      <p>
        There is no page at <code>{here}</code>. The address may be old or mistyped.
      </p>
      <ActionLink tone="main" href="/map">
        Open the live map
      </ActionLink>
    </main>
  )
}
