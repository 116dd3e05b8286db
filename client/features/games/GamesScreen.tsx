import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { accessAtom } from '../../connection/connectionState.ts'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { alwaysReady } from '../../ui/templates/screenStates.tsx'
import { ConsolePanel } from '../console/ConsolePanel.tsx'
import { ServerWarning } from '../server/LinkStatus.tsx'
import { ServerCard } from '../server/ServerCard.tsx'
import { GameManagerPanel } from './GameManagerPanel.tsx'

type TabKey = 'status' | 'manager' | 'console'

/** The games hub: the server's status, the user's own game, and the console for staff. Each panel has states of its own. */
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
    <BoardPage<TabKey>
      title="Games"
      top={<ServerWarning />}
      tabs={tabs}
      chosen={chosen}
      onChoose={setWanted}
      {...alwaysReady}
    >
      {chosen === 'status' ? <ServerCard /> : null}
      {/* Another principal gets new components, so that no state of the one before stays. */}
      {chosen === 'manager' && principal ? <GameManagerPanel key={principal.id} account={principal.id} /> : null}
      {chosen === 'console' ? <ConsolePanel key={principal?.id} /> : null}
    </BoardPage>
  )
}
