import { useAtomValue } from 'jotai'
import { Link } from 'wouter'
import { withMarksShown } from '../../../shared/engine/turningMarks.ts'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { permissionFor, type RedactedKind } from '../../../shared/features/deliveries/kinds.ts'
import { accessAtom } from '../../connection/connectionState.ts'
import { timeOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/Time.tsx'
import { holdersOf } from '../roles/permissionLabels.ts'
import { timelineHref } from '../timeline/timelineHref.ts'
import { DeliveryActions } from './DeliveryActions.tsx'
import styles from './DeliveryCard.module.css'
import { issuedAtom, useDeliveries } from './deliveriesAtom.ts'
import { orderLabel, stateLabels, stateSaid } from './deliveryLabels.ts'
import { deliverySteps, tenths } from './deliveryLife.ts'
import { OthersAtWork } from './OtherStaff.tsx'
import { StateMark } from './StateMark.tsx'

interface DeliveryCardProps {
  /** The id of the delivery, as a command returned it. */
  readonly id: string
  /** One line less, for a small place. */
  readonly brief?: boolean
}

/** The life of one delivery, live: its steps with their times, the game's reply, and the actions on it. */
export function DeliveryCard({ id, brief = false }: DeliveryCardProps) {
  const { byId, state } = useDeliveries()
  const one = byId[id]
  if (one) return <Card one={one} brief={brief} />
  return (
    <article className={styles.card} data-state="queued">
      <p className={styles.soft}>
        {state === 'refused'
          ? "Sent to the hub. You can't see its outcome."
          : state === 'loading'
            ? 'Sent to the hub. Loading its outcome…'
            : 'This command is finished and no longer listed.'}
      </p>
    </article>
  )
}

function Card({ one, brief }: { readonly one: Delivery; readonly brief: boolean }) {
  const pressedAt = useAtomValue(issuedAtom).find(({ id }) => id === one.id)?.pressedAt
  const { principal, may } = useAtomValue(accessAtom)
  const order = orderLabel(one)
  return (
    <article className={styles.card} data-state={one.state} aria-label={order}>
      <div className={styles.head}>
        <h3 className={styles.order}>{order}</h3>
        <StateMark state={one.state} />
      </div>
      <span className="unseen" role="status">
        {stateSaid(one)}
      </span>
      <p className={styles.steps}>
        {deliverySteps(one, pressedAt).join(', ')}
        <SoFar one={one} />
      </p>
      {one.why && addsReason(one) ? <p>{withMarksShown(one.why)}</p> : null}
      <Earlier one={one} />
      {one.redemption !== null && isOpenState(one.state) ? (
        <p className={styles.soft}>
          {one.byName} redeemed this. What it cost is held until the game has it, or it is settled.
        </p>
      ) : null}
      {brief ? null : <OthersAtWork one={one} />}
      <DeliveryActions one={one} />
      <details className={styles.details}>
        <summary>Reply and command</summary>
        <Details one={one} isOwn={one.by === principal?.id} />
        {may.includes('viewPendingCommands') ? (
          <Link href={timelineHref({ at: one.queuedAt, ...(one.target && { persons: [one.target.id] }) })}>
            Open timeline here
          </Link>
        ) : null}
      </details>
    </article>
  )
}

/** Whether the sentence on the outcome says more than the state; otherwise it is among the details. */
const addsReason = ({ state, changed }: Delivery) => state !== 'confirmed' || !changed

/** The delivery that this one repeats or undoes, with its outcome. */
function Earlier({ one: { retryOf, undoOf } }: { readonly one: Delivery }) {
  const earlier = useDeliveries().byId[retryOf ?? undoOf ?? '']
  if (retryOf === null && undoOf === null) return null
  const relation = retryOf === null ? 'Undoes' : 'Retries'
  if (!earlier) return <p className={styles.soft}>{relation} an earlier command that is no longer listed.</p>
  return (
    <p className={styles.soft}>
      {relation} “{orderLabel(earlier)}” of {timeOf(earlier.queuedAt)}: {stateLabels[earlier.state].toLowerCase()}.
    </p>
  )
}

/** The time since it was queued, while it is open. */
const SoFar = ({ one }: { readonly one: Delivery }) =>
  isOpenState(one.state) && one.state !== 'unknown' ? <Waiting since={one.queuedAt} /> : null

const Waiting = ({ since }: { readonly since: number }) => (
  <span className={styles.soft}> · waiting {tenths(useNow(500) - since)}</span>
)

function Details({ one, isOwn }: { readonly one: Delivery; readonly isOwn: boolean }) {
  const { command, reply, why, attempts, byName, role, elevated, settledByName } = one
  const issuer = `${isOwn ? 'you' : byName}${role ? `, ${role}` : ''}${elevated ? ' by a password' : ''}`
  return (
    <dl className={styles.facts}>
      <dt>By</dt>
      <dd>{issuer}</dd>
      <dt>Command</dt>
      <dd className={styles.raw}>
        {one.redacted ? <PrivateFieldsNote kind={one.redacted} /> : withMarksShown(command) || 'Not written yet.'}
      </dd>
      <dt>Reply</dt>
      <dd className={styles.raw}>
        {one.redacted ? <PrivateFieldsNote kind={one.redacted} /> : withMarksShown(reply ?? 'None.')}
      </dd>
      {why && !addsReason(one) ? (
        <>
          <dt>Outcome</dt>
          <dd>{withMarksShown(why)}</dd>
        </>
      ) : null}
      <dt>Sent</dt>
      <dd>{attempts === 0 ? 'Not yet.' : attempts === 1 ? 'Once.' : `${attempts} times. Repeating it is harmless.`}</dd>
      {settledByName ? (
        <>
          <dt>Settled by</dt>
          <dd>{settledByName}</dd>
        </>
      ) : null}
      <dt>Seen by</dt>
      <dd>
        {isOwn ? `You, and ${holdersOf('viewPendingCommands')}` : `${byName}, and ${holdersOf('viewPendingCommands')}`}
      </dd>
    </dl>
  )
}

const rights: Readonly<Record<RedactedKind, string>> = {
  console: 'console',
  gameConsole: 'console',
  message: 'message',
}

/** In place of private fields: who may read them; or that they have not arrived yet. */
export function PrivateFieldsNote({ kind }: { readonly kind: RedactedKind }) {
  const isHeld = useAtomValue(accessAtom).may.includes(permissionFor[kind])
  return isHeld ? 'Loading…' : `You need the ${rights[kind]} permission to read this.`
}
