import { type CSSProperties, type ReactNode, useRef } from 'react'
import { scrollEdges, useScrollEdges } from '../../ui/useScrollEdges.ts'
import styles from './Statistics.module.css'

/** How much of the accent is in the ground of a cell, by its level. Between 40 and 86% no ink could be read on it in all themes. */
const steps = [0, 8, 16, 24, 32, 40, 86, 100] as const

interface HeatCellProps {
  /** From 0 to 1; null where it is not known. */
  readonly level: number | null
  /** In full, for the pointer. */
  readonly title: string
  /** It still counts. */
  readonly isRunning?: boolean
  readonly children: ReactNode
}

/** A cell of a `HeatTable`, coloured by what it holds. */
export function HeatCell({ level, title, isRunning = false, children }: HeatCellProps) {
  const step = level === null ? 0 : (steps[Math.round(level * (steps.length - 1))] ?? 100)
  return (
    <td
      className={styles.cell}
      style={{ '--heat': `${step}%` } as CSSProperties}
      data-unknown={level === null || undefined}
      data-strong={step > 40 || undefined}
      data-running={isRunning || undefined}
      title={title}
    >
      {children}
    </td>
  )
}

interface HeatTableProps {
  readonly label: string
  /** For screen readers: what the cells hold. */
  readonly caption: string
  /** `even`: all columns alike, as wide as the page. `own`: as wide as they need. */
  readonly tracks: 'even' | 'own'
  /** Head and body of the table. */
  readonly children: ReactNode
}

/** A table whose cells are coloured. It scrolls by itself where the page is narrow. */
export function HeatTable({ label, caption, tracks, children }: HeatTableProps) {
  const frame = useRef<HTMLElement>(null)
  useScrollEdges(frame)
  return (
    <section
      ref={frame}
      className={`${styles.scroll} ${scrollEdges}`}
      aria-label={`${label}, by row and column`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls on a narrow page, including by keyboard
      tabIndex={0}
    >
      <table className={styles.heat} data-tracks={tracks}>
        <caption className="unseen">{caption}</caption>
        {children}
      </table>
    </section>
  )
}
