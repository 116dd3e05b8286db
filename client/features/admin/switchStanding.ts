import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import type { GameToggle } from '../../../shared/features/deliveries/kinds.ts'
import { cameToNothing } from '../deliveries/mayUndo.ts'

export interface SwitchStanding {
  /** As it was last seen or put; null where nobody can tell. */
  readonly on: boolean | null
  /** The turn by which that is known, or by which it no longer is; null where there was none lately. */
  readonly by: Delivery | null
  /** A turn that is not over. */
  readonly turning: Delivery | null
}

/**
 * How a switch stands as far as its turns tell: by the last that was carried out. Of one that nobody can tell of it is unknown
 * again, whatever came before. @param all the newest first
 */
export function switchStanding(all: readonly Delivery[], toggle: GameToggle): SwitchStanding {
  const turns = all.filter((one) => one.kind === 'toggle' && one.detail.toggle === toggle && !cameToNothing(one))
  const waits = ({ state }: Delivery) => state === 'queued' || state === 'sending' || state === 'byHand'
  const by = turns.find((one) => !waits(one)) ?? null
  const on = by === null || by.state === 'unknown' ? null : (by.detail.on ?? null)
  return { on, by, turning: turns.find(waits) ?? null }
}
