import { Field } from '../../ui/Field.tsx'
import { type BanLength, banChoices, banDuration } from './banLength.ts'
import styles from './Controls.module.css'

interface BanLengthChipsProps {
  readonly length: BanLength
  readonly onLength: (length: BanLength) => void
}

/** For how long a ban holds. */
export const BanLengthChips = ({ length, onLength }: BanLengthChipsProps) => (
  <fieldset className={styles.chips}>
    <legend>Length of a ban</legend>
    {[...banChoices, { key: 'custom', name: 'Custom days' } as const].map(({ key, name }) => (
      <button
        key={key}
        type="button"
        className={styles.chip}
        aria-pressed={key === length.key}
        onClick={() => onLength({ ...length, key })}
      >
        {name}
      </button>
    ))}
    {length.key === 'custom' ? (
      <div className={styles.days}>
        <Field
          label="Days"
          type="number"
          inputMode="numeric"
          min={1}
          value={length.days}
          onValue={(days) => onLength({ ...length, days })}
          problem={banDuration(length).problem}
        />
      </div>
    ) : null}
  </fieldset>
)
