import { account } from '../../../shared/features/account/account.ts'
import { deliveryAudit } from '../../../shared/features/deliveries/archives.ts'
import { deliveries } from '../../../shared/features/deliveries/delivery.ts'
import type { PastBan } from '../../../shared/features/deliveries/queries.ts'
import type { QueryContext } from '../../engine/feature.ts'

const mostRows = 100
const mostBans = 10
/** The acts that order something; the others are about an earlier order. */
const orderingActs = ['ban', 'unban', 'retry', 'undo']

interface Found {
  readonly at: number
  readonly kind: string
  readonly byName: string
  readonly detail: { readonly reason?: unknown; readonly durationMs?: unknown }
}

/** The latest bans and unbans of a player. The audit needs `runConsole`; without it the deliveries that are still at hand. */
export async function pastBansOf(context: QueryContext, server: string, player: string): Promise<PastBan[]> {
  const { can } = context.principal
  const found = can('runConsole') ? await inAudit(context, player) : amongDeliveries(context, server, player)
  return found.slice(0, mostBans).map(({ at, kind, byName, detail: { reason, durationMs } }) => ({
    at,
    act: kind === 'ban' ? 'ban' : 'unban',
    byName,
    reason: kind === 'ban' && typeof reason === 'string' ? reason : '',
    durationMs: kind === 'ban' && typeof durationMs === 'number' ? durationMs : null,
  }))
}

async function inAudit({ page, read }: QueryContext, player: string): Promise<Found[]> {
  const { rows } = await page(deliveryAudit, { about: player, limit: mostRows })
  return rows
    .filter(({ row }) => row.target?.id === player && isBanning(row.kind) && orderingActs.includes(row.act))
    .map(({ at, row }) => ({
      at,
      kind: row.kind,
      byName: row.byHub ? row.by : read(account, row.by).name,
      detail: row.detail,
    }))
}

const amongDeliveries = ({ read }: QueryContext, server: string, player: string): Found[] =>
  Object.values(read(deliveries, server).entries)
    .filter(({ target, kind }) => target?.id === player && isBanning(kind))
    .sort((one, other) => other.number - one.number)
    .map(({ queuedAt: at, kind, byName, detail }) => ({ at, kind, byName, detail }))

const isBanning = (kind: string) => kind === 'ban' || kind === 'unban'
