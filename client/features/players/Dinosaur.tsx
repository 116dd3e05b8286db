import { whereaboutsLabel } from '../../../shared/features/world/placeInWords.ts'
import { speciesName } from '../../../shared/features/world/species.ts'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { Vitals } from '../../ui/Vital.tsx'
import styles from './Player.module.css'

/** What is known of an animal: of a pack member less than of a player whom staff see. */
interface DinosaurProps {
  readonly animal: {
    readonly species: string
    /** Percent of adult size. */
    readonly growth: number
    readonly dead: boolean
    readonly gender?: 'Male' | 'Female' | null
    readonly health?: number
    readonly stamina?: number
    readonly hunger?: number
    readonly thirst?: number
    readonly region: string | null
    readonly square?: string | null
    readonly near?: string | null
    readonly isPlaced?: boolean
  }
}

/** Below this growth, in percent, an animal is drawn as a young one. */
const grownFrom = 50

/** The drawing of an animal, what it is, where it is, and its vitals. */
export function Dinosaur({ animal }: DinosaurProps) {
  const { species, growth, dead, gender } = animal
  return (
    <section className={styles.dinosaur} aria-label="Dinosaur">
      <div className={styles.portrait} data-dead={dead || undefined}>
        <SpeciesArt species={species} view={growth < grownFrom ? 'young' : 'side'} size={168} />
      </div>
      <p className={styles.species}>
        {speciesName(species)}
        {gender ? <span className={styles.soft}> · {gender.toLowerCase()}</span> : null}
        {dead ? <strong className={styles.dead}> · dead</strong> : null}
      </p>
      <p className={styles.place}>{whereaboutsLabel(animal)}</p>
      <div className={styles.vitals}>
        <Vitals animal={animal} layout="columns" />
      </div>
    </section>
  )
}
