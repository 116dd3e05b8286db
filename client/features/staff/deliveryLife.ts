import { type Delivery, type DeliveryState, undoWithinMs } from '../../../shared/features/deliveries/delivery.ts'
import type { GameToggle } from '../../../shared/features/deliveries/kinds.ts'
import type { SwitchReading } from '../../../shared/features/server/server.ts'
import { lengthOf } from '../../ui/durations.ts'
import { linkWords, stateWords } from './deliveryLabels.ts'

/** A tenth of a second matters here: `0.2 s`; from a minute on `3 min`. @param ms since it was pressed */
export const tenths = (ms: number) => (ms < 60_000 ? `${(Math.max(0, ms) / 1_000).toFixed(1)} s` : lengthOf(ms))

/** The life of a delivery so far, each step with how long after the press it was: `sent 0.2 s over Evrima RCON`. */
export function deliverySteps(one: Delivery, pressedAt = one.queuedAt): string[] {
  const { state, queuedAt, sentAt, settledAt, link } = one
  // Never later than the hub had it: the page's guess at the server's clock may be some ms ahead.
  const since = (at: number) => tenths(at - Math.min(pressedAt, queuedAt))
  const steps = [`queued ${since(queuedAt)}`]
  if (sentAt !== null) steps.push(`sent ${since(sentAt)}${link ? ` over ${linkWords[link]}` : ''}`)
  if (state === 'manual') steps.push('waits to be done by hand')
  else if (state !== 'queued' && state !== 'sending') {
    const word = stateWords[state].toLowerCase()
    steps.push(settledAt === null ? word : `${word} ${since(settledAt)}`)
  }
  return steps
}

const toNothing: readonly DeliveryState[] = ['refused', 'failed', 'cancelled', 'dropped']

/** Over, and nothing has changed in the game by it. */
const cameToNothing = ({ state }: Pick<Delivery, 'state'>) => toNothing.includes(state)

/** Whether it has changed something and has an opposite that was not asked for yet. A lifted ban can be put back only if it was ours. */
export function mayUndo(one: Delivery, all: readonly Delivery[]): boolean {
  const { id, kind, detail, state } = one
  const hasOpposite =
    kind === 'ban' || kind === 'whitelist' || kind === 'toggle' || (kind === 'unban' && detail.durationMs !== undefined)
  if (!hasOpposite || !one.changed || state === 'queued' || cameToNothing(one)) return false
  // It is not done yet: of these only a ban is there all the same, since we keep it ourselves.
  if ((state === 'manual' || state === 'sending') && kind !== 'ban') return false
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
  kind === 'ban' && state === 'manual' ? 'Undo our ban' : 'Undo'

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
  const waits = ({ state }: Delivery) => state === 'queued' || state === 'sending' || state === 'manual'
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
