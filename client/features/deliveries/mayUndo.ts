import { type Delivery, type DeliveryState, undoWithinMs } from '../../../shared/features/deliveries/delivery.ts'

const toNothing: readonly DeliveryState[] = ['refused', 'failed', 'cancelled', 'dropped']

/** Over, and nothing has changed in the game by it. */
export const cameToNothing = ({ state }: Pick<Delivery, 'state'>) => toNothing.includes(state)

/** Whether it has changed something and has an opposite that was not asked for yet. A lifted ban can be put back only if it was ours. */
export function mayUndo(one: Delivery, all: readonly Delivery[]): boolean {
  const { id, kind, detail, state } = one
  const hasOpposite =
    kind === 'ban' || kind === 'whitelist' || kind === 'toggle' || (kind === 'unban' && detail.durationMs !== undefined)
  if (!hasOpposite || !one.changed || state === 'queued' || cameToNothing(one)) return false
  // It is not done yet: of these only a ban is there all the same, since we keep it ourselves.
  if ((state === 'byHand' || state === 'sending') && kind !== 'ban') return false
  return !all.some((other) => other.undoOf === id && !cameToNothing(other))
}

/** How long it can still be undone, ms; null while the minute has not begun. */
export const undoLeft = ({ settledAt }: Delivery, now: number) =>
  settledAt === null ? null : Math.min(undoWithinMs, settledAt + undoWithinMs - now)

/** Whether it can be given anew: it came to nothing or nobody can tell, and no repeat of it is open or was carried out. */
export const mayRetry = (one: Delivery, all: readonly Delivery[]) =>
  (cameToNothing(one) || one.state === 'unknown') &&
  !all.some((other) => other.retryOf === one.id && !cameToNothing(other))

/** What undoing takes back. Of a ban that waits for somebody to tell the game of it, it is ours alone. */
export const undoName = ({ kind, state }: Pick<Delivery, 'kind' | 'state'>) =>
  kind === 'ban' && state === 'byHand' ? 'Undo our ban' : 'Undo'
