import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { accessAtom } from '../../connection/connectionState.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { Toasts } from '../../ui/Toast.tsx'
import { ConsolePanel } from '../console/ConsolePanel.tsx'
import { ServerCard } from '../server/ServerCard.tsx'
import { GameManagerPanel } from './GameManagerPanel.tsx'
import styles from './GamesScreen.module.css'

type TabKey = 'status' | 'manager' | 'console'

/** The games hub: the server's status, the user's own game, and the console for staff. */
export function GamesScreen() {
  const { principal, may } = useAtomValue(accessAtom)
  const [wanted, setWanted] = useState<TabKey>('status')
  const tabs = [
    { key: 'status', name: 'Server Status' } as const,
    ...(principal ? [{ key: 'manager', name: 'Game Manager' } as const] : []),
    ...(may.includes('runConsole') ? [{ key: 'console', name: 'RCON Admin' } as const] : []),
  ]
  const chosen = tabs.find(({ key }) => key === wanted)?.key ?? 'status'
  return (
    <main className={styles.table}>
      <div className={styles.paper}>
        <h1 className={styles.title}>Games</h1>
        <Tabs<TabKey> label="Games" tabs={tabs} chosen={chosen} onChoose={setWanted}>
          {/* Another principal gets new components, so that no state of the one before stays. */}
          <div key={principal?.id ?? ''} className={styles.panel}>
            {chosen === 'status' ? <ServerCard /> : null}
            {chosen === 'manager' && principal ? <GameManagerPanel account={principal.id} /> : null}
            {chosen === 'console' ? <ConsolePanel /> : null}
          </div>
        </Tabs>
      </div>
      <Toasts />
    </main>
  )
}
