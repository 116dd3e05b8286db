import { mainServer } from '../../../shared/engine/ids.ts'
import { lostDeliveries } from '../../../shared/features/backups/archives.ts'
import {
  backupPlan,
  backupsKey,
  type GameAct,
  mostLost,
  mostRollbacks,
  rollbacks,
} from '../../../shared/features/backups/backups.ts'
import type * as commands from '../../../shared/features/backups/commands.ts'
import {
  longestRollbackMs,
  type lostActs,
  type recordRollback,
  type settleLost,
} from '../../../shared/features/backups/rollbacks.ts'
import { deliveryHistory } from '../../../shared/features/deliveries/archives.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import { sessionBuckets, sessions } from '../../../shared/features/session/session.ts'
import { tokenOwners } from '../../../shared/features/tokens/tokens.ts'
import type { QueryContext } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { plain } from '../../engine/transaction.ts'
import { findDelivery, updateDelivery } from '../deliveries/store.ts'
import { removeSession } from '../session/openSessions.ts'
import { revokeTokensOf } from '../tokens/rules.ts'
import { gameActOf } from './gameActs.ts'
import { auditBackups } from './rules.ts'

/** Lists a rollback, and drops the oldest beyond `mostRollbacks`. */
export function listRollback(
  { edit }: Pick<Context, 'edit'>,
  id: string,
  of: 'hub' | 'game',
  since: number,
  at: number,
) {
  const document = edit(rollbacks, backupsKey)
  document.list = [{ id, of, since, at, settled: [] }, ...plain(document.list)].slice(0, mostRollbacks)
}

export const setBack: Rule<typeof recordRollback> = (context, { since }) => {
  const { now, refuse, newId } = context
  if (since > now) return refuse('future')
  if (now - since > longestRollbackMs) return refuse('tooOld')
  const id = newId()
  listRollback(context, id, 'game', since, now)
  auditBackups(context, 'rollback', `to ${new Date(since).toISOString()}`)
  return { id }
}

export const tickOff: Rule<typeof settleLost> = (context, { rollback, delivery, isSettled }) => {
  const found = context.edit(rollbacks, backupsKey).list.find(({ id }) => id === rollback)
  if (!found) return context.refuse('gone')
  const others = plain(found.settled).filter((one) => one !== delivery)
  found.settled = isSettled ? [...others, delivery].slice(-mostLost) : others
  return {}
}

const rowsAtOnce = 500

/** Of a game that was set back: what the hub knows that it had. Of a hub: what its former data knew, as the restore has noted it. */
export async function readLostActs(
  context: QueryContext<typeof lostActs>,
  { rollback }: { readonly rollback: string },
) {
  const found = context.read(rollbacks, backupsKey).list.find(({ id }) => id === rollback)
  if (!found) return context.refuse('gone')
  const acts = found.of === 'hub' ? await ofHub(context, found.at) : await ofGame(context, found.since, found.at)
  const sorted = acts.sort((one, other) => other.settledAt - one.settledAt)
  return { acts: sorted.slice(0, mostLost), isCut: sorted.length > mostLost }
}

async function ofHub({ page }: QueryContext<typeof lostActs>, at: number) {
  const acts: GameAct[] = []
  for (let before: number | null = null; ; ) {
    const found: Awaited<ReturnType<typeof pageOfLost>> = await pageOfLost(page, at, before)
    acts.push(...found.rows.map(({ row: { restore: _, ...act } }) => act))
    if (found.next === null || acts.length > mostLost) return acts
    before = found.next
  }
}
const pageOfLost = (page: QueryContext['page'], at: number, before: number | null) =>
  page(lostDeliveries, { before, limit: rowsAtOnce, filter: { restore: at } })

async function ofGame({ read, page }: QueryContext<typeof lostActs>, since: number, until: number) {
  const acts = new Map<string, GameAct>()
  const note = (act: GameAct | null) => {
    if (act && act.settledAt <= until) acts.set(act.delivery, act)
  }
  for (const one of Object.values(read(deliveries, mainServer).entries)) note(gameActOf(one, since))
  for (let before: number | null = null; acts.size <= mostLost; ) {
    // A delivery is archived after it was settled.
    const found: Awaited<ReturnType<typeof pageOfHistory>> = await pageOfHistory(page, since, before)
    for (const { row } of found.rows) note(gameActOf(row, since))
    if (found.next === null) break
    before = found.next
  }
  return [...acts.values()]
}
const pageOfHistory = (page: QueryContext['page'], since: number, before: number | null) =>
  page(deliveryHistory, { before, limit: rowsAtOnce, from: since })

/**
 * The first command of a hub that started after a restore. What was ended, sent or answered after the backup is not in the restored data, so
 * sessions and tokens that may have been ended are ended, and no delivery that may have been sent is sent again.
 */
export const recordRestore: Rule<typeof commands.recordRestore> = (context, { lost, ...outcome }) => {
  const plan = context.edit(backupPlan, backupsKey)
  // The process may have ended before it knew that this was written.
  if (plan.restored?.isDone && plan.restored.at === outcome.at) return {}
  plan.restored = { ...outcome, isDismissed: false }
  // The tasks of the restored plan were done long ago; those of a plan that was kept include the restore that failed.
  plan.tasks = []
  if (!outcome.isDone) return {}
  endSessions(context)
  keepFromSending(context)
  if (outcome.madeAt !== null) listRollback(context, `restore-${outcome.at}`, 'hub', outcome.madeAt, outcome.at)
  for (const act of lost) context.archive(lostDeliveries, { ...act, restore: outcome.at })
  return {}
}

function endSessions(context: Context) {
  for (const bucket of sessionBuckets) {
    for (const key of Object.keys(context.read(sessions, bucket).open)) removeSession(context, key)
    const owners = Object.values(context.read(tokenOwners, bucket).owners)
    for (const owner of new Set(owners.map(({ accountId }) => accountId))) revokeTokensOf(context, owner)
  }
}

const why = 'The hub was restored from a backup. Whether this was sent after the backup was made is not known.'

function keepFromSending(context: Context) {
  for (const { id, state } of Object.values(context.read(deliveries, mainServer).entries)) {
    const one = findDelivery(context, mainServer, id)
    if (one && (state === 'queued' || state === 'sending'))
      updateDelivery(context, mainServer, one, { state: 'unknown', why })
  }
}
