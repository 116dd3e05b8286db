import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { mainServer } from '../../../shared/engine/ids.ts'
import { server } from '../../../shared/features/server/server.ts'
import type { Vitals } from '../../../shared/features/vitals/vitals.ts'
import { whereaboutsLabel } from '../../../shared/features/world/placeInWords.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { lengthOf, timeOf } from '../../ui/durations.ts'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { Vital } from '../../ui/Vital.tsx'
import { contour } from '../../ui/WaterholeDrawing.tsx'
import { useIsParked } from '../inventory/Parked.tsx'
import { useIsGameLive } from '../server/LinkStatus.tsx'
import styles from './DinosaurPanel.module.css'

interface DinosaurPanelProps {
  /** Null if not known. */
  readonly vitals: Vitals | null
  /** Whether a Steam account is linked, to which a dinosaur can belong. */
  readonly isLinked: boolean
  readonly isSample?: boolean
  /** Actions on the dinosaur. */
  readonly children?: ReactNode
}

/** The user's own dinosaur, as last read from the game. */
export function DinosaurPanel({ vitals, isLinked, isSample = false, children }: DinosaurPanelProps) {
  const hasReading = (useDocument(server, mainServer).value?.readAt ?? null) !== null
  const isGameLive = useIsGameLive()
  const { principal } = useAtomValue(accessAtom)
  const animal = vitals?.animal ?? null
  const wasParked = useIsParked(principal?.id ?? '', animal)
  const { name, label } = gameStateOf(vitals, isLinked, isSample || (hasReading && isGameLive), wasParked)
  return (
    <section className={styles.panel} aria-label={isSample ? 'Sample dinosaur' : 'Your dinosaur'}>
      <AnimalPlate animal={animal} />
      <div className={styles.title}>
        <h2 className={styles.species}>{animal ? speciesName(animal.species) : 'No dinosaur'}</h2>
        <p className={styles.state} data-state={name}>
          {label}
        </p>
      </div>
      {wasParked ? <p>It waits in your inventory.</p> : null}
      {animal && !wasParked ? (
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
            {name === 'alive' ? <AdultFact adult={vitals?.adult ?? null} /> : null}
          </dl>
        </>
      ) : null}
      {children ? <div className={styles.actions}>{children}</div> : null}
      {vitals?.readAt && isLinked && !isSample ? <p className={styles.age}>As of {timeOf(vitals.readAt)}</p> : null}
    </section>
  )
}

const lines = Array.from({ length: 16 }, (_, ring) => contour(ring, 20 + ring * 7))

interface AnimalPlateProps {
  /** Null if there is none. */
  readonly animal: Vitals['animal']
}

/** The dinosaur from the side, young or grown, on the contour lines of the map. */
const AnimalPlate = ({ animal }: AnimalPlateProps) => (
  <div className={styles.plate} data-dead={animal?.dead || undefined}>
    <svg className={styles.ground} viewBox="-120 -24 240 48" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g className={styles.contours}>
        {lines.map((line) => (
          <path key={line} d={line} />
        ))}
      </g>
      {animal ? null : (
        <path
          className={styles.empty}
          d="M0 12c-4-2-6-5-5.5-8C-5 1.4-2.7 0 0 0s5 1.4 5.5 4c.5 3-1.5 6-5.5 8zM0 0v-9M-5.5 2l-7-7M5.5 2l7-7"
        />
      )}
    </svg>
    {animal ? <SpeciesArt species={animal.species} view={animal.growth < 50 ? 'young' : 'side'} size={artPx} /> : null}
  </div>
)

// To the minute: the estimate is no better.
const hourOf = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })

/** Silent where it is not known. */
const AdultFact = ({ adult }: Pick<Vitals, 'adult'>) =>
  adult === null ? null : (
    <>
      <dt>Growth</dt>
      <dd>
        Adult at about {hourOf.format(adult.at)} at this rate, give or take {lengthOf(Math.max(60_000, adult.giveMs))}
      </dd>
    </>
  )

/** Width of the drawing, CSS px: the style of narrow pages makes it smaller. */
const artPx = 240

interface GameState {
  readonly name: 'alive' | 'dead' | 'parked' | 'away' | 'unknown'
  readonly label: string
}

/**
 * Whether the user's dinosaur is alive, and if there is none, why.
 * @param vitals null if not known
 * @param isGameRead whether the game is read now: missing vitals then arrive with the next reading; otherwise those there are may have changed
 * @param wasParked whether the dead dinosaur was parked
 */
export function gameStateOf(
  vitals: Pick<Vitals, 'readAt' | 'online' | 'animal'> | null,
  isLinked: boolean,
  isGameRead: boolean,
  wasParked = false,
): GameState {
  if (!isLinked) return { name: 'unknown', label: 'Link Steam to see your dinosaur here.' }
  const loading = { name: 'unknown', label: 'Loading your dinosaur…' } as const
  if (!vitals) return loading
  if (vitals.animal?.dead && wasParked) return { name: 'parked', label: 'Parked' }
  if (vitals.animal?.dead) return { name: 'dead', label: 'Dead' }
  if (vitals.animal) return isGameRead ? { name: 'alive', label: 'Alive' } : { name: 'away', label: 'Last seen alive' }
  if (vitals.online)
    return { name: 'away', label: isGameRead ? 'Choosing a dinosaur' : 'Last seen choosing a dinosaur' }
  if (vitals.readAt === null && isGameRead) return loading
  return vitals.readAt === null
    ? { name: 'unknown', label: 'No data from the game yet' }
    : { name: 'away', label: 'Not on the server' }
}
