import { Link } from 'wouter'
import { mainServer } from '../../../shared/engine/ids.ts'
import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import { isUnderWay } from '../../../shared/features/deliveries/hostOrders.ts'
import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'
import { outcomeText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import { type PastRestart, serverControl } from '../../../shared/features/serverControl/serverControl.ts'
import { useDocument } from '../../connection/useDocument.ts'
import { On, useNow } from '../../ui/Time.tsx'
import { useDeliveries } from '../staff/deliveriesAtom.ts'
import styles from './ServerControl.module.css'

interface LatestOrder {
  readonly key: string
  /** Epoch ms at which it was ordered, or decided that it is not. */
  readonly at: number
  readonly text: string
  readonly reason: string
  /** Staff have to do or to settle something. */
  readonly isForStaff: boolean
  /** Epoch ms for which it was planned, where that is another time; null else. */
  readonly plannedAt: number | null
}

const shownOrders = 4

/** What was ordered of the host, and the restarts that were left out, the latest first: each with what became of it. */
export function LatestOrders() {
  const past = useDocument(serverControl, mainServer).value?.past ?? []
  const { all, byId } = useDeliveries()
  const now = useNow(10_000)
  const restarts = past.map((one) => ofRestart(one, one.delivery === null ? undefined : byId[one.delivery], now))
  const inPast = new Set(past.map(({ delivery }) => delivery))
  const others = all.flatMap((one) =>
    isPowerKind(one.kind) && !inPast.has(one.id) ? [ofDelivery(one.kind, one, now)] : [],
  )
  const shown = [...restarts, ...others].toSorted((one, other) => other.at - one.at).slice(0, shownOrders)
  if (shown.length === 0) return null
  return (
    <>
      <h3>Latest orders</h3>
      <ul className={styles.rows} aria-label="Latest orders">
        {shown.map(({ key, ...one }) => (
          <OrderRow key={key} {...one} />
        ))}
      </ul>
    </>
  )
}

function OrderRow({ at, text, reason, isForStaff, plannedAt }: Omit<LatestOrder, 'key'>) {
  return (
    <li className={styles.row}>
      <span>
        {text}
        {plannedAt === null ? null : (
          <>
            {' '}
            It was planned for <On at={plannedAt} />.
          </>
        )}
        {isForStaff ? (
          <>
            {' '}
            <Link href="/admin">Open commands</Link>
          </>
        ) : null}
        {reason ? ` “${reason}”` : ''}
      </span>
      <span className={styles.soft}>
        <On at={at} />
      </span>
    </li>
  )
}

const leftOut: Readonly<Record<Exclude<PastRestart['outcome'], 'ordered'>, string>> = {
  skipped: 'Restart skipped.',
  apart: 'No restart: the server had just been started.',
  missed: 'No restart: the hub was down, and players had no warning.',
  busy: 'No restart: another order for the host was open.',
  off: 'No restart: the game server had been shut down.',
  cancelled: 'Restart cancelled.',
}
const samePlaceMs = 60_000

function ofRestart(
  { at, decidedAt, outcome, reason }: PastRestart,
  one: Delivery | undefined,
  now: number,
): LatestOrder {
  const key = `${at} ${decidedAt}`
  const isOrdered = outcome === 'ordered'
  const text = !isOrdered ? leftOut[outcome] : one ? textOf('restart', one, now) : 'Restart ordered.'
  const isOff = Math.abs(decidedAt - at) >= samePlaceMs
  const isForStaff = isOrdered && one !== undefined && isLeftToStaff(one, now)
  return { key, at: decidedAt, text, reason, isForStaff, plannedAt: isOff && !isOrdered ? at : null }
}

type PowerKind = 'start' | 'restart' | 'shutdown'
const names = { start: 'Start', restart: 'Restart', shutdown: 'Shutdown' } as const
/** What is waited for after it was sent. */
const awaited = {
  start: 'until the game answers',
  restart: 'until the game is back',
  shutdown: 'until the game server is off',
} as const

const isPowerKind = (kind: DeliveryKind): kind is PowerKind => Object.hasOwn(names, kind)
const isLeftToStaff = (one: Delivery, now: number) =>
  one.state === 'manual' || (one.state === 'unknown' && !isUnderWay(one, now))
const ofDelivery = (kind: PowerKind, one: Delivery, now: number): LatestOrder => ({
  key: one.id,
  at: one.queuedAt,
  text: textOf(kind, one, now),
  reason: one.detail.reason ?? '',
  isForStaff: isLeftToStaff(one, now),
  plannedAt: null,
})

const underWay: Readonly<Record<PowerKind, string>> = {
  start: 'The game server is starting.',
  restart: 'The game server is restarting.',
  shutdown: 'The game server is shutting down.',
}

/** The order that the host carries out now, as a sentence; null for none. */
export function usePowerUnderWay(): string | null {
  const { all } = useDeliveries()
  const now = useNow(10_000)
  const sentences = all.map((one) => (isPowerKind(one.kind) && isUnderWay(one, now) ? underWay[one.kind] : null))
  return sentences.find((one) => one !== null) ?? null
}

/** As far as the order is: what was sent is not called on its way. */
function textOf(kind: PowerKind, one: Delivery, now: number): string {
  const name = names[kind]
  if (isUnderWay(one, now)) return `${name} sent to the host. Waiting ${awaited[kind]}.`
  switch (one.state) {
    case 'queued':
      return `${name} ordered. It waits to be sent to the host.`
    case 'manual':
      return `${name} waits to be done by hand.`
    case 'unknown':
      return `${name}: not known whether it happened. ${one.why ?? ''} Check, then settle it.`
    case 'cancelled':
    case 'dropped':
      return `${name} cancelled. ${one.why ?? ''}`.trim()
    case 'failed':
    case 'refused':
      return `${name} failed: ${outcomeText(one).message}`
    default:
      return `${name}: ${outcomeText(one).message}`
  }
}
