import { type Delivery, deliveries, sendable } from '../../../shared/features/deliveries/delivery.ts'
import type { DeliveryKind, GameAction } from '../../../shared/features/deliveries/kinds.ts'
import { longestBroadcast } from '../../../shared/features/deliveries/refusals.ts'
import { type controlActs, serverControlAudit } from '../../../shared/features/serverControl/archives.ts'
import type { Context } from '../../engine/rule.ts'
import { actorRow } from '../account/rules.ts'
import { type Issuer, issue, issueAsHub, issuerOf, type OrderContext, recordAct } from '../deliveries/issue.ts'
import { updateDelivery } from '../deliveries/store.ts'

/** Writes a line of the audit. */
export function recordControl(context: Context, act: (typeof controlActs)[number], text: string) {
  context.archive(serverControlAudit, { act, text, ...actorRow(context) })
}

/**
 * Issues what belongs to the owner's act, whatever else they may do and however much is open: a token for the panel alone saves before a
 * restart, too. Returns the id.
 */
export function issueAlong(context: OrderContext, server: string, action: GameAction): string {
  const id = issue(context, { server, action, isUnlimited: true }, issuerOf(context))
  recordAct(context, action.kind, { id, ...action })
  return id
}

/** Issues the warnings before restarts, and the restarts of the schedule. */
const restarter: Issuer = { account: null, name: 'restarts', role: null, elevated: false }

/** Sends a broadcast to all players in the game. A warning that was not sent yet is dropped: its time has passed. */
export function issueBroadcast(context: Context, server: string, text: string, issuer: Issuer = restarter) {
  if (issuer === restarter) dropUnsentWarnings(context, server)
  const said = [...text].slice(0, longestBroadcast).join('')
  const action = { kind: 'broadcast', target: null, detail: { text: said } } as const
  issueAsHub(context as OrderContext, { server, action, isUnlimited: true }, issuer)
}

export const dropUnsentWarnings = (context: Context, server: string) =>
  dropUnsent(context, server, ({ by }) => by === restarter.name)

/** Drops the broadcasts that were not sent yet. @param isMeant which of them */
export function dropUnsent(
  context: Context,
  server: string,
  isMeant: (one: Delivery) => boolean,
  why = 'Its time has passed.',
) {
  for (const one of Object.values(context.read(deliveries, server).entries))
    if (one.kind === 'broadcast' && isWaiting(one) && isMeant(one)) takeBack(context, server, one, why)
}

const isWaiting = ({ state }: Delivery) => state === 'queued' || state === 'manual'
export const isUnsent = (one: Delivery) => one.attempts === 0 && isWaiting(one)

export const takeBack = (context: Context, server: string, one: Delivery, why: string) =>
  updateDelivery(context, server, one, { state: 'dropped', settledAt: context.now, why })

/** Orders a restart of the schedule, and before it a save where a link can. Returns the id of its delivery. */
export function issueRestart(context: Context, server: string, reason: string): string {
  dropUnsentWarnings(context, server)
  const order = (kind: 'save' | 'restart', detail = {}) =>
    issueAsHub(
      context as OrderContext,
      { server, action: { kind, target: null, detail }, isUnlimited: true },
      restarter,
    )
  if (canSend(context, server, 'save')) order('save')
  return order('restart', { reason })
}

/** Whether a link can carry it out now. */
export const canSend = ({ read }: Pick<Context, 'read'>, server: string, kind: DeliveryKind) =>
  read(sendable, server).kinds.includes(kind)
