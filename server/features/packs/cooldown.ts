import { z } from 'zod'
import { defineDocument, nobody } from '../../../shared/engine/document.ts'
import { MapSettings } from '../../../shared/features/mapSettings/mapSettings.ts'
import type { Transaction } from '../../engine/transaction.ts'

const Times = z.record(z.string(), z.number()).default({})

/** Cooldowns of accounts that outlast their pack. By account, epoch ms; expired ones are removed. */
export const packCooldowns = defineDocument({
  kind: 'packCooldowns',
  schema: z.object({
    /** The last ping of accounts that left the pack in which they pinged. */
    pingedAt: Times,
    /** Until when the packs that they created count against the limit. */
    createdUntil: Times,
  }),
  readableBy: nobody,
  memory: 'live',
  about: 'several',
  exported: null,
  erased: 'byFeature',
  audited: null,
})

interface CooldownContext extends Transaction {
  readonly now: number
}

/** Creation is limited, since an ended pack leaves an empty document. */
const createEveryMs = 60_000
export const createdAtOnce = 5

const longestPingIntervalMs = MapSettings.shape.pingInterval.unwrap().maxValue ?? 0

// Times in the future, after the clock was set back, do not count.
const isRecentPing = (at: number, now: number) => at <= now && now - at < longestPingIntervalMs
const isPending = (until: number, now: number) => until > now && until <= now + createdAtOnce * createEveryMs

const untilAfterOneMore = ({ read, now }: Pick<CooldownContext, 'read' | 'now'>, account: string) => {
  const known = read(packCooldowns).createdUntil[account] ?? now
  return (isPending(known, now) ? known : now) + createEveryMs
}

/** Allows `createdAtOnce` packs at once, then one a minute. */
export const mayCreatePack = (context: Pick<CooldownContext, 'read' | 'now'>, account: string): boolean =>
  isPending(untilAfterOneMore(context, account), context.now)

export function recordCreation(context: CooldownContext, account: string): void {
  const until = untilAfterOneMore(context, account)
  const { createdUntil } = context.edit(packCooldowns)
  createdUntil[account] = until
  keepOnly(createdUntil, (one) => isPending(one, context.now))
}

/** Keeps the time of the last ping, so that leaving does not shorten the ping interval. */
export function rememberPing({ edit, now }: CooldownContext, account: string, at: number | undefined): void {
  if (at === undefined) return
  const { pingedAt } = edit(packCooldowns)
  pingedAt[account] = at
  keepOnly(pingedAt, (one) => isRecentPing(one, now))
}

/** Removes and returns the kept time of the last ping; null where it no longer counts. */
export function restorePing({ read, edit, now }: CooldownContext, account: string): number | null {
  const at = read(packCooldowns).pingedAt[account]
  if (at === undefined) return null
  delete edit(packCooldowns).pingedAt[account]
  return isRecentPing(at, now) ? at : null
}

function keepOnly(times: Record<string, number>, isKept: (at: number) => boolean) {
  for (const [account, at] of Object.entries(times)) if (!isKept(at)) delete times[account]
}
