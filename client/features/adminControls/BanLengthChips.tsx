import { Chip } from '../../ui/Chip.tsx'
import { ChipSet } from '../../ui/ChipSet.tsx'
import { Field } from '../../ui/Field.tsx'
import { type BanLength, banChoices, banDuration } from './banLength.ts'
import styles from './Controls.module.css'

interface BanLengthChipsProps {
  readonly length: BanLength
  readonly onLength: (length: BanLength) => void
}

/** For how long a ban holds. */
export const BanLengthChips = ({ length, onLength }: BanLengthChipsProps) => (
  <ChipSet legend="Length of a ban">
    {[...banChoices, { key: 'custom', name: 'Custom days' } as const].map(({ key, name }) => (
      <Chip key={key} aria-pressed={key === length.key} onClick={() => onLength({ ...length, key })}>
        {name}
      </Chip>
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
  </ChipSet>
)
