import { mainServer } from '../../../shared/engine/ids.ts'
import { mayActOn, type Permission } from '../../../shared/engine/permissions.ts'
import { account } from '../../../shared/features/account/account.ts'
import {
  type Delivery,
  deliveries,
  isOpenState,
  ownDeliveries,
  sendable,
  undoWithinMs,
} from '../../../shared/features/deliveries/delivery.ts'
import type * as commands from '../../../shared/features/deliveries/followUpCommands.ts'
import {
  type GameAction,
  movingKinds,
  ownAnimalKinds,
  permissionFor,
} from '../../../shared/features/deliveries/kinds.ts'
import { gameRefusedText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import type { followUpRefusals, orderRefusals } from '../../../shared/features/deliveries/refusals.ts'
import { redemptions } from '../../../shared/features/redemptions/redemption.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { isSamePerson } from '../account/persons.ts'
import { accountOf } from '../account/rules.ts'
import { actionUndoingBan, revertBan } from './bans.ts'
import { issuerOf, type OrderContext, recordAct } from './issue.ts'
import { checkPresence, placeOrder, seenInGame } from './orders.ts'
import { countCancelled } from './redemptionCounts.ts'
import { findDelivery, updateDelivery } from './store.ts'
import { roleInGame } from './targetRoles.ts'

type FollowUpContext = Context & { refuse(code: keyof typeof orderRefusals | keyof typeof followUpRefusals): never }
interface DeliveryRef {
  readonly server: string
  readonly id: string
}

export const cancel: Rule<typeof commands.cancel> = (context, ref) => {
  const one = visibleDelivery(context, ref)
  const isOwn = isOwnRedemption(context, one) || isOwnParking(context, one)
  if (!isOwn && !mayDecideOn(context, one)) return context.refuse('mayNot')
  const isPartDone = isOwnRedemption(context, one) && !isFirstStep(context, one)
  if (one.state !== 'queued' || one.attempts > 0 || isPartDone) return context.refuse('begun')
  if (isOwn) countCancelled(context, accountOf(context.actor))
  close(context, ref, one, 'cancelled')
  revertBan(context, ref.server, one, issuerOf(context))
  recordAct(context, 'cancel', one)
  return {}
}
export const markDone: Rule<typeof commands.markDone> = (context, { refused, ...ref }) => {
  const one = manual(context, ref)
  // A person asked the game, not the hub: for the hub the delivery is dropped, not refused.
  close(context, ref, one, refused ? 'dropped' : 'done', refused ? gameRefusedText : one.why)
  recordAct(context, refused ? 'markRefused' : 'markDone', one)
  return {}
}
export const sendNow: Rule<typeof commands.sendNow> = (context, ref) => {
  const one = manual(context, ref)
  if (!context.read(sendable, ref.server).kinds.includes(one.kind)) return context.refuse('noLink')
  checkPresence(context, ref.server, one)
  checkRedeemedAnimal(context, ref.server, one)
  updateDelivery(context, ref.server, one, { state: 'queued', releasedAt: context.now, why: null })
  recordAct(context, 'sendNow', one)
  return {}
}
export const drop: Rule<typeof commands.drop> = (context, ref) => {
  const one = manual(context, ref)
  close(context, ref, one, 'dropped')
  recordAct(context, 'drop', one)
  return {}
}
export const settle: Rule<typeof commands.settle> = (context, { happened, ...ref }) => {
  const one = decidable(context, ref)
  if (one.state !== 'unknown') return context.refuse('notUnknown')
  close(context, ref, one, happened ? 'confirmed' : 'failed')
  recordAct(context, happened ? 'settleHappened' : 'settleNot', one)
  return {}
}
export const undo: Rule<typeof commands.undo> = (context, ref) => {
  const old = visibleDelivery(context, ref)
  if (old.kind === 'ban' && old.state === 'manual') return undoManualBan(context, ref)
  const opposite = old.kind === 'ban' ? actionUndoingBan(context, ref.server, old) : oppositeOf(old)
  if (opposite === null || !old.changed || old.state === 'queued' || unsuccessfulStates.includes(old.state))
    return context.refuse('noUndo')
  if (context.now - (old.settledAt ?? context.now) > undoWithinMs) return context.refuse('undoOver')
  const { entries } = context.read(deliveries, ref.server)
  const isUndone = Object.values(entries).some(
    ({ undoOf, state }) => undoOf === old.id && !unsuccessfulStates.includes(state),
  )
  if (isUndone) return context.refuse('undone')
  return { id: placeOrder(context, 'undo', { server: ref.server, action: opposite, undoOf: old.id }) }
}
export const retry: Rule<typeof commands.retry> = (context, ref) => {
  const old = visibleDelivery(context, ref)
  if (old.state === 'confirmed' || old.state === 'done') return context.refuse('happened')
  if (isOpenState(old.state) && old.state !== 'unknown') return context.refuse('stillOpen')
  // Its dinosaur is where it was before: only the feature that moves it can try again.
  if (movingKinds.includes(old.kind) || old.redemption !== null) return context.refuse('noRetry')
  const { server } = ref
  if (isRetried(context.read(deliveries, server).entries, old)) return context.refuse('retried')
  return { id: placeOrder(context, 'retry', { server, action: actionOf(old), retryOf: old.id }) }
}

type OrderRefusing = { refuse(code: keyof typeof orderRefusals): never }

/** The game has not received the ban yet, so the undo sends nothing. */
const undoManualBan = (context: FollowUpContext & OrderRefusing, ref: DeliveryRef) => {
  const one = decidable(context, ref)
  close(context, ref, one, 'dropped')
  revertBan(context, ref.server, one, issuerOf(context))
  recordAct(context, 'undo', one)
  return { id: one.id }
}

const decidable = (context: FollowUpContext, ref: DeliveryRef): Delivery => {
  const one = visibleDelivery(context, ref)
  return mayDecideOn(context, one) ? one : context.refuse('mayNot')
}
const manual = (context: FollowUpContext, ref: DeliveryRef): Delivery => {
  const one = decidable(context, ref)
  return one.state === 'manual' ? one : context.refuse('notManual')
}

/** What follows a spawned dinosaur is for it alone: meanwhile its player may have died and begun another one. */
function checkRedeemedAnimal(context: FollowUpContext, server: string, { by, redemption, target }: Delivery) {
  if (redemption === null) return
  const steps = context.read(redemptions, by).entries[redemption]?.steps ?? []
  const spawned = steps.find(({ kind, state }) => kind === 'spawn' && (state === 'confirmed' || state === 'done'))
  const seen = seenInGame(context, server, target?.id ?? '')
  if (!spawned || seen === null || seen === 'away') return
  if (!seen.animal || seen.animal.dead || seen.animal.species !== spawned.text) context.refuse('otherAnimal')
}

const unsuccessfulStates: readonly Delivery['state'][] = ['refused', 'failed', 'cancelled', 'dropped']

/** The ids of a delivery, of the one that it retries, and so on to the first. */
function retryChain(entries: Readonly<Record<string, Delivery>>, one: Delivery): string[] {
  const previous = one.retryOf === null ? undefined : entries[one.retryOf]
  return previous ? [one.id, ...retryChain(entries, previous)] : [one.id]
}

/** Whether another retry of the same first delivery is open or was carried out. */
function isRetried(entries: Readonly<Record<string, Delivery>>, old: Delivery): boolean {
  const chain = retryChain(entries, old)
  return Object.values(entries).some(
    (one) =>
      !unsuccessfulStates.includes(one.state) &&
      !chain.includes(one.id) &&
      retryChain(entries, one).at(-1) === chain.at(-1),
  )
}

/** Refuses as `gone` where the actor may not see the delivery, so that its existence does not leak. */
function visibleDelivery(context: FollowUpContext, { server, id }: DeliveryRef): Delivery {
  const { actor, read, refuse } = context
  const isVisible = actor.can('viewPendingCommands') || Object.hasOwn(read(ownDeliveries, accountOf(actor)).entries, id)
  return (isVisible && findDelivery(context, server, id)) || refuse('gone')
}

/**
 * The actor needs the permission of the command itself and a role above the target's. An action against oneself or against a higher
 * role cannot be cancelled by its target. Kinds that only the hub issues need `runConsole`.
 */
function mayDecideOn(context: FollowUpContext, { by, kind, target, redemption }: Delivery) {
  const { actor, read } = context
  const me = accountOf(actor)
  const isOneself = target !== null && target.id === read(account, me).steamId
  // Currency and dinosaurs are held for it, so staff do not decide on their own. Above an owner there is no one.
  if (redemption !== null) return mayDecideOnRedemption(context, { by, target }, isOneself)
  if (movingKinds.includes(kind) && (isOneself || isOwnAccount(context, by))) return actor.role === 'owner'
  if (by === me && isOneself && ownAnimalKinds.includes(kind)) return true
  const permission = permissionFor[kind]
  if (!actor.can(permission === 'hub' ? 'runConsole' : permission)) return false
  if (by === me || target === null) return true
  return !isOneself && mayActOn(actor.role, roleInGame(context, target.id))
}

function mayDecideOnRedemption(
  context: FollowUpContext,
  { by, target }: Pick<Delivery, 'by' | 'target'>,
  isOneself: boolean,
) {
  const { actor } = context
  if (!actor.can('settleEconomy')) return false
  if (actor.role === 'owner') return true
  if (isOneself || isOwnAccount(context, by)) return false
  return target === null || mayActOn(actor.role, roleInGame(context, target.id))
}

/** Also where the user has a second account. */
const isOwnAccount = ({ actor, read }: FollowUpContext, one: string) => isSamePerson(read, accountOf(actor), one)

/** Users can cancel what they redeem or park themselves, until it is on its way. */
const isOwnRedemption = ({ actor }: FollowUpContext, { by, redemption }: Delivery) =>
  redemption !== null && by === accountOf(actor)
const isOwnParking = ({ actor }: FollowUpContext, { by, kind, redemption }: Delivery) =>
  redemption === null && by === accountOf(actor) && movingKinds.includes(kind)

/** After it a part of the redemption has arrived. */
const isFirstStep = ({ read }: FollowUpContext, { id, by, redemption }: Delivery) =>
  read(redemptions, by).entries[redemption ?? '']?.steps[0]?.delivery === id

function close(
  context: FollowUpContext,
  { server }: DeliveryRef,
  one: Delivery,
  state: Delivery['state'],
  why = one.why,
) {
  const { actor, now, read } = context
  const settledBy = accountOf(actor)
  const settled = { state, why, settledAt: now, settledBy, settledByName: read(account, settledBy).name }
  updateDelivery(context, server, one, settled)
}

const actionOf = ({ kind, target, detail }: Delivery): GameAction => ({ kind, target, detail })

function oppositeOf({ kind, target, detail }: Delivery): GameAction | null {
  // Only an unban of a ban kept by the hub carries the data to restore the ban.
  if (kind === 'unban') return detail.durationMs === undefined ? null : { kind: 'ban', target, detail }
  if (kind === 'whitelist' || kind === 'toggle') return { kind, target, detail: { ...detail, on: !detail.on } }
  return null
}

/** Cancels the orders of an account that have not begun, where a change of its grant has taken the permission for them. */
export function cancelWithLostRights(context: Context, issuer: string, lost: readonly Permission[]) {
  const { read, refuse } = context
  const isLost = ({ by, own, kind, state, attempts, redemption }: Delivery) => {
    // What a user redeems is paid for, and needs no permission.
    const isWaiting = by === issuer && !own && redemption === null && state === 'queued' && attempts === 0
    return isWaiting && lost.includes(permissionFor[kind])
  }
  const server = mainServer
  for (const { id } of Object.values(read(deliveries, server).entries).filter(isLost)) {
    const one = findDelivery(context, server, id)
    if (!one) continue
    close(context, { server, id }, one, 'cancelled', 'Its sender no longer has the permission for it.')
    revertBan({ ...context, refuse: refuse as OrderContext['refuse'] }, server, one, issuerOf(context))
    recordAct(context, 'cancel', one)
  }
}
