import { useId } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { whereaboutsLabel } from '../../../shared/features/world/placeInWords.ts'
import { dietOf } from '../../../shared/features/world/species.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { hollowKinds } from '../../map/glyphs.ts'
import { Button } from '../../ui/Button.tsx'
import { timeOf } from '../../ui/durations.ts'
import { drawingOf } from '../../ui/speciesArt/speciesDrawings.ts'
import { contour } from '../../ui/WaterholeDrawing.tsx'
import { Vital } from '../map/roster/VitalsCard.tsx'
import styles from './DinosaurPanel.module.css'

interface DinosaurPanelProps {
  /** Null if not known. */
  readonly vitals: Vitals | null
  /** Whether a Steam account is linked, to which a dinosaur can belong. */
  readonly isLinked: boolean
  readonly isSample?: boolean
}

const standIn = 'Triceratops'

/** The user's own dinosaur, as last read from the game. */
export function DinosaurPanel({ vitals, isLinked, isSample = false }: DinosaurPanelProps) {
  const isIslandRead = (useDocument(server, mainServer).value?.readAt ?? null) !== null
  const { name, label } = gameStateOf(vitals, isLinked, isIslandRead)
  const animal = vitals?.animal ?? null
  return (
    <section className={styles.panel} aria-label={isSample ? 'Sample dinosaur' : 'Your dinosaur'}>
      <AnimalPlate species={animal?.species ?? null} isDead={animal?.dead ?? false} />
      <div className={styles.title}>
        <h2 className={styles.species}>{animal?.species ?? 'No dinosaur'}</h2>
        <p className={styles.state} data-state={name}>
          {label}
        </p>
      </div>
      {animal ? (
        <>
          <dl className={styles.vitals}>
            <Vital vital="health" value={animal.health} isDead={animal.dead} />
            <Vital vital="hunger" value={animal.hunger} isDead={animal.dead} />
            <Vital vital="thirst" value={animal.thirst} isDead={animal.dead} />
            <Vital vital="growth" value={animal.growth} />
          </dl>
          <dl className={styles.facts}>
            <dt>Location</dt>
            <dd>{whereaboutsLabel(animal)}</dd>
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

const lines = Array.from({ length: 16 }, (_, ring) => contour(ring, 20 + ring * 7))

interface AnimalPlateProps {
  /** Null if there is none. */
  readonly species: string | null
  readonly isDead: boolean
}

/** The dinosaur from above, drawn as on the map. */
function AnimalPlate({ species, isDead }: AnimalPlateProps) {
  const kind = species === null ? 'unknown' : dietOf(species)
  return (
    <svg className={styles.plate} viewBox="-120 -24 240 48" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g className={styles.contours}>
        {lines.map((line) => (
          <path key={line} d={line} />
        ))}
      </g>
      {species === null ? (
        <path
          className={styles.empty}
          d="M0 12c-4-2-6-5-5.5-8C-5 1.4-2.7 0 0 0s5 1.4 5.5 4c.5 3-1.5 6-5.5 8zM0 0v-9M-5.5 2l-7-7M5.5 2l7-7"
        />
      ) : (
        <g transform="rotate(62) scale(0.36) translate(-50 -50)" data-kind={isDead ? 'dead' : kind}>
          <path
            className={styles.animal}
            data-hollow={hollowKinds.has(kind) || undefined}
            d={drawingOf(species, 'top').near}
          />
        </g>
      )}
    </svg>
  )
}

interface GameState {
  readonly name: 'alive' | 'dead' | 'away' | 'unknown'
  readonly label: string
}

/**
 * Whether the user's dinosaur is alive, and if there is none, why.
 * @param vitals null if not known
 * @param isIslandRead whether the game is read at all: the vitals then arrive with the next reading
 */
export function gameStateOf(
  vitals: Pick<Vitals, 'readAt' | 'online' | 'animal'> | null,
  isLinked: boolean,
  isIslandRead: boolean,
): GameState {
  if (!isLinked) return { name: 'unknown', label: 'Link Steam to see your dinosaur here.' }
  const asking = { name: 'unknown', label: 'Asking the island …' } as const
  if (!vitals) return asking
  if (vitals.animal) return vitals.animal.dead ? { name: 'dead', label: 'Dead' } : { name: 'alive', label: 'Alive' }
  if (vitals.online) return { name: 'away', label: 'In the game, choosing a dinosaur' }
  if (vitals.readAt === null && isIslandRead) return asking
  return vitals.readAt === null
    ? { name: 'unknown', label: 'The island has not been read yet.' }
    : { name: 'away', label: 'Not in the game' }
}
