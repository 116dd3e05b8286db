import { dietOf } from '../../../shared/features/world/species.ts'
import { formOf, hollowKinds, outlines } from '../../map/forms.ts'
import styles from './AnimalPlate.module.css'

interface AnimalPlateProps {
  /** Null where there is none. */
  readonly species: string | null
  readonly isDead: boolean
}

/** The animal from above on a piece of the map's own paper. */
export function AnimalPlate({ species, isDead }: AnimalPlateProps) {
  const kind = species === null ? 'unknown' : dietOf(species)
  return (
    <svg className={styles.plate} viewBox="-40 -24 80 48" aria-hidden="true">
      <g className={styles.contours}>
        <path d="M-38 8C-28-14-12-20 4-18s30 8 34 22" />
        <path d="M-30 14C-24-6-10-13 4-11s22 8 26 24" />
        <path d="M-22 18C-18 2-8-6 4-4s14 8 18 22" />
        <path d="M-40-8C-32-20-22-24-14-26M22-24c8 3 14 7 18 14" />
      </g>
      {species === null ? (
        <path
          className={styles.none}
          d="M0 12c-4-2-6-5-5.5-8C-5 1.4-2.7 0 0 0s5 1.4 5.5 4c.5 3-1.5 6-5.5 8zM0 0v-9M-5.5 2l-7-7M5.5 2l7-7"
        />
      ) : (
        <g transform="rotate(62)" data-kind={isDead ? 'dead' : kind}>
          <path
            className={styles.animal}
            data-hollow={hollowKinds.has(kind) || undefined}
            d={outlines[formOf(species)]}
          />
        </g>
      )}
    </svg>
  )
}
