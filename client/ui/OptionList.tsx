import type { ReactNode } from 'react'
import styles from './OptionList.module.css'

export interface Option {
  readonly key: string
  readonly name: string
  /** What distinguishes it from others of the same name. */
  readonly detail: ReactNode
}

interface OptionListProps<One extends Option> {
  /** The field names it as what it controls, and `optionId` as what the arrows have reached. */
  readonly id: string
  /** For screen readers. */
  readonly label: string
  /** Where it lies below the field. */
  readonly className: string | undefined
  readonly options: readonly One[]
  /** The index of the reached option; none if there is no such option. */
  readonly at: number | null
  readonly onPick: (option: One) => void
}

export const optionId = (list: string, index: number) => `${list}-${index}`

/** The options below a field with the role of a combobox. The field keeps the focus and handles the keys. */
export const OptionList = <One extends Option>({ id, label, className, options, at, onPick }: OptionListProps<One>) => (
  <div id={id} className={`${styles.list} ${className}`} role="listbox" aria-label={label}>
    {options.map((option, index) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
      <div
        key={option.key}
        id={optionId(id, index)}
        className={styles.option}
        role="option"
        tabIndex={-1}
        aria-selected={index === at}
        // Otherwise the field would lose the focus first, which closes the list.
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onPick(option)}
      >
        <span className={styles.name}>{option.name}</span>
        <span className={styles.detail}>{option.detail}</span>
      </div>
    ))}
  </div>
)
