import type { ReactNode } from 'react'
import { Sheet } from '../../ui/Sheet.tsx'
import { Toasts } from '../../ui/Toasts.tsx'
import { ServerCard } from '../server/ServerCard.tsx'
import styles from './MapFrame.module.css'

interface MapFrameProps {
  /** What stands above the map while something is wrong. */
  readonly banner: ReactNode
  readonly map: ReactNode
  /** Names what stands beside the map. */
  readonly besideName: string
  readonly beside: ReactNode
  readonly children?: ReactNode
}

/** How the page of the map is laid out, for guests, players and staff alike. */
export function MapFrame({ banner, map, besideName, beside, children }: MapFrameProps) {
  return (
    <main className={styles.screen}>
      <h1 className="unseen">Live Map</h1>
      <div className={styles.station}>
        <ServerCard />
      </div>
      <div className={styles.sheet}>
        {banner}
        {map}
      </div>
      <div className={styles.beside}>
        <Sheet label={besideName}>{beside}</Sheet>
      </div>
      {children}
      <Toasts />
    </main>
  )
}
