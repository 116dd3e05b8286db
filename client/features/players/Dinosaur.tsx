import type { CSSProperties } from 'react'
import { whereaboutsLabel } from '../../../shared/features/world/placeInWords.ts'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
import { type VitalName, vitalTone } from '../../ui/vitalTone.ts'
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
  const { species, growth, dead, gender, health, stamina, hunger, thirst } = animal
  return (
    <section className={styles.dinosaur} aria-label="Dinosaur">
      <div className={styles.portrait} data-dead={dead || undefined}>
        <SpeciesArt species={species} view={growth < grownFrom ? 'young' : 'side'} size={168} />
      </div>
      <p className={styles.species}>
        {species}
        {gender ? <span className={styles.soft}> · {gender.toLowerCase()}</span> : null}
        {dead ? <strong className={styles.dead}> · dead</strong> : null}
      </p>
      <p className={styles.place}>{whereaboutsLabel(animal)}</p>
      <dl className={styles.vitals}>
        <Vital vital="growth" value={growth} />
        <Vital vital="health" value={health} isDead={dead} />
        <Vital vital="stamina" value={stamina} />
        <Vital vital="hunger" value={hunger} isDead={dead} />
        <Vital vital="thirst" value={thirst} isDead={dead} />
      </dl>
    </section>
  )
}

interface VitalProps {
  readonly vital: VitalName
  /** Percent; undefined where the reader may not know it. */
  readonly value: number | undefined
  readonly isDead?: boolean
}

/** A dangerously low value is marked by a word as well as by its colour. */
function Vital({ vital, value, isDead = false }: VitalProps) {
  if (value === undefined) return null
  const tone = vitalTone(vital, value, isDead)
  return (
    <div className={styles.vital} data-tone={tone}>
      <dt>{vital.charAt(0).toUpperCase() + vital.slice(1)}</dt>
      <dd>
        <span className={styles.number}>
          {value} %{tone === 'danger' ? <span className={styles.low}> low</span> : null}
        </span>
        <span
          className={styles.bar}
          data-tone={tone}
          style={{ '--full': Math.min(1, value / 100) } as CSSProperties}
          aria-hidden="true"
        />
      </dd>
    </div>
  )
}
