import { useAtomValue } from 'jotai'
import { useId, useState } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { account } from '../../../shared/features/account/account.ts'
import { server } from '../../../shared/features/server/server.ts'
import { type Vitals, vitals } from '../../../shared/features/vitals/vitals.ts'
import { connectionAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Part } from '../../ui/Part.tsx'
import { gameStateOf } from '../account/DinosaurPanel.tsx'
import { Figures, usePlayRecord } from '../account/PlayRecord.tsx'
import { IfOn } from '../server/FeatureOff.tsx'
import { DeliveryCard } from '../staff/DeliveryCard.tsx'
import styles from './GameManager.module.css'
import { SlayButton } from './SlayButton.tsx'

/** The user's own game: the dinosaur, the actions on it, and the play record. */
export function GameManagerPanel({ account: accountId }: { readonly account: string }) {
  const own = useDocument(account, accountId)
  const animal = useDocument(vitals, accountId)
  const record = usePlayRecord(own.value?.steamId ?? null)
  if (own.state === 'refused' || animal.state === 'refused')
    return (
      <EmptyState picture="gate" title="Your game is not open to this session">
        <p>Sign out and in again.</p>
      </EmptyState>
    )
  if (!own.value)
    return (
      <div role="status">
        <EmptyState picture="lantern" title="Fetching your game …" />
      </div>
    )
  return (
    <div className={styles.manager}>
      <OwnDinosaur vitals={animal.value} isLinked={own.value.steamId !== null} />
      <Part title="Quick stats">
        <IfOn feature="realPlayerData">
          <Figures record={record?.value ?? null} joinedAt={own.value.createdAt || null} />
        </IfOn>
        <IfOn feature="realInventory">
          <p className={styles.soft}>The inventory opens with a later release.</p>
        </IfOn>
      </Part>
    </div>
  )
}

interface OwnDinosaurProps {
  readonly vitals: Vitals | null
  readonly isLinked: boolean
}

function OwnDinosaur({ vitals: own, isLinked }: OwnDinosaurProps) {
  const [issued, setIssued] = useState<string | null>(null)
  const isStale = useAtomValue(connectionAtom).name === 'stale'
  const isIslandRead = (useDocument(server, mainServer).value?.readAt ?? null) !== null
  const { name, label } = gameStateOf(own, isLinked, isIslandRead)
  const animal = own?.animal ?? null
  return (
    <Part title="Your dinosaur">
      <div className={styles.status}>
        <p className={styles.species}>{animal?.species ?? 'No dinosaur'}</p>
        <p data-state={name} className={styles.state}>
          {label}
        </p>
        {animal ? <p className={styles.soft}>{animal.growth} % grown</p> : null}
      </div>
      {isStale ? <p role="status">The hub does not answer. This is how it was last.</p> : null}
      <div className={styles.actions}>
        <UnavailableButton name="Park dinosaur" why="Parking opens with a later release." />
        <UnavailableButton name="Redeem dinosaur" why="The redemption centre opens with a later release." />
        <SlayButton animal={animal} issued={issued} onIssued={setIssued} />
      </div>
      {issued ? <DeliveryCard id={issued} /> : null}
    </Part>
  )
}

/** An action that is not available yet, and why. */
function UnavailableButton({ name, why }: { readonly name: string; readonly why: string }) {
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
