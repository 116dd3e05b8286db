import { useState } from 'react'
import { type Account, account } from '../../../shared/features/account/account.ts'
import { type Vitals, vitals } from '../../../shared/features/vitals/vitals.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Part } from '../../ui/Part.tsx'
import { StatefulContent, statesOf } from '../../ui/templates/screenStates.tsx'
import { DinosaurPanel } from '../account/DinosaurPanel.tsx'
import { Figures, usePlayRecord } from '../account/PlayRecord.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import { LinkWarning } from '../server/LinkWarning.tsx'
import { DeliveryCard } from '../staff/DeliveryCard.tsx'
import styles from './GameManager.module.css'
import { SlayButton } from './SlayButton.tsx'

const refusedText = 'This session can’t see your game. Sign out and in again.'

/** The user's own game: the dinosaur, the actions on it, and the play record. */
export function GameManagerPanel({ account: accountId }: { readonly account: string }) {
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
