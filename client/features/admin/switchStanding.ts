import type { Delivery } from '../../../shared/features/deliveries/delivery.ts'
import type { GameToggle } from '../../../shared/features/deliveries/kinds.ts'
import type { SwitchReading } from '../../../shared/features/server/switches.ts'
import { cameToNothing } from '../deliveries/mayUndo.ts'

export interface SwitchStanding {
  /** As the game said or as it was last put; null where nobody can tell. */
  readonly on: boolean | null
  /** Epoch ms at which the game was asked, where it is known from the game itself. */
  readonly toldAt: number | null
  /** The turn by which that is known, or by which it no longer is; null where there was none lately, or the game says. */
  readonly by: Delivery | null
  /** A turn that is not over. */
  readonly turning: Delivery | null
}

/**
 * How a switch stands: as the game says, unless it was turned since the game was asked. Where the game does not tell, by the last
 * turn that was carried out; of one that nobody can tell of it is unknown again, whatever came before. @param all the newest first
 */
export function switchStanding(
  all: readonly Delivery[],
  toggle: GameToggle,
  told: SwitchReading | null,
): SwitchStanding {
  // What a mock has answered was never sent.
  const turned = (one: Delivery) => one.kind === 'toggle' && one.detail.toggle === toggle && one.link !== 'mock'
  const turns = all.filter((one) => turned(one) && !cameToNothing(one))
  const waits = ({ state }: Delivery) => state === 'queued' || state === 'sending' || state === 'byHand'
  const by = turns.find((one) => !waits(one)) ?? null
  const turning = turns.find(waits) ?? null
  const says = told?.[toggle] ?? null
  const toldAt = told?.askedAt ?? null
  if (says !== null && toldAt !== null && toldAt > lastTouch(by)) return { on: says, toldAt, by: null, turning }
  const on = by === null || by.state === 'unknown' ? null : (by.detail.on ?? null)
  return { on, toldAt: null, by, turning }
}

/** Epoch ms until which a turn may still have changed something that was asked before. */
const lastTouch = (by: Delivery | null) =>
  by === null ? Number.NEGATIVE_INFINITY : (by.settledAt ?? by.sentAt ?? by.queuedAt)
