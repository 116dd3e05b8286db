import type { PastCommand } from '../../../shared/features/players/queries.ts'
import { Ago } from '../../ui/Time.tsx'
import { useDeliveries } from '../staff/deliveriesAtom.ts'
import { orderLabel } from '../staff/deliveryLabels.ts'
import { StateMark } from '../staff/StateMark.tsx'
import styles from './Player.module.css'

interface PastCommandsProps {
  /** The game's id. */
  readonly id: string
  /** Those that have left the list of deliveries; null where the reader may not read them. */
  readonly archived: readonly PastCommand[] | null
}

const mostShown = 12

/** The latest commands on a player, by whoever gave them, with their outcomes. */
export function PastCommands({ id, archived }: PastCommandsProps) {
  const { all } = useDeliveries()
  const current: readonly PastCommand[] = all.filter(({ target }) => target?.id === id)
  const known = new Set(current.map((one) => one.id))
  const shown = [...current, ...(archived ?? []).filter((one) => !known.has(one.id))].slice(0, mostShown)
  return (
    <section className={styles.section} aria-label="Commands">
      <h3 className={styles.heading}>Commands</h3>
      {shown.length === 0 ? <p className={styles.soft}>No commands yet.</p> : null}
      <ul className={styles.commands}>
        {shown.map((one) => (
          <li key={one.id}>
            <span className={styles.order}>{orderLabel(one)}</span>
            <StateMark state={one.state} />
            <span className={styles.soft}>
              {one.byName || 'Staff'} · <Ago at={one.queuedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
