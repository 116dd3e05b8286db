import { useId, useState } from 'react'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { nothingPendingText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { Button, CopyButton } from '../../ui/Button.tsx'
import { timeOf } from '../../ui/durations.ts'
import { PlayerName } from '../players/PlayerName.tsx'
import { DeliveryActions } from './DeliveryActions.tsx'
import { PrivateFieldsNote } from './DeliveryCard.tsx'
import { useDeliveries } from './deliveriesAtom.ts'
import { kindLabels, orderLabel, targetName } from './deliveryLabels.ts'
import styles from './PendingCommands.module.css'
import { StateMark } from './StateMark.tsx'

/** Open deliveries of everyone, the oldest first. */
const usePending = (): readonly Delivery[] =>
  useDeliveries()
    .all.filter(({ state }) => isOpenState(state))
    .toReversed()

/** The open deliveries, live: kind, target, time, text, and the actions on each. */
export function PendingCommands() {
  const { state } = useDeliveries()
  const pending = usePending()
  if (state !== 'here')
    return (
      <p className={styles.empty} role="status">
        {state === 'loading' ? 'Loading commands…' : 'You can no longer see these commands.'}
      </p>
    )
  if (pending.length === 0) return <p className={styles.empty}>{nothingPendingText}</p>
  return (
    <div className={styles.container}>
      <ul className={styles.list} aria-label="Pending commands">
        {pending.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </ul>
    </div>
  )
}

const Row = ({ one }: { readonly one: Delivery }) => (
  <li className={styles.row}>
    <span className={styles.kind}>{kindLabels[one.kind]}</span>
    <span className={styles.target}>
      {one.target ? <PlayerName id={one.target.id} name={one.target.name} /> : targetName(one)}
      <span className={styles.by}>by {one.byName || 'the hub'}</span>
    </span>
    <time className={styles.time} dateTime={new Date(one.queuedAt).toISOString()}>
      {timeOf(one.queuedAt)}
    </time>
    <StateMark state={one.state} />
    <code className={styles.command}>
      {one.redacted ? <PrivateFieldsNote kind={one.redacted} /> : withMarksShown(one.command) || 'Not written yet'}
    </code>
    <div className={styles.actions}>
      {/* Manual ones have their own copy button. */}
      {one.state !== 'manual' && one.command ? (
        <CopyButton text={one.command} what={`command: ${orderLabel(one)}`} />
      ) : null}
      <DeliveryActions one={one} />
    </div>
    {one.why ? <p className={styles.why}>{withMarksShown(one.why)}</p> : null}
  </li>
)

interface PendingToggleProps {
  readonly title: string
  /** How the list is used. */
  readonly description: string
}

/** The list of open deliveries with its count, closed at first. */
export function PendingToggle({ title, description }: PendingToggleProps) {
  const [isOpen, setOpen] = useState(false)
  const count = usePending().length
  const id = useId()
  return (
    <section className={styles.fold} aria-label={title}>
      <Button
        tone="quiet"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide' : 'Show'} {title.toLowerCase()} ({count})
      </Button>
      {isOpen ? (
        <div id={id}>
          <p className={styles.soft}>{description}</p>
          <PendingCommands />
        </div>
      ) : null}
    </section>
  )
}
