import type { CSSProperties } from 'react'
import { whereaboutsLabel } from '../../../shared/features/world/placeInWords.ts'
import { SpeciesArt } from '../../ui/speciesArt/SpeciesArt.tsx'
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
        <Vital name="Growth" value={growth} tone="growth" />
        {health === undefined ? null : (
          <Vital name="Health" value={health} tone="health" isLow={!dead && health < 35} />
        )}
        {stamina === undefined ? null : <Vital name="Stamina" value={stamina} tone="stamina" />}
        {hunger === undefined ? null : (
          <Vital name="Hunger" value={hunger} tone="hunger" isLow={!dead && hunger < 20} />
        )}
        {thirst === undefined ? null : (
          <Vital name="Thirst" value={thirst} tone="thirst" isLow={!dead && thirst < 20} />
        )}
      </dl>
    </section>
  )
}

interface VitalProps {
  readonly name: string
  /** Percent. */
  readonly value: number
  readonly tone: 'growth' | 'health' | 'stamina' | 'hunger' | 'thirst'
  /** Marked by a word as well as by its colour. */
  readonly isLow?: boolean
}

const Vital = ({ name, value, tone, isLow = false }: VitalProps) => (
  <div className={styles.vital} data-low={isLow || undefined}>
    <dt>{name}</dt>
    <dd>
      <span className={styles.number}>
        {value} %{isLow ? <span className={styles.low}> low</span> : null}
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
