import { type Delivery, type DeliveryState, undoWithinMs } from '../../../shared/features/deliveries/delivery.ts'

const toNothing: readonly DeliveryState[] = ['refused', 'failed', 'cancelled', 'dropped']

/** Over, and nothing has changed in the game by it. */
export const cameToNothing = ({ state }: Pick<Delivery, 'state'>) => toNothing.includes(state)

/** Whether it has an opposite that was not asked for yet. A lifted ban can be put back only if it was ours. */
export function mayUndo(one: Delivery, all: readonly Delivery[]): boolean {
  const { id, kind, detail, state } = one
  const hasOpposite =
    kind === 'ban' || kind === 'whitelist' || kind === 'toggle' || (kind === 'unban' && detail.durationMs !== undefined)
  if (!hasOpposite || state === 'queued' || cameToNothing(one)) return false
  return !all.some((other) => other.undoOf === id && !cameToNothing(other))
}

/** How long it can still be undone, ms; null while the minute has not begun. */
export const undoLeft = ({ settledAt }: Delivery, now: number) =>
  settledAt === null ? null : settledAt + undoWithinMs - now
