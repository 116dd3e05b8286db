import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { type Account, account } from '../../../shared/features/account/account.ts'
import { type Vitals, vitals } from '../../../shared/features/vitals/vitals.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Part } from '../../ui/Part.tsx'
import { BoardPage } from '../../ui/templates/BoardPage.tsx'
import { alwaysReady, StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { DinosaurPanel } from '../account/DinosaurPanel.tsx'
import { Figures, usePlayRecord } from '../account/PlayRecord.tsx'
import { ConsolePanel } from '../console/ConsolePanel.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import { ServerWarning } from '../server/LinkStatus.tsx'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { ServerCard } from '../server/ServerCard.tsx'
import { DeliveryCard } from '../staff/DeliveryCard.tsx'
import styles from './GameManager.module.css'
import { SlayButton } from './SlayButton.tsx'

type TabKey = 'status' | 'manager' | 'console'

/** The games hub: the server's status, the user's own game, and the console for staff. Each panel has states of its own. */
export function GamesScreen() {
  const { principal, may } = useAtomValue(accessAtom)
  const [wanted, setWanted] = useState<TabKey>('status')
  const tabs = [
    { key: 'status', name: 'Server Status' } as const,
    ...(may.includes('runConsole') ? [{ key: 'console', name: 'RCON Admin' } as const] : []),
    ...(principal ? [{ key: 'manager', name: 'Game Manager' } as const] : []),
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
      {chosen === 'manager' && principal ? <GameManager key={principal.id} account={principal.id} /> : null}
      {chosen === 'console' ? <ConsolePanel key={principal?.id} /> : null}
    </BoardPage>
  )
}

const refusedText = "This session can't see your game. Log out, then sign in again."

/** The user's own game: the dinosaur, the actions on it, and the play record. */
function GameManager({ account: accountId }: { readonly account: string }) {
  const own = useDocument(account, accountId)
  const animal = useDocument(vitals, accountId)
  if (animal.state === 'refused') return <ErrorState picture="gate" title={refusedText} />
  const refusal = { code: 'forbidden', message: refusedText }
  return (
    <StatefulContent {...statesOf({ ...own, refusal }, () => false, null)}>
      {own.value ? <OwnGame own={own.value} vitals={animal.value} /> : null}
    </StatefulContent>
  )
}

interface OwnGameProps {
  readonly own: Account
  readonly vitals: Vitals | null
}

function OwnGame({ own, vitals }: OwnGameProps) {
  const [issued, setIssued] = useState<string | null>(null)
  const record = usePlayRecord(own.steamId)
  return (
    <div className={styles.manager}>
      <DinosaurPanel vitals={vitals} isLinked={own.steamId !== null}>
        <LinkWarning />
        <SlayButton animal={vitals?.animal ?? null} issued={issued} onIssued={setIssued} />
        {issued ? <DeliveryCard id={issued} /> : null}
      </DinosaurPanel>
      <Part title="Quick stats">
        <IfOn feature="realPlayerData">
          <Figures record={record?.value ?? null} joinedAt={own.createdAt || null} />
        </IfOn>
      </Part>
    </div>
  )
}
