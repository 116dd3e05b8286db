import { useAtomValue } from 'jotai'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { permissionFor, type RedactedKind } from '../../../shared/features/deliveries/kinds.ts'
import { meAtom } from '../../connection/handshake.ts'
import { timeOf } from '../../ui/durations.ts'
import { useNow } from '../../ui/Time.tsx'
import { holdersOf } from '../roles/permissionLabels.ts'
import { DeliveryActs } from './DeliveryActions.tsx'
import styles from './DeliveryCard.module.css'
import { givenAtom, useDeliveries } from './deliveriesAtom.ts'
import { orderWords, stateWords } from './deliveryLabels.ts'
import { deliverySteps, tenths } from './deliveryLife.ts'
import { WhoElse } from './OtherStaff.tsx'
import { StateMark } from './StateMark.tsx'

interface DeliveryStripProps {
  /** The delivery, as a command answered it. */
  readonly id: string
  /** One line less: for a place that is small. */
  readonly brief?: boolean
}

/** The life of one command, live: its steps with their times, what the game said, and what can be done about it. */
export function DeliveryStrip({ id, brief = false }: DeliveryStripProps) {
  const { byId, state } = useDeliveries()
  const one = byId[id]
  if (one) return <Strip one={one} brief={brief} />
  return (
    <article className={styles.strip} data-state="queued">
      <p className={styles.soft}>
        {state === 'refused'
          ? 'Asked for. What becomes of it is not shown to you.'
          : state === 'loading'
            ? 'Asked for. Fetching what becomes of it.'
            : 'This one is over, and no longer at hand here.'}
      </p>
    </article>
  )
}

function Strip({ one, brief }: { readonly one: Delivery; readonly brief: boolean }) {
  const pressedAt = useAtomValue(givenAtom).find(({ id }) => id === one.id)?.pressedAt
  const { you } = useAtomValue(meAtom)
  const order = orderWords(one)
  return (
    <article className={styles.strip} data-state={one.state} aria-label={order}>
      <div className={styles.head}>
        <h3 className={styles.order}>{order}</h3>
        <StateMark state={one.state} />
      </div>
      <span className="unseen" role="status">
        {order}: {stateWords[one.state].toLowerCase()}
      </span>
      <p className={styles.steps}>
        {deliverySteps(one, pressedAt).join(', ')}
        <SoFar one={one} />
      </p>
      {one.why && isTelling(one) ? <p>{one.why}</p> : null}
      <Earlier one={one} />
      {brief ? null : <WhoElse one={one} />}
      <DeliveryActs one={one} />
      <details className={styles.details}>
        <summary>Reply and command</summary>
        <Details one={one} isOwn={one.by === you?.id} />
      </details>
    </article>
  )
}

/** The sentence on its outcome says more than the state does: else it stands among the details. */
const isTelling = ({ state, changed }: Delivery) => state !== 'confirmed' || !changed

/** The one that it repeats or takes back, by its order and what became of that. */
function Earlier({ one: { retryOf, undoOf } }: { readonly one: Delivery }) {
  const earlier = useDeliveries().byId[retryOf ?? undoOf ?? '']
  if (retryOf === null && undoOf === null) return null
  const act = retryOf === null ? 'Takes back' : 'Repeats'
  if (!earlier) return <p className={styles.soft}>{act} an earlier one that is no longer at hand.</p>
  return (
    <p className={styles.soft}>
      {act} “{orderWords(earlier)}” of {timeOf(earlier.queuedAt)}: {stateWords[earlier.state].toLowerCase()}.
    </p>
  )
}

/** How long somebody has waited: only while they do. */
const SoFar = ({ one }: { readonly one: Delivery }) =>
  isOpenState(one.state) && one.state !== 'unknown' ? <Waiting since={one.queuedAt} /> : null

const Waiting = ({ since }: { readonly since: number }) => (
  <span className={styles.soft}> · waiting {tenths(useNow(500) - since)}</span>
)

function Details({ one, isOwn }: { readonly one: Delivery; readonly isOwn: boolean }) {
  const { command, reply, why, attempts, byName, role, elevated: raised, settledByName } = one
  const giver = `${isOwn ? 'you' : byName}${role ? `, ${role}` : ''}${raised ? ' by a password' : ''}`
  return (
    <dl className={styles.facts}>
      <dt>Wanted by</dt>
      <dd>{giver}</dd>
      <dt>Command</dt>
      <dd className={styles.raw}>{one.redacted ? <ApartWords kind={one.redacted} /> : command || 'Not worded yet.'}</dd>
      <dt>Reply</dt>
      <dd className={styles.raw}>{one.redacted ? <ApartWords kind={one.redacted} /> : (reply ?? 'None.')}</dd>
      {why && !isTelling(one) ? (
        <>
          <dt>Outcome</dt>
          <dd>{why}</dd>
        </>
      ) : null}
      <dt>Sent</dt>
      <dd>{attempts === 0 ? 'Not yet.' : attempts === 1 ? 'Once.' : `${attempts} times; it does no harm twice.`}</dd>
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

const rights: Readonly<Record<RedactedKind, string>> = { console: 'console', message: 'message' }

/** In the place of words that are not here: for whom they are; or, for those, that they have yet to come. */
export function ApartWords({ kind }: { readonly kind: RedactedKind }) {
  const isHeld = useAtomValue(meAtom).may.includes(permissionFor[kind])
  return isHeld ? 'Fetching the words.' : `Shown to holders of the ${rights[kind]} right only.`
}
