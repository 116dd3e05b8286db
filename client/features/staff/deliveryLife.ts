import { mayActOn, type Permission, type Role } from '../../../shared/engine/permissions.ts'
import { type Delivery, type DeliveryState, undoWithinMs } from '../../../shared/features/deliveries/delivery.ts'
import {
  type DeliveryKind,
  type GameToggle,
  movingKinds,
  ownAnimalKinds,
  permissionFor,
} from '../../../shared/features/deliveries/kinds.ts'
import type { SwitchReading } from '../../../shared/features/server/server.ts'
import { lengthOf } from '../../ui/durations.ts'
import { linkLabels, stateLabels } from './deliveryLabels.ts'

/** With tenths of a second: `0.2 s`; from a minute on `3 min`. @param ms since the press */
export const tenths = (ms: number) => (ms < 60_000 ? `${(Math.max(0, ms) / 1_000).toFixed(1)} s` : lengthOf(ms))

/** The steps of a delivery so far, each with its time since the press: `sent 0.2 s over Evrima RCON`. */
export function deliverySteps(one: Delivery, pressedAt = one.queuedAt): string[] {
  const { state, queuedAt, sentAt, settledAt, link } = one
  // Never later than the hub's own time: the page's estimate of the server clock may be some ms ahead.
  const since = (at: number) => tenths(at - Math.min(pressedAt, queuedAt))
  const steps = [`queued ${since(queuedAt)}`]
  if (sentAt !== null) steps.push(`sent ${since(sentAt)}${link ? ` over ${linkLabels[link]}` : ''}`)
  if (state === 'manual') steps.push('waits to be done by hand')
  else if (state !== 'queued' && state !== 'sending') {
    const word = stateLabels[state].toLowerCase()
    steps.push(settledAt === null ? word : `${word} ${since(settledAt)}`)
  }
  return steps
}

const toNothing: readonly DeliveryState[] = ['refused', 'failed', 'cancelled', 'dropped']

/** Settled without a change in the game. */
const cameToNothing = ({ state }: Pick<Delivery, 'state'>) => toNothing.includes(state)

/** Whether it changed something and has an opposite that was not requested yet. A lifted ban can be restored only if it was ours. */
export function mayUndo(one: Delivery, all: readonly Delivery[]): boolean {
  const { id, kind, detail, state } = one
  const hasOpposite =
    kind === 'ban' || kind === 'whitelist' || kind === 'toggle' || (kind === 'unban' && detail.durationMs !== undefined)
  if (!hasOpposite || !one.changed || state === 'queued' || cameToNothing(one)) return false
  // Not done yet: of these only a ban can be undone, since the hub keeps it itself.
  if ((state === 'manual' || state === 'sending') && kind !== 'ban') return false
  return !all.some((other) => other.undoOf === id && !cameToNothing(other))
}

/** How long it can still be undone, ms; null while the minute has not begun. */
export const undoLeft = ({ settledAt }: Delivery, now: number) =>
  settledAt === null ? null : Math.min(undoWithinMs, settledAt + undoWithinMs - now)

/**
 * Whether it can be retried: it had no effect or its outcome is unknown, and no retry of it is open or was carried out. What moves a dinosaur
 * is tried again by its own feature.
 */
export const mayRetry = (one: Delivery, all: readonly Delivery[]) =>
  one.redemption === null &&
  !movingKinds.includes(one.kind) &&
  (cameToNothing(one) || one.state === 'unknown') &&
  !all.some((other) => other.retryOf === one.id && !cameToNothing(other))

export interface DeliveryReader {
  /** Of the account; null for a guest. */
  readonly id: string | null
  readonly role: Role | null
  /** The game's id of the linked player. */
  readonly player: string | null
  readonly may: readonly Permission[]
}

type Decided = Pick<Delivery, 'kind' | 'redemption' | 'by' | 'target' | 'targetRole'>

/** Whether the reader decides what becomes of a delivery, as the hub does, which knows second accounts of the reader, too. */
export function mayDecide(one: Decided, { id, role, player, may }: DeliveryReader): boolean {
  const { kind, redemption, by, target } = one
  const [isBy, isOneself] = [by === id, target !== null && target.id === player]
  // Of these currency or a dinosaur is held: staff do not decide on their own. Above an owner there is no one.
  if (redemption !== null)
    return may.includes('settleEconomy') && (role === 'owner' || (!(isBy || isOneself) && isOnLower(one, role)))
  if (movingKinds.includes(kind) && (isBy || isOneself)) return role === 'owner'
  if (isBy && isOneself && ownAnimalKinds.includes(kind)) return true
  const permission = permissionFor[kind]
  return (
    may.includes(permission === 'hub' ? 'runConsole' : permission) && (isBy || (!isOneself && isOnLower(one, role)))
  )
}

