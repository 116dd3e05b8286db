import { counted } from '../../../shared/engine/counted.ts'
import { account } from '../../../shared/features/account/account.ts'
import { deliveryAudit, deliveryHistory } from '../../../shared/features/deliveries/archives.ts'
import { type Ban, bans, type Delivery, deliveries, mostBans } from '../../../shared/features/deliveries/delivery.ts'
import { expireBan as expireBanCommand } from '../../../shared/features/deliveries/hubCommands.ts'
import type { ActionDetail, GameAction, Target } from '../../../shared/features/deliveries/kinds.ts'
import { gameRefusedText } from '../../../shared/features/deliveries/outcomeTexts.ts'
import type { PastBan } from '../../../shared/features/deliveries/queries.ts'
import type { QueryContext } from '../../engine/feature.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { accountOf, accountsOfPlayer } from '../account/rules.ts'
import { notify } from '../notifications/notify.ts'
import type { Issuer, OrderContext } from './issue.ts'
import { updateDelivery } from './store.ts'

interface NewBan {
  readonly server: string
  readonly target: Target
  readonly detail: ActionDetail
  /** The delivery that bans the player in the game. */
  readonly delivery: string
  /** The delivery that this one retries. */
  readonly retryOf?: string | undefined
}

type OneBan = Omit<Ban, 'before'>
type Reads = Pick<Context, 'read' | 'now'>

/** The hub bans the player from now on, whatever becomes of the delivery. A ban still in force is kept as `before`. */
export function setBan(context: OrderContext, ban: NewBan, issuer: Issuer) {
  const { server, target, detail, delivery, retryOf } = ban
  const { read, now, refuse } = context
  const held = banOf(context, server, target.id)
  if (!held && Object.keys(read(bans, server).bans).length >= mostBans) return refuse('bansFull')
  const until = detail.durationMs == null ? null : now + detail.durationMs
  const before = longestOf(held, retryOf, now)
  write(context, server, target.id, {
    name: target.name,
    reason: detail.reason ?? '',
    delivery,
    at: now,
    until,
    seen: 0,
    seenAt: null,
    by: issuer.account ?? issuer.name,
    byName: issuer.name,
    before,
  })
  const isOutlasted = before !== null && until !== null && endOf(before) > until
  notifyOfBan(context, target.id, 'You were banned', { reason: detail.reason ?? '', until }, isOutlasted)
}

export function liftBan(context: Context, server: string, player: string) {
  if (banOf(context, server, player))
    notifyPlayer(context, player, 'Your ban ended', 'You can play on this server again.')
  delete context.edit(bans, server).bans[player]
  context.schedule.cancel(timerOf(server, player))
}

/** @param isOutlasted an earlier ban that ends later stays in force */
function notifyOfBan(
  context: Context,
  player: string,
  title: string,
  { reason, until }: Pick<Ban, 'reason' | 'until'>,
  isOutlasted = false,
) {
  const length = until === null ? 'permanently' : `for ${lengthText(until - context.now)}`
  const text = isOutlasted
    ? `This ban is ${length}. An earlier ban that lasts longer stays in force.`
    : `You can't play on this server ${length}.`
  const why = reason ? ` Reason: ${reason}` : ''
  notifyPlayer(context, player, title, text + why, { until })
}

/** Notifies the accounts that are linked to a player of the game. */
function notifyPlayer(context: Context, player: string, title: string, message: string, details = {}) {
  for (const to of accountsOfPlayer(context.read, player)) notify(context, { to, type: 'ban', title, message, details })
}

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000]
const units = [
  ['day', dayMs],
  ['hour', hourMs],
  ['minute', minuteMs],
] as const

/**
 * `3 days` or `36 hours`: in the largest unit of which it is a whole number. Other times, such as the rest of a ban, are rounded to minutes, and
 * from a day on to hours: `29 days 5 hours`.
 */
export function lengthText(ms: number): string {
  const whole = units.find(([, unitMs]) => ms >= unitMs && ms % unitMs === 0)
  if (whole) return counted(ms / whole[1], whole[0])
  const stepMs = ms < dayMs ? minuteMs : hourMs
  const rounded = Math.max(1, Math.round(ms / stepMs)) * stepMs
  const parts: readonly (readonly [unit: string, count: number])[] = [
    ['day', rounded / dayMs],
    ['hour', (rounded % dayMs) / hourMs],
    ['minute', (rounded % hourMs) / minuteMs],
  ]
  return parts.flatMap(([unit, count]) => (count >= 1 ? counted(Math.floor(count), unit) : [])).join(' ')
}

