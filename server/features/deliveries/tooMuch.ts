import {
  type Delivery,
  isOpenState,
  mostOpen,
  mostOpenEach,
  mostOpenOwn,
} from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind } from '../../../shared/features/deliveries/kinds.ts'

interface Wanted {
  readonly kind: DeliveryKind
  readonly own: boolean
  /** The account; null is the hub itself. */
  readonly by: string | null
}

/** Whatever else is open: staff must be able to throw people out. */
const uncounted: readonly DeliveryKind[] = ['kick', 'ban', 'unban']

/** Why it is too much beside what is open; null where it is not. */
export function tooMuch(entries: readonly Delivery[], { kind, own, by }: Wanted) {
  const open = entries.filter((one) => one.own === own && isOpenState(one.state))
  const theirs = by === null ? [] : open.filter((one) => one.by === by)
  if (own && theirs.some((one) => one.kind === kind && (one.state === 'queued' || one.state === 'sending')))
    return 'askedAlready'
  if (theirs.length >= (own ? mostOpenOwn : mostOpenEach)) return own ? 'tooManyOwn' : 'tooManyYours'
  if (uncounted.includes(kind)) return null
  return open.filter((one) => !uncounted.includes(one.kind)).length >= mostOpen ? 'tooMany' : null
}
