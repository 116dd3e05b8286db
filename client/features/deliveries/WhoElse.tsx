import { useAtomValue } from 'jotai'
import { type Delivery, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { meAtom } from '../../connection/meAtom.ts'
import { useNow } from '../../ui/useNow.ts'
import { holdersOf } from '../roles/permissionStanding.ts'
import styles from './DeliveryStrip.module.css'
import { kindWords } from './deliveryWords.ts'
import { useDeliveries } from './useDeliveries.ts'

const latelyMs = 5 * 60_000
const tickMs = 10_000
const inOrder = new Intl.ListFormat('en-GB', { type: 'conjunction' })

/** Who else sees this one, and which other staff are at work on the same player. */
export function WhoElse({ one }: { readonly one: Delivery }) {
  const others = useOthersOn(one.target?.id ?? null)
  return (
    <p className={styles.soft}>
      Also seen by {holdersOf('viewPendingCommands')}.{' '}
      {others.length > 0 ? <strong>At work on the same player: {inOrder.format(others)}.</strong> : null}
    </p>
  )
}

/** `Demo Admin (Kick)`: other people's commands on a player that wait, or were wanted a moment ago. */
export function useOthersOn(target: string | null): string[] {
  const { you } = useAtomValue(meAtom)
  const { all } = useDeliveries()
  const now = useNow(tickMs)
  if (target === null) return []
  const theirs = all.filter(
    ({ target: whom, by, state, queuedAt }) =>
      whom?.id === target && by !== you?.id && (isOpenState(state) || now - queuedAt < latelyMs),
  )
  return [...new Set(theirs.map(({ byName, kind }) => `${byName} (${kindWords[kind].toLowerCase()})`))]
}