/** Ends a ban. The one that it replaced is in force again, unless that has expired too. */
export function endBan(context: Context, server: string, player: string, delivery?: string) {
  const before = banOf(context, server, player)?.before ?? null
  if (before === null || isOver(before, context.now)) return liftBan(context, server, player)
  const restored = { ...before, delivery: delivery ?? before.delivery, before: null }
  changeBan(context, server, player, restored)
}

/** Notifies the player if the ban that ends last is another one now. */
function changeBan(context: Context, server: string, player: string, ban: Ban) {
  const was = ownBanOf(context, server, player)
  write(context, server, player, ban)
  const own = ownBanOf(context, server, player)
  if (own && (own.until !== was?.until || own.reason !== was.reason))
    notifyOfBan(context, player, 'Your ban changed', own)
}

/** The timer of a ban that has an end. */
export const expireBan: Rule<typeof expireBanCommand> = (context, { server, player }) => {
  const { until } = context.read(bans, server).bans[player] ?? { until: null }
  if (until !== null && until <= context.now) endBan(context, server, player)
  return {}
}

/**
 * The order that is sent to the game to undo a ban: the ban that it replaced, if that is still in force, otherwise an unban. Null where another ban
 * has replaced this one meanwhile.
 */
export function actionUndoingBan(context: Reads, server: string, one: Delivery): GameAction | null {
  const { id, target, detail } = one
  const held = target === null ? undefined : banOf(context, server, target.id)
  if (held && held.delivery !== id) return null
  const before = held?.before ?? null
  if (before === null || isOver(before, context.now))
    return { kind: 'unban', target, detail: { reason: detail.reason, durationMs: detail.durationMs } }
  return { kind: 'ban', target, detail: detailOf(before, context.now) }
}

/** The reason and remaining time of the ban that an unban lifts, so that the unban can be undone; empty without a ban. */
export function liftedBanDetail(context: Reads, server: string, player: string) {
  const ban = banOf(context, server, player)
  return ban ? detailOf(ban, context.now) : {}
}

/** Reverts the effect of a ban or unban that is cancelled before the game has received it. */
export function revertBan(context: OrderContext, server: string, one: Delivery, issuer: Issuer) {
  const { id, kind, target, detail } = one
  if (target === null) return
  const held = banOf(context, server, target.id)
  if (kind === 'ban' && held?.delivery === id) endBan(context, server, target.id)
  if (kind === 'ban' && held?.before?.delivery === id) changeBan(context, server, target.id, { ...held, before: null })
  if (kind === 'unban' && detail.durationMs !== undefined && !held)
    setBan(context, { server, target, detail, delivery: '' }, issuer)
}

/** Drops the bans and unbans of players that wait to be done manually, since a later order replaces them: done after it, they would undo it. */
export function dropManualBans(context: Context, server: string, players: ReadonlySet<string>) {
  const { actor, read, now } = context
  const settledBy = accountOf(actor)
  const dropped = { state: 'dropped', settledAt: now, settledBy, settledByName: read(account, settledBy).name } as const
  for (const one of Object.values(read(deliveries, server).entries))
    if (isBanning(one.kind) && one.state === 'manual' && players.has(one.target?.id ?? ''))
      updateDelivery(context, server, one, dropped)
}

function write({ edit, schedule }: Context, server: string, player: string, ban: Ban) {
  edit(bans, server).bans[player] = ban
  if (ban.until === null) schedule.cancel(timerOf(server, player))
  else schedule.set(timerOf(server, player), ban.until, expireBanCommand.name, { server, player })
}

const timerOf = (server: string, player: string) => `ban/${server}/${player}`

const banOf = ({ read }: Pick<Context, 'read'>, server: string, player: string): Ban | undefined => {
  const { bans: held } = read(bans, server)
  return Object.hasOwn(held, player) ? held[player] : undefined
}

/** Of the bans that a new one replaces, the one with the latest end, so that repeated short bans do not shorten a long one. */
function longestOf(held: Ban | undefined, retryOf: string | undefined, now: number): OneBan | null {
  if (!held) return null
  const { before, ...ban } = held
  const candidates = [ban.delivery !== '' && ban.delivery === retryOf ? null : ban, before]
  const inForce = candidates.filter((one) => one !== null).filter((one) => !isOver(one, now))
  return inForce.sort((one, other) => (endOf(other) > endOf(one) ? 1 : -1))[0] ?? null
}

