import { dietOf } from '../../../shared/features/world/species.ts'
import { formOf, hollowKinds, outlines } from '../../map/forms.ts'
import { contour } from '../home/contour.ts'
import styles from './AnimalPlate.module.css'

const lines = Array.from({ length: 16 }, (_, ring) => contour(ring, 20 + ring * 7))

interface AnimalPlateProps {
  /** Null where there is none. */
  readonly species: string | null
  readonly isDead: boolean
}

/** The animal from above on a piece of the map's own paper. */
export function AnimalPlate({ species, isDead }: AnimalPlateProps) {
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
