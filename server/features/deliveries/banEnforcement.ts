import { documentId } from '../../../shared/engine/document.ts'
import {
  type Ban,
  bans,
  type Delivery,
  deliveries,
  enforceBanEveryMs,
} from '../../../shared/features/deliveries/delivery.ts'
import { enforceBan as enforceBanCommand } from '../../../shared/features/deliveries/hubCommands.ts'
import { present } from '../../../shared/features/play/playRecord.ts'
import { roster } from '../../../shared/features/roster/roster.ts'
import type { Clock } from '../../engine/clock.ts'
import type { Hub } from '../../engine/hub.ts'
import type { Context, Rule } from '../../engine/rule.ts'
import { type Issuer, issueAsHub } from './issue.ts'
import { targetById } from './orders.ts'
import { updateDelivery } from './store.ts'

interface BanEnforcementOptions {
  readonly hub: Pick<Hub, 'read' | 'execute' | 'onPublish'>
  readonly server: string
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly onFault: (what: string, error: unknown) => void
}

/** Reports banned players after each reading of who is in the game. The game's own ban list is known only where its folder is connected. */
export function startBanEnforcement({ hub, server, clock, onFault }: BanEnforcementOptions) {
  const lists = [documentId(roster, server), documentId(present, server)]
  /** By the monotonic clock. */
  const reportedAt = new Map<string, number>()

  const check = () => {
    const held = hub.read(bans, server).bans
    const now = clock.now()
    for (const player of reportedAt.keys()) if (!Object.hasOwn(held, player)) reportedAt.delete(player)
    for (const [player, ban] of Object.entries(held)) {
      const { until } = ban
      const wasReported = clock.monotonic() - (reportedAt.get(player) ?? Number.NEGATIVE_INFINITY) < enforceBanEveryMs
      if ((until !== null && until <= now) || wasReported || isJustSeen(ban, now) || !isInGame(player)) continue
      reportedAt.set(player, clock.monotonic())
      const enforced = hub.execute(enforcer.name, enforceBanCommand.name, { server, player })
      enforced.catch((error) => onFault(enforcer.name, error))
    }
  }
  const isInGame = (player: string) => {
    const { players, readAt } = hub.read(roster, server)
    if (readAt !== null && Math.abs(clock.now() - readAt) <= enforceBanEveryMs) return Object.hasOwn(players, player)
    return Object.hasOwn(hub.read(present, server).players, player)
  }
  return hub.onPublish((published) => {
    if (published.some(({ id }) => lists.includes(id))) check()
  })
}

/** A ban or a look in the future was stored before the clock was set back: it does not count as recent. */
const isJustSeen = ({ at, seenAt }: Ban, now: number) =>
  [at, seenAt ?? at].some((time) => Math.abs(now - time) < enforceBanEveryMs)

const enforcer: Issuer = { account: null, name: 'ban watch', role: null, elevated: false }

/** Counts a banned player who is in the game and kicks them, at most once per `enforceBanEveryMs`. */
export const enforceBan: Rule<typeof enforceBanCommand> = (context, { server, player }) => {
  const { read, edit, now } = context
  const held = read(bans, server).bans
  const ban = Object.hasOwn(held, player) ? held[player] : undefined
  if (!ban || (ban.until !== null && ban.until <= now)) return { id: null }
  if (isJustSeen(ban, now)) return { id: null }
  Object.assign(edit(bans, server).bans[player] ?? {}, { seen: ban.seen + 1, seenAt: now })
  if (isBeingKicked(context, server, player)) return { id: null }
  dropManualKicks(context, server, player)
  const target = targetById(context, server, player)
  const action = { kind: 'kick', target, detail: { reason: ban.reason } } as const
  return { id: issueAsHub(context, { server, action }, enforcer) }
}

/** A kick or ban that is sent soon is enough. One that waits for a person may wait indefinitely. */
const isBeingKicked = (context: Context, server: string, player: string) =>
  against(context, server, player, ['kick', 'ban']).some(({ state }) => state === 'queued' || state === 'sending')

/** Of its own kicks that wait to be done manually, only the latest is kept. */
function dropManualKicks(context: Context, server: string, player: string) {
  const dropped = { state: 'dropped', settledAt: context.now, why: 'A later kick replaced it.' } as const
  for (const one of against(context, server, player, ['kick']))
    if (one.state === 'manual' && one.by === enforcer.name) updateDelivery(context, server, one, dropped)
}

const against = ({ read }: Pick<Context, 'read'>, server: string, player: string, kinds: readonly Delivery['kind'][]) =>
  Object.values(read(deliveries, server).entries).filter(
    ({ kind, target }) => kinds.includes(kind) && target?.id === player,
  )
