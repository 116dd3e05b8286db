import { type CSSProperties, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { DataBehind, type DataColumn } from '../../ui/DataBehind.tsx'
import styles from './Statistics.module.css'

interface Bar {
  readonly name: string
  readonly value: number
}

interface BarsProps {
  readonly label: string
  /** What the bars measure: `Hours played`. */
  readonly what: string
  readonly rows: readonly Bar[]
  readonly format: (value: number) => string
}

/** A table of names and values, in which each value is a bar as well. */
export function Bars({ label, what, rows, format }: BarsProps) {
  const most = Math.max(1e-9, ...rows.map(({ value }) => value))
  return (
    <table className={styles.bars}>
      <caption className="unseen">{label}</caption>
      <thead className="unseen">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">{what}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value }) => (
          <tr key={name} style={{ '--bar': value / most } as CSSProperties}>
            <th scope="row">{name}</th>
            <td>
              <i aria-hidden="true" />
              <span>{format(value)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface BarListProps extends BarsProps {
  readonly file: string
  readonly sentence: string
  /** The rows are steps of one scale: all are shown. */
  readonly keepsAll?: boolean
}

/** Rows that are shown at first. */
const shortLength = 10

/** Bars with a sentence and the file; of a long list the first. */
export function BarList({ rows, file, sentence, keepsAll = false, ...bars }: BarListProps) {
  const [isLong, setLong] = useState(keepsAll)
  const { label, what } = bars
  return (
    <>
      <Bars {...bars} rows={isLong ? rows : rows.slice(0, shortLength)} />
      <p className={styles.soft}>{sentence}</p>
      <div className={styles.tools}>
        {rows.length > shortLength && !keepsAll ? (
          <Button tone="quiet" flush onClick={() => setLong(!isLong)}>
            {isLong ? 'Show fewer' : `Show all ${rows.length}`}
          </Button>
        ) : null}
        <DataBehind
          label={label}
          isShown
          columns={columnsOf(what)}
          rows={rows}
          keyOf={({ name }) => name}
          file={file}
        />
      </div>
    </>
  )
}

const columnsOf = (what: string): readonly DataColumn<Bar>[] => [
  { name: 'Name', value: ({ name }) => name },
  { name: what, value: ({ value }) => value },
]
