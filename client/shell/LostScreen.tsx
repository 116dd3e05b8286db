import { Link, useLocation } from 'wouter'
import { Picture } from '../ui/Picture.tsx'
import styles from './LostScreen.module.css'

/** An address that leads nowhere. */
export function LostScreen() {
  const [here] = useLocation()
  return (
    <main className={styles.lost}>
      <Picture name="compass" />
      <h1>Off the map</h1>
      <p>
        Nothing is charted at <code>{here}</code>. The address may be old, or mistyped.
      </p>
      <Link href="/map" className={styles.back}>
        Back to the live map
      </Link>
    </main>
  )
}