/** Of a delivery of an earlier release the page doesn't know it, and the hub decides. */
const isOnLower = ({ target, targetRole }: Pick<Delivery, 'target' | 'targetRole'>, role: Role | null) =>
  target === null || targetRole === null || mayActOn(role, targetRole)

/** Whether the reader says what became of one that is unknown or done by hand. */
export const maySettle = (one: Decided, reader: DeliveryReader) =>
  reader.may.includes('viewPendingCommands') && mayDecide(one, reader)

/** Users cancel what they redeem or park themselves, and what they decide on. */
export const mayCancel = (one: Decided & Pick<Delivery, 'state' | 'attempts'>, reader: DeliveryReader) =>
  one.state === 'queued' &&
  one.attempts === 0 &&
  ((one.by === reader.id && (one.redemption !== null || movingKinds.includes(one.kind))) || mayDecide(one, reader))

/** Kinds that staff may order for themselves, and those that every player may. */
const forOneself: readonly DeliveryKind[] = ['slay', 'heal', 'teleport', 'message']

/** Whether the reader may give the same order again. A second order has the checks of a first one: who gave the first one doesn't matter. */
export function mayOrder(one: Decided & Pick<Delivery, 'detail'>, { role, player, may }: DeliveryReader): boolean {
  const { kind, target, detail } = one
  const isOneself = target !== null && target.id === player
  if (isOneself && ownAnimalKinds.includes(kind)) return true
  if (!may.includes(permissionFor[kind])) return false
  if (isOneself && forOneself.includes(kind)) return true
  return (kind === 'whitelist' && detail.on === true) || (!isOneself && isOnLower(one, role))
}

/** Whether the reader may order the opposite. Of a manual ban the game knows nothing, so that nothing is ordered. */
export const mayOrderUndo = (one: Delivery, reader: DeliveryReader) =>
  one.kind === 'ban' && one.state === 'manual'
    ? mayDecide(one, reader)
    : mayOrder({ ...one, detail: { ...one.detail, on: !one.detail.on } }, reader)

/** The effect that an undo reverts. For a manual ban that the game does not know yet, only the hub's own ban. */
export const undoName = ({ kind, state }: Pick<Delivery, 'kind' | 'state'>) =>
  kind === 'ban' && state === 'manual' ? 'Undo our ban' : 'Undo'

export interface SwitchState {
  /** As the game says or as it was last changed; null if unknown. */
  readonly on: boolean | null
  /** Epoch ms at which the game was read, if the state comes from the game itself. */
  readonly readAt: number | null
  /** The change that decides the state; null if there was none recently, or if the game says it. */
  readonly lastChange: Delivery | null
  /** An open change. */
  readonly pending: Delivery | null
}

/**
 * The state of a switch: as the game says, unless it was changed after the game was read. If the game does not say, the last
 * change that was carried out decides; after one of unknown outcome the state is unknown.
 * @param all the newest first
 */
export function switchState(all: readonly Delivery[], toggle: GameToggle, reading: SwitchReading | null): SwitchState {
  // A delivery that a mock answered was never sent.
  const isChange = (one: Delivery) => one.kind === 'toggle' && one.detail.toggle === toggle && one.link !== 'mock'
  const changes = all.filter((one) => isChange(one) && !cameToNothing(one))
  const isPending = ({ state }: Delivery) => state === 'queued' || state === 'sending' || state === 'manual'
  const lastChange = changes.find((one) => !isPending(one)) ?? null
  const pending = changes.find(isPending) ?? null
  const setting = reading?.[toggle] ?? null
  const readAt = reading?.askedAt ?? null
  if (setting !== null && readAt !== null && readAt > effectiveUntil(lastChange))
    return { on: setting, readAt, lastChange: null, pending }
  const on = lastChange === null || lastChange.state === 'unknown' ? null : (lastChange.detail.on ?? null)
  return { on, readAt: null, lastChange, pending }
}

/** Epoch ms until which a change may still have affected an earlier reading. */
const effectiveUntil = (change: Delivery | null) =>
  change === null ? Number.NEGATIVE_INFINITY : (change.settledAt ?? change.sentAt ?? change.queuedAt)
