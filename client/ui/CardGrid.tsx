import type { ReactNode } from 'react'
import styles from './CardGrid.module.css'
import type { Rarity } from './RarityBadge.tsx'

interface CardGridProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** A `Card`. */
  readonly card: (row: Row) => ReactNode
}

/** Things to choose from, side by side. */
export const CardGrid = <Row,>({ label, rows, keyOf, card }: CardGridProps<Row>) => (
  <ul className={styles.grid} aria-label={label}>
    {rows.map((row) => (
      <li key={keyOf(row)} className={styles.cell}>
        {card(row)}
      </li>
    ))}
  </ul>
)

interface CardProps {
  readonly title: string
  /** A drawing above the title. */
  readonly picture?: ReactNode
  /** Beside the title: a `RarityBadge`. */
  readonly badge?: ReactNode
  /** Colours the edge and the ground of the picture. */
  readonly rarity?: Rarity
  /** Opens the detail: a press anywhere on the card, or Enter on its title. */
  readonly onOpen?: () => void
  /** Its detail is open. */
  readonly isOpen?: boolean
  /** At the foot, in line across the cards of a row: a price and its action. */
  readonly foot?: ReactNode
  readonly children?: ReactNode
}

/** One thing of a catalogue. */
export const Card = ({ title, picture, badge, rarity, onOpen, isOpen = false, foot, children }: CardProps) => (
  <article
    className={styles.card}
    data-rarity={rarity}
    data-opens={onOpen ? '' : undefined}
    data-open={isOpen || undefined}
  >
    {picture ? <div className={styles.picture}>{picture}</div> : null}
    <div className={styles.head}>
      <h2 className={styles.title}>
        {onOpen ? (
          <button type="button" className={styles.open} aria-expanded={isOpen} onClick={onOpen}>
            {title}
          </button>
        ) : (
          title
        )}
      </h2>
      {badge ?? null}
    </div>
    {children ? <div className={styles.body}>{children}</div> : null}
    {foot ? <div className={styles.foot}>{foot}</div> : null}
  </article>
)
