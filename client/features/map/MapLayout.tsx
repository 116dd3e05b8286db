import { useAtomValue } from 'jotai'
import { type ReactNode, useState } from 'react'
import { connectionAtom, helloAtom } from '../../connection/connectionState.ts'
import { BottomSheet } from '../../ui/BottomSheet.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type Tab, Tabs } from '../../ui/Tabs.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { PackInvite } from '../packs/PackInvite.tsx'
import styles from './MapLayout.module.css'

interface MapLayoutProps {
  /** Shown above the map while the link to the game is down. */
  readonly banner: ReactNode
  readonly map: ReactNode
  /** Accessible name of the side panel. */
  readonly panelLabel: string
  readonly panel: ReactNode
  readonly children?: ReactNode
}

/** Page layout of the map for guests, players and staff. */
export function MapLayout({ banner, map, panelLabel, panel, children }: MapLayoutProps) {
  return (
    <main className={styles.screen}>
      <h1 className="unseen">Live Map</h1>
      <div className={styles.mapArea}>
        {banner}
        {map}
      </div>
      <div className={styles.panel}>
        <BottomSheet label={panelLabel}>{panel}</BottomSheet>
      </div>
      {children}
      <PackInvite />
      <Toasts />
    </main>
  )
}

/** Content of the side panel, or the connection state until the hub has sent its hello. */
export function SidePanel({ children }: { readonly children: ReactNode }) {
  const hello = useAtomValue(helloAtom)
  const { name } = useAtomValue(connectionAtom)
  if (hello) return children
  return name === 'stale' ? (
    <EmptyState picture="mast" title="Can't reach the hub.">
      <p>Retrying…</p>
    </EmptyState>
  ) : (
    <EmptyState picture="lantern" title="Connecting…" />
  )
}

export interface SideTab extends Tab<string> {
  readonly content: ReactNode
}

/** Tabs of the side panel. The first is open initially. */
export function SideTabs({ tabs }: { readonly tabs: readonly SideTab[] }) {
  const [wanted, want] = useState<string | null>(null)
  const chosen = tabs.find(({ key }) => key === wanted) ?? tabs[0]
  if (!chosen) return null
  return (
    <Tabs label="Beside the map" tabs={tabs} chosen={chosen.key} onChoose={want}>
      {chosen.content}
    </Tabs>
  )
}
