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
import { Delivery, deliveries, isOpenState } from '../../../shared/features/deliveries/delivery.ts'
import { type ActionDetail, type GameAction, permissionFor } from '../../../shared/features/deliveries/kinds.ts'
import { type Context, Refusal, type Rule } from '../../engine/rule.ts'
import { accountOf } from '../account/rules.ts'
import { isInvisible } from './commandText.ts'
import { issuerOf, type OrderContext } from './issue.ts'
import { checkPresence, checkRank, targetById } from './orders.ts'
import { insertOpenDeliveries } from './store.ts'

type BulkContext = Context & { refuse(code: keyof typeof bulkRefusals): never }
type BulkKind = 'message' | 'kick'

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
function issueBulk(context: BulkContext, kind: BulkKind, { server, targets, detail }: Bulk): BulkAnswer {
  const { actor, read, now, newId, commandId, refuse } = context
  if (!actor.can(permissionFor[kind])) return refuse('above')
  const checked = [...new Set(targets)].map((id) => {
    const target = targetById(context, server, id)
    return { target, why: whyNot(context, server, { kind, target, detail }) }
  })
  const reached = checked.filter(({ why }) => why === null).map(({ target }) => target)
  if (reached.length === 0) return refuse('noneLeft')
  const { entries, issued } = read(deliveries, server)
  const open = Object.values(entries).filter(({ bulk, state }) => bulk !== null && isOpenState(state)).length
  if (open + reached.length > mostOpenBulk) return refuse('bulkBusy')
  const run = newId()
  const issuer = issuerOf(context)
  const by = accountOf(actor)
  const all = reached.map((target, at) =>
    Delivery.parse({
      id: newId(),
      number: issued + at + 1,
      kind,
      target,
      detail: { ...detail },
      state: 'queued',
      queuedAt: now,
      by,
      byName: issuer.name,
      role: issuer.role,
      elevated: issuer.elevated,
      commandId,
      bulk: run,
    } satisfies Partial<Record<keyof Delivery, unknown>>),
  )
  insertOpenDeliveries(context, server, all)
  addRun(context, server, {
    id: run,
    kind,
    by,
    byName: issuer.name,
    at: now,
    total: all.length,
    counts: { queued: all.length },
    failed: [],
  })
  context.archive(deliveryAudit, {
    act: kind,
    by,
    role: actor.role,
    elevated: issuer.elevated,
    delivery: run,
    kind,
    target: null,
    detail: { ...detail, players: all.length },
    ...context.origin,
  })
  const skipped = checked.flatMap(({ target, why }) => (why === null ? [] : [{ ...target, why }]))
  return { run, issued: all.length, skipped }
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