/** When a player may play again, epoch ms: infinite for a permanent ban, 0 without one. */
export const endOfBan = (ban: Ban | undefined): number =>
  ban ? Math.max(endOf(ban), ban.before === null ? 0 : endOf(ban.before)) : 0

/** The part of their own ban that a player may read; null without one. Who gave it is for staff. */
export function ownBanOf(context: Reads, server: string, player: string | null | undefined) {
  const held = player == null ? undefined : banOf(context, server, player)
  const last = longestOf(held, undefined, context.now)
  return last && { reason: last.reason, until: last.until }
}

const isOver = ({ until }: OneBan, now: number) => until !== null && until <= now
const endOf = ({ until }: OneBan) => until ?? Number.POSITIVE_INFINITY

const detailOf = ({ reason, until }: OneBan, now: number) => ({
  reason,
  durationMs: until === null ? null : Math.max(1, until - now),
})

const mostRows = 100
const mostPastBans = 10
/** The acts that order something; the others are about an earlier order. */
const orderingActs = ['ban', 'unban', 'retry', 'undo']

type Order = Pick<Delivery, 'state' | 'why' | 'undoOf'>

interface Found {
  readonly at: number
  readonly act: PastBan['act']
  readonly byName: string
  readonly detail: { readonly reason?: unknown; readonly durationMs?: unknown }
  /** Undefined where it is not at hand any more. */
  readonly order: Order | undefined
}

/** The latest bans and unbans of a player. The audit needs `runConsole`; without it the deliveries that are still at hand. */
export async function pastBansOf(context: QueryContext, server: string, player: string): Promise<PastBan[]> {
  const { can } = context.principal
  const found = can('runConsole') ? await inAudit(context, server, player) : amongDeliveries(context, server, player)
  return found.slice(0, mostPastBans).map(({ at, act, byName, detail: { reason, durationMs }, order }) => ({
    at,
    act,
    byName,
    reason: act === 'ban' && typeof reason === 'string' ? reason : '',
    durationMs: act === 'ban' && typeof durationMs === 'number' ? durationMs : null,
    outcome: outcomeOf(act, order),
  }))
}

/** The hub keeps a ban that the game refuses or that is dropped, so that of bans only cancelled ones come to nothing. */
function outcomeOf(act: PastBan['act'], order: Order | undefined): PastBan['outcome'] {
  if (order?.state === 'cancelled') return 'cancelled'
  if (act === 'ban' || order === undefined) return null
  if (order.state === 'dropped') return order.why === gameRefusedText ? 'refused' : 'dropped'
  return order.state === 'refused' || order.state === 'failed' ? order.state : null
}

async function inAudit({ page, read }: QueryContext, server: string, player: string): Promise<Found[]> {
  const { rows } = await page(deliveryAudit, { about: player, limit: mostRows })
  const old = (await page(deliveryHistory, { about: player, limit: mostRows })).rows.map(({ row }) => row)
  const orders = new Map([...old, ...Object.values(read(deliveries, server).entries)].map((one) => [one.id, one]))
  return rows
    .filter(({ row }) => row.target?.id === player && isBanning(row.kind) && orderingActs.includes(row.act))
    .map(({ at, row }) => {
      const order = orders.get(row.delivery)
      // The undo of a ban that the game does not know yet orders nothing: its row is about the ban itself.
      const isLifted = row.kind === 'unban' || (row.act === 'undo' && order?.undoOf === null)
      return {
        at,
        act: isLifted ? 'unban' : 'ban',
        byName: row.byHub ? row.by : read(account, row.by).name,
        detail: row.detail,
        order: isLifted && row.kind === 'ban' ? undefined : order,
      }
    })
}

const amongDeliveries = ({ read }: QueryContext, server: string, player: string): Found[] =>
  Object.values(read(deliveries, server).entries)
    .filter(({ target, kind }) => target?.id === player && isBanning(kind))
    .sort((one, other) => other.number - one.number)
    .map((one) => ({
      at: one.queuedAt,
      act: one.kind === 'ban' ? 'ban' : 'unban',
      byName: one.byName,
      detail: one.detail,
      order: one,
    }))

const isBanning = (kind: string) => kind === 'ban' || kind === 'unban'
