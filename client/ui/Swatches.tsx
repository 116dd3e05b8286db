import { type CSSProperties, useId } from 'react'
import styles from './Swatches.module.css'

interface SwatchesProps<Name extends string> {
  readonly legend: string
  /** In the order in which they are shown. */
  readonly colours: readonly { readonly name: Name; readonly colour: string }[]
  readonly chosen: Name
  readonly disabled?: boolean
  readonly onChoose: (name: Name) => void
}

/** One of a few colours. Each has a name, since a colour alone says nothing. */
export function Swatches<Name extends string>({ legend, colours, chosen, disabled, onChoose }: SwatchesProps<Name>) {
  const group = useId()
  return (
    <fieldset className={styles.swatches} disabled={disabled}>
      <legend className={styles.head}>
        {legend}
        <span className={styles.chosen}>{chosen}</span>
      </legend>
      <div className={styles.row}>
        {colours.map(({ name, colour }) => (
          <label key={name} className={styles.swatch} style={{ '--swatch': colour } as CSSProperties} title={name}>
            <input
              type="radio"
              name={group}
              aria-label={name}
              checked={name === chosen}
              onChange={() => onChoose(name)}
            />
            <span className={styles.face} aria-hidden="true" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
