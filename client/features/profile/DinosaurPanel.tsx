import { useId } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { Button } from '../../ui/Button.tsx'
import { timeOf } from '../../ui/durations.ts'
import { regionName } from '../roster/rosterOrder.ts'
import { Vital } from '../roster/Vital.tsx'
import { AnimalPlate } from './AnimalPlate.tsx'
import styles from './DinosaurPanel.module.css'
import { gameStateOf } from './gameStateOf.ts'

interface DinosaurPanelProps {
  /** Null while they are not known. */
  readonly vitals: Vitals | null
  /** Whether a player of the game is linked, whose dinosaur it would be. */
  readonly isLinked: boolean
  readonly isSample?: boolean
}

const standIn = 'Triceratops'

/** One's own dinosaur, as it was last read in the game. */
export function DinosaurPanel({ vitals, isLinked, isSample = false }: DinosaurPanelProps) {
  const isIslandRead = (useDocument(server, mainServer).value?.readAt ?? null) !== null
  const { name, words } = gameStateOf(vitals, isLinked, isIslandRead)
  const animal = vitals?.animal ?? null
  return (
    <section className={styles.panel} aria-label={isSample ? 'Sample dinosaur' : 'Your dinosaur'}>
      <AnimalPlate species={animal?.species ?? null} isDead={animal?.dead ?? false} />
      <div className={styles.title}>
        <h2 className={styles.species}>{animal?.species ?? 'No dinosaur'}</h2>
        <p className={styles.state} data-state={name}>
          {words}
        </p>
      </div>
      {animal ? (
        <>
          <dl className={styles.vitals}>
            <Vital name="Health" value={animal.health} lowBelow={animal.dead ? 0 : 35} />
            <Vital name="Hunger" value={animal.hunger} lowBelow={animal.dead ? 0 : 20} />
            <Vital name="Thirst" value={animal.thirst} lowBelow={animal.dead ? 0 : 20} />
            <Vital name="Growth" value={animal.growth} />
          </dl>
          <dl className={styles.facts}>
            <dt>Location</dt>
            <dd>{regionName(animal.region) || 'In the wild'}</dd>
          </dl>
        </>
      ) : null}
      <Redeem species={animal?.species ?? standIn} />
      {vitals?.readAt && isLinked && !isSample ? <p className={styles.age}>Read at {timeOf(vitals.readAt)}</p> : null}
    </section>
  )
}

function Redeem({ species }: { readonly species: string }) {
  const why = useId()
  return (
    <div className={styles.redeem}>
      <Button disabled aria-describedby={why}>
        Redeem {species}
      </Button>
      <p id={why} className={styles.why}>
        The redemption centre opens with a later release.
      </p>
    </div>
  )
}
