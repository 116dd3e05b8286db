import { isInvisible } from '../../../shared/engine/isInvisible.ts'
import { deliveryAudit } from '../../../shared/features/deliveries/archives.ts'
import {
  type BulkAnswer,
  type BulkRun,
  type bulkRefusals,
  bulkRuns,
  type kickPlayers as kickPlayersCommand,
  type messagePlayers as messagePlayersCommand,
  mostBulkRuns,
  mostOpenBulk,
} from '../../../shared/features/deliveries/bulk.ts'
import { bans, Delivery, deliveries, isOpenState, mostBans } from '../../../shared/features/deliveries/delivery.ts'
import {
  type ActionDetail,
  type GameAction,
  permissionFor,
  type Target,
} from '../../../shared/features/deliveries/kinds.ts'
import { type Context, Refusal, type Rule } from '../../engine/rule.ts'
import { actorRow } from '../account/rules.ts'
import { dropManualBans, liftBan, liftedBanDetail, setBan } from './bans.ts'
import { issuerOf, type OrderContext, recordAct } from './issue.ts'
import { checkPresence, checkRank, targetById } from './orders.ts'
import { insertOpenDeliveries } from './store.ts'
import { roleInGame } from './targetRoles.ts'

type BulkContext = Context & { refuse(code: keyof typeof bulkRefusals): never }
type BulkKind = 'message' | 'kick' | 'ban' | 'unban'

export const messagePlayers: Rule<typeof messagePlayersCommand> = (context, { server, targets, text }) => {
  if (isInvisible(text)) return context.refuse('noMessage')
  return issueBulk(context, 'message', { server, targets, detail: { text: text.trim() } })
}

export const kickPlayers: Rule<typeof kickPlayersCommand> = (context, { server, targets, reason }) =>
  issueBulk(context, 'kick', { server, targets, detail: { reason } })

interface Bulk {
  readonly server: string
  readonly targets: readonly string[]
  readonly detail: ActionDetail
}

/** Issues one delivery for each player on whom the actor may act now. All checks come before the first edit. */
function issueBulk(context: BulkContext, kind: 'message' | 'kick', { server, targets, detail }: Bulk): BulkAnswer {
  const { actor, refuse } = context
  if (!actor.can(permissionFor[kind])) return refuse('above')
  const checked = [...new Set(targets)].map((id) => {
    const target = targetById(context, server, id)
    return { target, why: whyNot(context, server, { kind, target, detail }) }
  })
  const reached = checked.filter(({ why }) => why === null).map(({ target }) => target)
  if (reached.length === 0) return refuse('noneLeft')
  const orders = reached.map((target) => ({ target, detail }))
  const run = insertAll(context, server, kind, deliveriesOf(context, server, kind, orders))
  context.archive(deliveryAudit, {
    act: kind,
    delivery: run,
    kind,
    target: null,
    detail: { ...detail, players: reached.length },
    ...actorRow(context),
  })
  const skipped = checked.flatMap(({ target, why }) => (why === null ? [] : [{ ...target, why }]))
  return { run, issued: reached.length, skipped }
}

/** What is done to one player by a bulk command. */
interface BulkOrder {
  readonly target: Target
  readonly detail: ActionDetail
}

/** Writes the deliveries, and the run that counts their outcomes. Returns the id of the run. */
function insertAll(context: BulkContext, server: string, kind: BulkKind, all: readonly Delivery[]): string {
  insertOpenDeliveries(context, server, all)
  const [{ bulk, by, byName, queuedAt }] = all as readonly [Delivery]
  const id = bulk ?? ''
  const counts = { queued: all.length }
  addRun(context, server, { id, kind, by, byName, at: queuedAt, total: all.length, counts, failed: [] })
  return id
}

function deliveriesOf(context: BulkContext, server: string, kind: BulkKind, orders: readonly BulkOrder[]): Delivery[] {
  const { read, now, newId, commandId, refuse } = context
  const { entries, issued } = read(deliveries, server)
  // What waits to be done by hand may wait for days.
  const isUnderWay = ({ bulk, state }: Delivery) => bulk !== null && isOpenState(state) && state !== 'manual'
  const open = Object.values(entries).filter(isUnderWay).length
  if (open + orders.length > mostOpenBulk) return refuse('bulkBusy')
  const { account, name, role, elevated } = issuerOf(context)
  const bulk = newId()
  return orders.map(({ target, detail }, at) =>
    Delivery.parse({
      id: newId(),
      number: issued + at + 1,
      kind,
      target,
      detail: { ...detail },
      state: 'queued',
      queuedAt: now,
      by: account,
      byName: name,
      role,
      targetRole: roleInGame(context, target.id),
      elevated,
      commandId,
      bulk,
    } satisfies Partial<Record<keyof Delivery, unknown>>),
  )
}

/**
 * Bans or unbans several players at once: the hub's bans change now, each has a delivery for the game and a line in the audit. The caller has
 * checked permission, rank and that each is banned, or is not. Returns the id of the run.
 */
export function issueBans(
  context: BulkContext,
  kind: 'ban' | 'unban',
  {
    server,
    targets,
    detail,
  }: { readonly server: string; readonly targets: readonly Target[]; readonly detail: ActionDetail },
): string {
  const { read, refuse } = context
  const held = read(bans, server).bans
  const added = targets.filter(({ id }) => !Object.hasOwn(held, id)).length
  if (kind === 'ban' && Object.keys(held).length + added > mostBans) return refuse('bansFull')
  const orders = targets.map((target) => ({
    target,
    detail: kind === 'ban' ? detail : liftedBanDetail(context, server, target.id),
  }))
  // All that is searched for comes before the first edit: in a draft it costs many times as much.
  const all = deliveriesOf(context, server, kind, orders)
  dropManualBans(context, server, new Set(targets.map(({ id }) => id)))
  const issuer = issuerOf(context)
  const run = insertAll(context, server, kind, all)
  for (const { id, target, detail: own } of all) {
    recordAct(context, kind, { id, kind, target, detail: own })
    if (target === null) continue
    if (kind === 'unban') liftBan(context, server, target.id)
    else setBan(context, { server, target, detail: own, delivery: id }, issuer)
  }
  return run
}

/** Why the order on one player is not issued: the sentence of its refusal; null if it is. */
function whyNot(context: OrderContext, server: string, action: GameAction): string | null {
  try {
    checkRank(context, action)
    checkPresence(context, server, action)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

function addRun({ read, edit }: Context, server: string, run: BulkRun) {
  const before = Object.values(read(bulkRuns, server).runs).sort((one, other) => one.at - other.at)
  const { runs } = edit(bulkRuns, server)
  for (const { id } of before.slice(0, Math.max(0, before.length + 1 - mostBulkRuns))) delete runs[id]
  runs[run.id] = run
}
