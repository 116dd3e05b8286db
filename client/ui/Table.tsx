import type { ReactNode } from 'react'
import styles from './Table.module.css'

export interface Column<Row> {
  /** The heading, and the label beside each cell where there is no room for columns. */
  readonly name: string
  readonly cell: (row: Row) => ReactNode
  /** Whether the cell holds nothing, and is left out where there is no room for columns. */
  readonly isEmpty?: (row: Row) => boolean
  /** Whether the cells hold figures that are compared. */
  readonly figures?: boolean
}

interface TableProps<Row> {
  /** Names the table for screen readers. */
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string | number
}

/** Rows in columns that can be compared; on a narrow screen each row is a block of labelled lines. */
export const Table = <Row,>({ caption, columns, rows, keyOf }: TableProps<Row>) => (
  <table className={styles.table}>
    <caption className="unseen">{caption}</caption>
    <thead>
      <tr>
        {columns.map(({ name }) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={keyOf(row)}>
          {columns.map(({ name, cell, isEmpty, figures = false }) => (
            <td
              key={name}
              data-label={name}
              data-empty={isEmpty?.(row) || undefined}
              data-figures={figures || undefined}
            >
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
