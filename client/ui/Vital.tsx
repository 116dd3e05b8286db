import type { CSSProperties } from 'react'
import styles from './Vital.module.css'

interface VitalsProps {
  /** In percent each. What the reader may not know is left out. */
  readonly animal: { readonly dead: boolean; readonly growth: number } & Readonly<
    Partial<Record<'health' | 'stamina' | 'hunger' | 'thirst', number>>
  >
  /** `columns`: side by side, each above its bar. `rows`: below one another, and side by side on a phone. */
  readonly layout: 'rows' | 'columns'
}

/** All vitals of an animal that are known. */
export function Vitals({ animal: { growth, health, stamina, hunger, thirst, dead }, layout }: VitalsProps) {
  return (
    <dl className={styles.vitals} data-layout={layout} data-dead={dead || undefined}>
      <Vital vital="growth" value={growth} />
      <Vital vital="health" value={health} isDead={dead} />
      <Vital vital="stamina" value={stamina} />
      <Vital vital="hunger" value={hunger} isDead={dead} />
      <Vital vital="thirst" value={thirst} isDead={dead} />
    </dl>
  )
}

interface VitalProps {
  readonly vital: VitalName
  /** Percent; undefined where the reader may not know it. */
  readonly value: number | undefined
  readonly isDead?: boolean
}

/** A value with its name and a bar, in a `dl`. A dangerously low value is marked by a word as well as by colour. */
export function Vital({ vital, value, isDead = false }: VitalProps) {
  if (value === undefined) return null
  const tone = vitalTone(vital, value, isDead)
  return (
    <div className={styles.vital} data-tone={tone}>
      <dt>{vital.charAt(0).toUpperCase() + vital.slice(1)}</dt>
      <dd>
        <span
          className={styles.bar}
          style={{ '--full': Math.min(1, value / 100) } as CSSProperties}
          aria-hidden="true"
        />
        <span className={styles.number}>
          {value}
          <span className={styles.percent}>%</span>
        </span>
        {/* The space is for screen readers. */}
        {tone === 'danger' ? <span className={styles.low}> low</span> : null}
      </dd>
    </div>
  )
}

type VitalName = 'growth' | 'health' | 'stamina' | 'hunger' | 'thirst'

/** In percent: below the first a vital is a warning, below the second a danger. Growth and stamina have no limits. */
const limits: Readonly<Partial<Record<VitalName, readonly [warn: number, danger: number]>>> = {
  health: [60, 35],
  hunger: [40, 20],
  thirst: [40, 20],
}

/** The colour of a vital: its own, or the warning or danger that it has reached. A dead animal has no warnings. */
export function vitalTone(name: VitalName, value: number, isDead = false): VitalName | 'warn' | 'danger' {
  const [warn, danger] = limits[name] ?? [0, 0]
  if (isDead || value >= warn) return name
  return value < danger ? 'danger' : 'warn'
}
