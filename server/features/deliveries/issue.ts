import { account } from '../../../shared/features/account/account.ts'
import { deliveryAudit } from '../../../shared/features/deliveries/archives.ts'
import {
  Delivery,
  deliveries,
  isOpenState,
  mostOpen,
  mostOpenOwn,
  mostOpenPerAccount,
} from '../../../shared/features/deliveries/delivery.ts'
import { type DeliveryKind, type GameAction, hostKinds } from '../../../shared/features/deliveries/kinds.ts'
import type { orderRefusals } from '../../../shared/features/deliveries/refusals.ts'
import type { Context } from '../../engine/rule.ts'
import { accountOf, actorRow, isElevated } from '../account/rules.ts'
import { manualCommandText } from './commandText.ts'
import { upsertDelivery } from './store.ts'
import { roleInGame } from './targetRoles.ts'

export type OrderContext = Context & { refuse(code: keyof typeof orderRefusals): never }

/** Who issues an order, with name and role at that time. `account` is null for the hub itself. */
export interface Issuer {
  readonly account: string | null
  readonly name: string
  readonly role: Delivery['role']
  readonly elevated: boolean
}

export interface Order {
  readonly server: string
  readonly action: GameAction
  /** For the issuer's own dinosaur, by the right that every player has. */
  readonly own?: boolean
  readonly retryOf?: string
  readonly undoOf?: string
  /** The redemption of which it is a step. */
  readonly redemption?: string
  /** For what has begun and must go on: no number of open deliveries stops it. */
  readonly isUnlimited?: boolean
  /** Staff carry it out from the start, for this reason: no link is asked. */
  readonly byHandWhy?: string
}

export function issuerOf({ actor, read }: Pick<Context, 'actor' | 'read'>): Issuer {
  const id = accountOf(actor)
  return { account: id, name: read(account, id).name, role: actor.role, elevated: isElevated(actor) }
}

/** Writes a queued delivery for the worker. Returns its id. */
export function issue(context: OrderContext, order: Order, issuer: Issuer): string {
  const { read, edit, newId, now, commandId, refuse } = context
  const { server, action, own = false, retryOf, undoOf, redemption, isUnlimited = false, byHandWhy } = order
  const { entries, issued } = read(deliveries, server)
  const limited = { kind: action.kind, own, by: issuer.account, isOfRedemption: redemption !== undefined }
  const refusal = isUnlimited ? null : limitReached(Object.values(entries), limited)
  if (refusal) return refuse(refusal)
  const delivery = Delivery.parse({
    ...action,
    id: newId(),
    number: issued + 1,
    state: byHandWhy === undefined ? 'queued' : 'manual',
    ...(byHandWhy !== undefined && { why: byHandWhy, command: manualCommandText(action) }),
    queuedAt: now,
    by: issuer.account ?? issuer.name,
    byName: issuer.name,
    role: issuer.role,
    targetRole: action.target && roleInGame(context, action.target.id),
    elevated: issuer.elevated,
    own,
    retryOf,
    undoOf,
    redemption: redemption ?? null,
    commandId,
  } satisfies Partial<Record<keyof Delivery, unknown>>)
  upsertDelivery(context, server, delivery, issuer.account !== null)
  edit(deliveries, server).issued = issued + 1
  return delivery.id
}

/** Issues an order of the hub itself, for an account or by itself. The audit distinguishes it from orders of users. */
export function issueAsHub(context: OrderContext, order: Order, issuer: Issuer): string {
  const { kind, target, detail } = order.action
  const delivery = issue(context, order, issuer)
  context.archive(deliveryAudit, {
    act: kind,
    by: issuer.account ?? issuer.name,
    byHub: issuer.account === null,
    delivery,
    kind,
    target,
    detail: { ...detail },
  })
  return delivery
}

type Recorded = Pick<Delivery, 'id' | 'kind' | 'target' | 'detail'>

/** Writes an audit line. Erasing a person keeps the ids in it and empties names and addresses. */
export function recordAct(context: Context, act: string, { id: delivery, kind, target, detail }: Recorded) {
  context.archive(deliveryAudit, { act, delivery, kind, target, detail: { ...detail }, ...actorRow(context) })
}

interface Limited {
  readonly kind: DeliveryKind
  readonly own: boolean
  /** The account; null for the hub itself. */
  readonly by: string | null
  /** Those may wait for staff for long, and must not keep staff from giving commands. */
  readonly isOfRedemption: boolean
}

/**
 * Not limited by all open ones, and counted apart for each account: however much is open, staff must be able to remove players, and to start
 * the game server again.
 */
const unlimitedKinds: readonly DeliveryKind[] = ['kick', 'ban', 'unban', ...hostKinds]

/** The refusal code of the limit that one more delivery would exceed; null where none is exceeded. */
function limitReached(entries: readonly Delivery[], { kind, own, by, isOfRedemption }: Limited) {
  const isAlike = (one: Delivery) => one.own === own && (one.redemption !== null) === isOfRedemption
  const open = entries.filter((one) => isAlike(one) && one.bulk === null && isOpenState(one.state))
  const isLimited = !unlimitedKinds.includes(kind)
  const openOfIssuer = by === null ? [] : open.filter((one) => one.by === by)
  const counted = openOfIssuer.filter((one) => unlimitedKinds.includes(one.kind) !== isLimited)
  if (own && openOfIssuer.some((one) => one.kind === kind && (one.state === 'queued' || one.state === 'sending')))
    return 'askedAlready'
  if (counted.length >= (own ? mostOpenOwn : mostOpenPerAccount)) return own ? 'tooManyOwn' : 'tooManyYours'
  if (!isLimited) return null
  return open.filter((one) => !unlimitedKinds.includes(one.kind)).length >= mostOpen ? 'tooMany' : null
}
